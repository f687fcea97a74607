import type { Embedder } from "../core/embedder.ts";
import type { Report } from "../core/progress.ts";
import type { DocumentRecord, Space, Store } from "../core/store.ts";
import { BatchWriter } from "../ingest/batch-writer.ts";
import type { IngestSummary } from "../ingest/ingest-types.ts";
import { analysed } from "../ingest/prepare.ts";
import { makerOf } from "../ingest/recipe.ts";
import { Tally } from "../ingest/tally.ts";
import { analysedAnew, readWhole, recordOf } from "./read-whole.ts";
import { nextOf } from "./workspace-name.ts";

/**
 * Makes all vectors of a space with another model: beside the present ones, which are searched until the new
 * ones are all there. A run that was stopped is taken up where it ended; what changes meanwhile is done at the
 * end.
 */
export async function reembed(
  store: Store,
  space: Space,
  embedder: Embedder,
  report: Report,
  signal: AbortSignal,
): Promise<IngestSummary> {
  const next = nextOf(space, "reembed");
  const { embedder: begun } = await store.stats(next);
  if (begun !== undefined && begun !== embedder.id) await empty(store, next);
  const tally = new Tally(report);
  for (let isFirst = true; ; isFirst = false) {
    const { documents, revision } = await store.stats(space);
    tally.total = documents;
    await copyChanged(store, space, next, embedder, isFirst, tally, signal);
    if (await store.move(next, space, { revision })) return tally.summary();
  }
}

async function copyChanged(
  store: Store,
  space: Space,
  next: Space,
  embedder: Embedder,
  isFirst: boolean,
  tally: Tally,
  signal: AbortSignal,
): Promise<void> {
  const writer = new BatchWriter(store, next, embedder);
  const there = new Set<string>();
  for await (const record of store.documents(space)) {
    signal.throwIfAborted();
    there.add(record.id);
    const copy = await recordOf(store, next, record.id);
    if (copy !== undefined && isSame(copy, record)) {
      if (isFirst) tally.unchanged(record.id, false);
      continue;
    }
    const whole = await readWhole(store, space, record.id);
    if (whole === undefined) continue;
    writer.add(await analysed(analysedAnew(whole.document), whole.chunks), copy === undefined);
    if (writer.isFull) tally.written(await writer.flush({ signal }));
  }
  tally.written(await writer.flush({ signal }));
  const gone: string[] = [];
  for await (const { id } of store.documents(next)) if (!there.has(id)) gone.push(id);
  if (gone.length > 0) await store.remove(next, gone);
}

function isSame(copy: DocumentRecord, record: DocumentRecord): boolean {
  const isSameText = copy.hash === record.hash && copy.chunks === record.chunks;
  return isSameText && makerOf(copy.recipe) === makerOf(record.recipe);
}

/** Without a trace, its embedder included. */
export async function empty(store: Store, space: Space): Promise<void> {
  await store.move(nextOf(space, "nothing"), space);
}
