import type { Chunk } from "../core/chunk.ts";
import type { Call } from "../core/chunker.ts";
import type { Report } from "../core/progress.ts";
import { type DocumentRecord, isDamaged, UNINDEXED } from "../core/store.ts";
import { BatchWriter } from "../ingest/batch-writer.ts";
import { isGiven } from "../ingest/check.ts";
import { mapWithin } from "../ingest/flow.ts";
import type { IngestContext } from "../ingest/ingest.ts";
import type { IngestSummary } from "../ingest/ingest-types.ts";
import { analysed, type Prepared, prepare } from "../ingest/prepare.ts";
import { analysedAnew, readWhole, type WholeDocument } from "../ingest/read-whole.ts";
import {
  contextsIn,
  isOutdated,
  missingContexts,
  type WantedRecipe,
  withoutContexts,
} from "../ingest/recipe.ts";
import { Tally } from "../ingest/tally.ts";

/** How many documents another recipe made. */
export function outdatedDocuments(recipes: Readonly<Record<string, number>>, wanted: WantedRecipe): number {
  let outdated = 0;
  for (const [made, documents] of Object.entries(recipes))
    if (isOutdated(made, ownRecipe(made, wanted), wanted)) outdated += documents;
  return outdated;
}

function ownRecipe(made: string, { recipe, givenRecipe }: WantedRecipe): string {
  return isGiven(made) ? givenRecipe : recipe;
}

/**
 * Makes outdated documents again from the text that is stored; chunks that were given stay as they are. Where a model
 * writes contexts, also those of documents that have none, or another model's.
 */
export async function rebuild(
  context: IngestContext,
  report: Report,
  signal: AbortSignal,
): Promise<IngestSummary> {
  const { store, space, chunker, recipe, situator, contexts } = context;
  const tally = new Tally(report);
  tally.total = outdatedDocuments((await store.facts(space)).recipes, context);
  const made = async ({ document, chunks }: WholeDocument, isCurrent: boolean): Promise<Prepared> => {
    const { file } = document;
    const hash = document.hash.replace(UNINDEXED, "");
    if (isCurrent || isGiven(document.recipe)) {
      const anew = analysedAnew(document);
      if (contexts !== null) return analysed(anew, chunks);
      return analysed({ ...anew, recipe: withoutContexts(anew.recipe) }, chunks.map(withoutGenerated));
    }
    if (situator === undefined && contextsIn(document.recipe) !== undefined) tally.contextLost();
    return prepare({ document, file, hash }, chunker, recipe, { signal });
  };
  return remake(context, tally, signal, async (record, call) => {
    const isCurrent = !isOutdated(record.recipe, ownRecipe(record.recipe, context), context);
    const missing = missingContexts(record.recipe, context, false);
    if (isCurrent && !isDamaged(record) && missing === undefined) return undefined;
    const whole = await readWhole(store, space, record.id);
    if (whole === undefined) return undefined;
    const prepared = await made(whole, isCurrent && !isDamaged(record));
    const which = isCurrent ? (missing ?? "unwritten") : "all";
    return (await situator?.situate(prepared, which, call)) ?? prepared;
  });
}

/** Asks again for contexts that failed or were left out, in the whole space, and does nothing else. */
export function retryContexts(
  context: IngestContext,
  report: Report,
  signal: AbortSignal,
): Promise<IngestSummary> {
  const { store, space, situator } = context;
  return remake(context, new Tally(report), signal, async (record, call) => {
    const missing = missingContexts(record.recipe, context, true);
    if (missing === undefined || isDamaged(record)) return undefined;
    const whole = await readWhole(store, space, record.id);
    return whole && situator?.situate(whole, missing, call);
  });
}

/** Characters of documents that are under way at once. */
const MOST_IN_FLIGHT = 4 * 1024 * 1024;

/** Goes through all documents and stores those anew that `make` gives: several at once while a model writes. */
async function remake(
  { store, space, embedder, situator }: IngestContext,
  tally: Tally,
  signal: AbortSignal,
  make: (record: DocumentRecord, call: Call) => Promise<Prepared | undefined>,
): Promise<IngestSummary> {
  const writer = new BatchWriter(store, space, embedder);
  // Calls of a model that are under way when the run fails must not go on behind it.
  const stop = new AbortController();
  const call = { signal: AbortSignal.any([signal, stop.signal]) };
  const limits = { width: situator === undefined ? 1 : situator.concurrency + 1, most: MOST_IN_FLIGHT };
  const sizes = { before: ({ length }: DocumentRecord) => length };
  try {
    for await (const prepared of mapWithin(store.documents(space), limits, sizes, (one) => make(one, call))) {
      signal.throwIfAborted();
      if (prepared !== undefined) writer.add(prepared, false);
      if (writer.isFull) tally.written(await writer.flush({ signal }));
    }
    tally.written(await writer.flush({ signal }));
  } finally {
    stop.abort();
    await situator?.finish();
  }
  await store.settle(space, tally.summary().chunks);
  tally.contexts = situator?.summary();
  return tally.summary();
}

/** A chunk as its chunker gave it. */
function withoutGenerated({ context, ...chunk }: Chunk): Chunk {
  if (context === undefined || context.prompt === undefined) return { ...chunk, ...(context && { context }) };
  const { given } = context;
  return given === undefined ? chunk : { ...chunk, context: { text: given, by: "given", status: "ok" } };
}
