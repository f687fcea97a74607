import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { invalidOption } from "../core/errors.ts";
import { isVectorFormat, type VectorFormat } from "../core/vector-format.ts";
import type { ChunkingSettings } from "../ingest/chunking.ts";
import type { KnowledgeBaseOptions } from "../knowledge-base.ts";
import { type Check, checkFields, fail, number, text } from "./config-fields.ts";
import { CONTEXT_FIELDS, type ContextConfig } from "./context-config.ts";

export const CONFIG_FILE = "sherd.json";
export const DEFAULT_DATABASE = join(".sherd", "sherd.db");
/** In bytes: a longer file is not a handful of settings. */
const LONGEST_CONFIG = 1_000_000;

/** Flags that every command on a knowledge base has. */
export interface BaseFlags {
  readonly db?: string;
  readonly workspace?: string;
  readonly embedder?: string;
  readonly vectors?: string;
}

/** What `sherd.json` may say. */
interface Config {
  readonly db?: string;
  readonly workspace?: string;
  readonly embedder?: string;
  readonly vectors?: string;
  readonly chunker?: ChunkingSettings;
  readonly context?: ContextConfig;
  readonly ignore?: readonly string[];
}

/** Where a setting came from, so that a message can name it. */
type Origin = "flag" | "environment" | "sherd.json" | "default";

export interface BaseSettings extends Pick<KnowledgeBaseOptions, "workspace" | "embedder" | "vectors"> {
  readonly location: string;
  readonly locationFrom: Origin;
  readonly embedder: string | undefined;
  readonly chunker: ChunkingSettings | undefined;
  readonly context: ContextConfig | undefined;
  readonly ignore: readonly string[];
  /** The folder `sherd.json` lies in, else the one the program runs in. */
  readonly project: string;
  readonly configFile: string | undefined;
}

/** Flag, else environment, else `sherd.json`, else the default. Paths of `sherd.json` are from its folder. */
export async function readBaseSettings(
  flags: BaseFlags,
  env: NodeJS.ProcessEnv = process.env,
  folder: string = process.cwd(),
): Promise<BaseSettings> {
  const configFile = await findConfig(folder);
  const config = configFile === undefined ? {} : await readConfig(configFile);
  const project = configFile === undefined ? folder : dirname(configFile);
  const fromProject = (path: string): string => (isAddress(path) ? path : resolve(project, path));
  const [location, locationFrom] = firstOf<string>([
    [named("--db", flags.db), "flag"],
    [set(env.SHERD_DB), "environment"],
    [config.db === undefined ? undefined : fromProject(config.db), "sherd.json"],
    [fromProject(DEFAULT_DATABASE), "default"],
  ]);
  return {
    location,
    locationFrom,
    workspace: named("--workspace", flags.workspace) ?? set(env.SHERD_WORKSPACE) ?? config.workspace,
    embedder: named("--embedder", flags.embedder) ?? set(env.SHERD_EMBEDDER) ?? config.embedder,
    vectors: vectorFormat(flags.vectors, config.vectors),
    chunker: config.chunker,
    context: config.context,
    ignore: config.ignore ?? [],
    project,
    configFile,
  };
}

function vectorFormat(flag: string | undefined, configured: string | undefined): VectorFormat | undefined {
  const format = flag ?? configured;
  if (format === undefined || isVectorFormat(format)) return format;
  return invalidOption(
    flag === undefined ? `vectors in ${CONFIG_FILE}` : "--vectors",
    format,
    "int8 or float32",
  );
}

/** `sqlite:kb.db`, `file:///kb.db`, `:memory:`, other schemes. Not so a Windows path, whose drive has one letter. */
export function isAddress(location: string): boolean {
  return location === ":memory:" || /^[a-z][a-z0-9+.-]+:/i.test(location);
}

/** Looked for in a folder and in those above it, as far as the repository or the home folder reaches. */
async function findConfig(folder: string): Promise<string | undefined> {
  const home = resolve(homedir());
  for (let at = resolve(folder); ; at = dirname(at)) {
    const file = join(at, CONFIG_FILE);
    if (await isTrusted(at, file)) return file;
    const isBoundary = at === home || (await statOf(join(at, ".git"))) !== undefined;
    if (isBoundary || dirname(at) === at) return undefined;
  }
}

/** Where everyone may write, as in /tmp, another user's settings would choose this user's database and model. */
async function isTrusted(folder: string, file: string): Promise<boolean> {
  const found = await statOf(file);
  if (!found?.isFile()) return false;
  // Windows has no such bits, and no number of the user.
  const user = process.getuid?.();
  if (user === undefined || found.uid === user) return true;
  const mode = (await statOf(folder))?.mode ?? EVERYONE_WRITES;
  return (mode & EVERYONE_WRITES) === 0;
}

const EVERYONE_WRITES = 0o002;

function statOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch(() => undefined);
}

async function readConfig(file: string): Promise<Config> {
  const { size } = await stat(file);
  if (size > LONGEST_CONFIG) fail(file, `has ${size} bytes; at most ${LONGEST_CONFIG} were expected`);
  let content: unknown;
  try {
    content = JSON.parse((await readFile(file, "utf8")).replace(/^\ufeff/, ""));
  } catch (error) {
    fail(file, `is not JSON: ${error instanceof Error ? error.message : String(error)}`, error);
  }
  return checkFields(file, "", content, CONFIG_FIELDS) as Config;
}

const CONFIG_FIELDS: Readonly<Record<string, Check>> = {
  db: text,
  workspace: text,
  embedder: text,
  vectors: text,
  chunker: (file, name, value) => checkFields(file, `${name}.`, value, CHUNKER_FIELDS),
  context: (file, name, value) => checkFields(file, `${name}.`, value, CONTEXT_FIELDS),
  ignore: (file, name, value) => {
    if (!Array.isArray(value) || value.some((pattern) => typeof pattern !== "string"))
      fail(file, `has ${name} ${JSON.stringify(value)}; a list of patterns was expected`);
  },
};

const CHUNKER_FIELDS: Readonly<Record<keyof ChunkingSettings, Check>> = {
  by: text,
  size: number,
  minimum: number,
  parentSize: number,
  unit: text,
  encoding: text,
};

/** A variable that is set to nothing is not set. */
function set(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}

function named(flag: string, value: string | undefined): string | undefined {
  if (value === "") invalidOption(flag, value, "a name");
  return value;
}

function firstOf<Value>(choices: readonly [Value | undefined, Origin][]): [Value, Origin] {
  const found = choices.find(([value]) => value !== undefined);
  if (found === undefined) throw new Error("no default was given");
  return found as [Value, Origin];
}
