import { mkdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { SherdError } from "../core/errors.ts";
import type { KnowledgeBase, KnowledgeBaseOptions } from "../knowledge-base.ts";
import {
  type BaseFlags,
  type BaseSettings,
  DEFAULT_DATABASE,
  isAddress,
  readBaseSettings,
} from "./config.ts";

/** What a command means to do with the base: read it, change it, or make it if it is not there. */
export type Purpose = "read" | "change" | "create";

/** Opens the base that flags, environment and `sherd.json` name, and closes it when the work is over. */
export async function withBase<Result>(
  flags: BaseFlags,
  purpose: Purpose,
  work: (base: KnowledgeBase, settings: BaseSettings) => Promise<Result>,
  options: Pick<KnowledgeBaseOptions, "chunker" | "context"> = {},
): Promise<Result> {
  const settings = await readBaseSettings(flags);
  if (purpose === "create") await makeFolder(settings);
  else await requireFile(settings);
  const { KnowledgeBase } = await import("../knowledge-base.ts");
  const base = await KnowledgeBase.open(settings.location, {
    workspace: settings.workspace,
    embedder: settings.embedder,
    vectors: settings.vectors,
    chunker: options.chunker ?? settings.chunker,
    context: options.context,
    readOnly: purpose === "read",
  });
  try {
    return await work(base, settings);
  } finally {
    await base.close();
  }
}

/** A path as a person would type it here. */
export function shownPath(path: string): string {
  if (!isAbsolute(path)) return path;
  const way = relative(process.cwd(), path);
  return way === "" || way.startsWith("..") || isAbsolute(way) ? path : way;
}

async function requireFile({ location, locationFrom }: BaseSettings): Promise<void> {
  if (isAddress(location) || (await stat(location).catch(() => undefined)) !== undefined) return;
  const named = {
    flag: "named by --db",
    environment: "named by SHERD_DB",
    "sherd.json": "named by sherd.json",
    default: "the default",
  }[locationFrom];
  const flag = locationFrom === "flag" ? ` --db ${shownPath(location)}` : "";
  throw new SherdError(
    "INPUT_NOT_FOUND",
    `There is no database at ${shownPath(location)} (${named}). \`sherd index PATH${flag}\` makes one.`,
    { path: location },
  );
}

/** The default folder keeps itself out of Git: an index is made from files, it is not one of them. */
export async function makeFolder({ location, locationFrom }: BaseSettings): Promise<void> {
  if (isAddress(location)) return;
  const folder = dirname(location);
  const isMade = await makeFolders(folder).catch((cause: unknown) => {
    throw new SherdError(
      "STORE_FAILED",
      `The folder ${shownPath(folder)} for the database cannot be made (${reason(cause)}). Name another place with --db.`,
      { path: folder },
      { cause },
    );
  });
  const isOurs = locationFrom === "default" && basename(folder) === dirname(DEFAULT_DATABASE);
  if (isMade && isOurs) await writeFile(join(folder, ".gitignore"), "*\n").catch(() => {});
}

/** One at a time from the first that is missing: Node's own way never ends below folders such as /proc. */
async function makeFolders(folder: string): Promise<boolean> {
  const missing: string[] = [];
  for (let at = resolve(folder); (await stat(at).catch(() => undefined)) === undefined; at = dirname(at)) {
    missing.push(at);
    if (dirname(at) === at) break;
  }
  for (const one of missing.reverse()) {
    await mkdir(one).catch((error: unknown) => {
      // Another process may be making the same.
      if (reason(error) !== "EEXIST") throw error;
    });
  }
  return missing.length > 0;
}

function reason(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
}
