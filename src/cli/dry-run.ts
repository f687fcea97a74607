import { realpath, stat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import type { IngestOptions } from "../ingest/ingest-types.ts";
import { plan } from "../ingest/plan.ts";
import type { KnowledgeBase } from "../knowledge-base.ts";
import { count } from "./chunk-stats.ts";
import { EXIT } from "./exit-codes.ts";
import { warn, write } from "./output.ts";
import { oneLine } from "./terminal.ts";

/** Names that are shown of each kind. */
const LISTED = 20;
const MARKS = { add: "+", look: "~", remove: "-" } as const;

interface Stored {
  readonly path?: string | undefined;
  readonly bytes?: number | undefined;
  readonly modified?: number | undefined;
}

/**
 * What a run would look at, by size and time of the files: nothing is read or changed. A file whose time is new
 * and whose bytes are not would be found unchanged.
 */
export async function dryRun(
  base: KnowledgeBase | undefined,
  paths: readonly string[],
  options: IngestOptions,
  { removes, json }: { readonly removes: boolean; readonly json: boolean },
): Promise<number> {
  const stored = new Map<string, Stored>();
  if (base !== undefined) for await (const { id, file } of base.documents()) stored.set(id, { ...file });
  const found = { add: [] as string[], look: [] as string[], remove: [] as string[] };
  const failed: string[] = [];
  const seen = new Set<string>();
  for await (const planned of plan(paths, options)) {
    if (seen.has(planned.id)) continue;
    seen.add(planned.id);
    if (planned.kind === "error") failed.push(planned.error.message);
    if (planned.kind !== "file") continue;
    const known = stored.get(planned.id);
    if (known === undefined) found.add.push(planned.id);
    else if (options.rebuild === true || !(await isAsStored(planned.path, known)))
      found.look.push(planned.id);
  }
  if (removes) found.remove = await gone(paths, stored, seen);
  const unchanged = seen.size - found.add.length - found.look.length - failed.length;
  if (json) await write(`${JSON.stringify({ dryRun: true, ...found, unchanged, failed })}\n`);
  else {
    for (const kind of ["add", "look", "remove"] as const) await writeNames(kind, found[kind]);
    const parts = [`${found.add.length} to add`, `${found.look.length} to look at`, `${unchanged} unchanged`];
    if (removes) parts.push(`${found.remove.length} to remove`);
    await write(`${count(seen.size, "file")}: ${parts.join(", ")}. Nothing was changed.\n`);
    for (const message of failed.slice(0, LISTED)) warn(`sherd: ${message}`);
  }
  return failed.length === 0 ? EXIT.ok : seen.size > failed.length ? EXIT.partial : EXIT.failure;
}

async function writeNames(kind: keyof typeof MARKS, ids: readonly string[]): Promise<void> {
  for (const id of ids.slice(0, LISTED)) await write(`${MARKS[kind]} ${oneLine(id)}\n`);
  if (ids.length > LISTED) await write(`${MARKS[kind]} and ${ids.length - LISTED} more\n`);
}

async function isAsStored(path: string, { bytes, modified }: Stored): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.size === bytes && found.mtime.getTime() === modified;
}

/** What came from below the folders and was not met. */
async function gone(
  paths: readonly string[],
  stored: ReadonlyMap<string, Stored>,
  seen: ReadonlySet<string>,
): Promise<string[]> {
  const folders = await Promise.all(
    paths.map(async (path) => (await realpath(path).catch(() => resolve(path))) + sep),
  );
  return [...stored]
    .filter(([id, { path }]) => !seen.has(id) && folders.some((folder) => path?.startsWith(folder) === true))
    .map(([id]) => id);
}
