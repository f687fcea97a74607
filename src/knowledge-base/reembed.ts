import type { Embedder } from "../core/embedder.ts";
import type { Report } from "../core/progress.ts";
import type { DocumentRecord, Space, Store } from "../core/store.ts";
import type { VectorFormat } from "../core/vector-format.ts";
import { BatchWriter } from "../ingest/batch-writer.ts";
import type { IngestSummary } from "../ingest/ingest-types.ts";
import { analysed } from "../ingest/prepare.ts";
import { analysedAnew, readWhole, recordOf } from "../ingest/read-whole.ts";
import { makerOf } from "../ingest/recipe.ts";
import { Tally } from "../ingest/tally.ts";
import { empty } from "./staging.ts";
import { nextOf } from "./workspace-name.ts";

/** What the new vectors shall be. */
interface NewVectors {
  readonly embedder: Embedder;
  /** Without it they are kept as the old ones are. */
  readonly format: VectorFormat | undefined;
}

/**
 * Makes all vectors of a space with another model: beside the present ones, which are searched until the new
 * ones are all there. A run that was stopped is taken up where it ended; what changes meanwhile is done at the
 * end.
 */
export async function reembed(
  store: Store,
  space: Space,
  { embedder, format: asked }: NewVectors,
  report: Report,
  signal: AbortSignal,
): Promise<IngestSummary> {
  const next = nextOf(space, "reembed");
  const format = asked ?? (await store.stats(space)).vectorFormat;
  const begun = await store.stats(next);
  const isOther = begun.embedder !== embedder.id || (format !== undefined && begun.vectorFormat !== format);
  if (begun.embedder !== undefined && isOther) await empty(store, next);
  const tally = new Tally(report);
  for (let isFirst = true; ; isFirst = false) {
    const { documents: total, revision } = await store.stats(space);
    tally.total = total;
    const documents = await copyChanged(store, space, next, { embedder, format }, isFirst, tally, signal);
    // Another run, with another model, may have emptied what this one filled.
    if (await store.move(next, space, { revision, documents })) return tally.summary();
  }
}

/** How many are there afterwards. */
async function copyChanged(
  store: Store,
  space: Space,
  next: Space,
  { embedder, format }: NewVectors,
  isFirst: boolean,
  tally: Tally,
  signal: AbortSignal,
): Promise<number> {
  const writer = new BatchWriter(store, next, embedder, format);
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
  let copied = 0;
  for await (const { id } of store.documents(next)) {
    if (there.has(id)) copied++;
    else gone.push(id);
  }
  if (gone.length > 0) await store.remove(next, gone);
  await store.settle(next, tally.summary().chunks);
  return copied;
}

function isSame(copy: DocumentRecord, record: DocumentRecord): boolean {
  const isSameText = copy.hash === record.hash && copy.chunks === record.chunks;
  return isSameText && makerOf(copy.recipe) === makerOf(record.recipe);
}
