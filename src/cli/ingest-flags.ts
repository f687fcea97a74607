import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, relative, resolve } from "node:path";
import { invalidOption } from "../core/errors.ts";
import type { ChunkingSettings } from "../ingest/chunking.ts";
import type { IngestOptions } from "../ingest/ingest-types.ts";
import { type BaseFlags, type BaseSettings, CONFIG_FILE, DEFAULT_DATABASE, isAddress } from "./config.ts";
import type { ContextFlags } from "./context-flags.ts";

/** The flags that `index` and `sync` share, as commander gives them. */
export interface IngestFlags extends BaseFlags, ContextFlags {
  readonly root?: string;
  readonly glob?: readonly string[];
  readonly ignore?: readonly string[];
  readonly rebuild?: boolean;
  readonly checkContent?: boolean;
  readonly dryRun?: boolean;
  readonly threads?: string;
  readonly cache?: string;
  readonly by?: string;
  readonly size?: string;
  readonly json?: boolean;
}

export async function ingestOptions(
  paths: readonly string[],
  flags: IngestFlags,
  settings: BaseSettings,
): Promise<IngestOptions> {
  const { glob, rebuild, checkContent, threads, cache, retryFailed } = flags;
  return {
    root: flags.root ?? (await projectRoot(paths, settings.project)),
    glob,
    ignore: [...ownFiles(settings.location), ...settings.ignore, ...(flags.ignore ?? [])],
    rebuild,
    checkContent,
    retryFailed,
    cache,
    threads: threads === undefined ? undefined : wholeNumber("--threads", threads, 0),
  };
}

/** What `--by` and `--size` say, over what `sherd.json` says. */
export function chunkingFrom(
  { by, size }: IngestFlags,
  config: ChunkingSettings | undefined,
): ChunkingSettings | undefined {
  if (by === undefined && size === undefined) return config;
  if (by !== undefined && by !== "parent-child" && by !== "auto")
    invalidOption("--by", by, "parent-child or auto");
  return {
    ...config,
    ...(by === undefined ? {} : { by }),
    ...(size === undefined ? {} : { size: wholeNumber("--size", size, 1) }),
  };
}

export function wholeNumber(flag: string, value: string, least: number): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number) || number < least)
    invalidOption(flag, value, `a whole number from ${least} on`);
  return number;
}

/**
 * Ids are paths from the project's folder when everything lies in it, so that `index docs` and `index src` do
 * not both have an `index.md`, and what a search names can be opened from there.
 */
async function projectRoot(paths: readonly string[], project: string): Promise<string | undefined> {
  const root = await realpath(project).catch(() => project);
  for (const path of paths) {
    const way = relative(root, await realpath(path).catch(() => resolve(path)));
    if (way.startsWith("..") || isAbsolute(way)) return undefined;
  }
  return root;
}

/** The index never indexes itself, nor its settings. */
function ownFiles(location: string): string[] {
  const own = [dirname(DEFAULT_DATABASE), CONFIG_FILE];
  if (isAddress(location)) return own;
  const name = basename(location).replaceAll(/[\\[\]*?!# ]/g, "\\$&");
  return [...own, name, `${name}-wal`, `${name}-shm`, `${name}-journal`];
}
