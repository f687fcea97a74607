import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { DocumentRecord } from "../core/store.ts";
import type { IngestOptions } from "../ingest/ingest-types.ts";
import { plan } from "../ingest/plan.ts";
import { findGone, reasonToKeep } from "../ingest/prune.ts";
import type { ContextEstimate, KnowledgeBase } from "../knowledge-base.ts";
import { count } from "./chunk-stats.ts";
import { renderEstimate } from "./context-cost.ts";
import { EXIT } from "./exit-codes.ts";
import { warn, write } from "./output.ts";
import { oneLine } from "./terminal.ts";

/** Names that are shown of each kind. */
const LISTED = 20;
const MARKS = { add: "+", look: "~", remove: "-" } as const;

/** That the run removes what is gone, and whether it is told to remove however much that is. */
export interface Removal {
  readonly force: boolean;
}

interface DryRunOutput {
  readonly removal?: Removal | undefined;
  readonly json: boolean;
  readonly maxCost?: number | undefined;
}

type Stored = Pick<DocumentRecord, "id" | "file">;

/**
 * What a run would look at, by size and time of the files: nothing is read or changed. A file whose time is new
 * and whose bytes are not would be found unchanged.
 */
export async function dryRun(
  base: KnowledgeBase | undefined,
  paths: readonly string[],
  options: IngestOptions,
  { removal, json, maxCost }: DryRunOutput,
  isEstimated = false,
): Promise<number> {
  if (base !== undefined && options.retryFailed === true)
    return writeEstimate(await base.estimateContexts(paths.length === 0 ? undefined : paths, options), {
      json,
      maxCost,
    });
  const stored = new Map<string, Stored>();
  if (base !== undefined) for await (const record of base.documents()) stored.set(record.id, record);
  const found = { add: [] as string[], look: [] as string[], remove: [] as string[] };
  const failed: string[] = [];
  const seen = new Map<string, string | undefined>();
  let isComplete = true;
  for await (const planned of plan(paths, options)) {
    if (seen.has(planned.id)) continue;
    seen.set(planned.id, planned.kind === "file" ? planned.path : undefined);
    if (planned.kind === "error") {
      failed.push(planned.error.message);
      isComplete &&= !planned.hidesFiles;
    }
    if (planned.kind !== "file") continue;
    const known = stored.get(planned.id);
    if (known === undefined) found.add.push(planned.id);
    else if (options.rebuild === true || !(await isAsStored(planned.path, known)))
      found.look.push(planned.id);
  }
  let kept = 0;
  if (removal !== undefined) {
    const folder = await realpath(paths[0]).catch(() => resolve(paths[0]));
    const gone = await findGone(stored.values(), folder, seen);
    const reason = reasonToKeep(gone, { folder, isComplete, force: removal.force });
    if (reason === undefined) found.remove = [...gone.ids];
    else {
      kept = gone.ids.length;
      warn(`sherd: ${reason}`);
    }
  }
  const unchanged = seen.size - found.add.length - found.look.length - failed.length;
  const estimate = isEstimated ? await base?.estimateContexts(paths, options) : undefined;
  const contexts = estimate === undefined ? {} : { contexts: estimateJson(estimate) };
  if (json)
    await write(`${JSON.stringify({ dryRun: true, ...found, kept, unchanged, failed, ...contexts })}\n`);
  else {
    for (const kind of ["add", "look", "remove"] as const) await writeNames(kind, found[kind]);
    const parts = [`${found.add.length} to add`, `${found.look.length} to look at`, `${unchanged} unchanged`];
    if (removal !== undefined) parts.push(`${found.remove.length} to remove`);
    await write(`${count(seen.size, "file")}: ${parts.join(", ")}. Nothing was changed.\n`);
    if (estimate !== undefined) await write(`\n${renderEstimate(estimate, maxCost)}Nothing was sent.\n`);
    const unread = estimate?.failed.map(({ error }) => error.message) ?? [];
    for (const message of new Set([...failed, ...unread].slice(0, LISTED))) warn(`sherd: ${message}`);
  }
  return failed.length === 0 ? EXIT.ok : seen.size > failed.length ? EXIT.partial : EXIT.failure;
}

/** Contexts alone, where nothing else would be done. */
async function writeEstimate(
  estimate: ContextEstimate,
  { json, maxCost }: Omit<DryRunOutput, "removal">,
): Promise<number> {
  await write(
    json
      ? `${JSON.stringify({ dryRun: true, contexts: estimateJson(estimate) })}\n`
      : `${renderEstimate(estimate, maxCost)}Nothing was sent.\n`,
  );
  return EXIT.ok;
}

function estimateJson({ failed, ...estimate }: ContextEstimate): object {
  return { ...estimate, failed: failed.map(({ id, error }) => ({ id, code: error.code })) };
}

async function writeNames(kind: keyof typeof MARKS, ids: readonly string[]): Promise<void> {
  for (const id of ids.slice(0, LISTED)) await write(`${MARKS[kind]} ${oneLine(id)}\n`);
  if (ids.length > LISTED) await write(`${MARKS[kind]} and ${ids.length - LISTED} more\n`);
}

async function isAsStored(path: string, { file }: Stored): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.size === file?.bytes && found.mtime.getTime() === file.modified;
}
