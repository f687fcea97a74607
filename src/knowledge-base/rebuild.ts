import type { Report } from "../core/progress.ts";
import { isDamaged, UNINDEXED } from "../core/store.ts";
import { BatchWriter } from "../ingest/batch-writer.ts";
import { isGiven } from "../ingest/check.ts";
import type { IngestContext } from "../ingest/ingest.ts";
import type { IngestSummary } from "../ingest/ingest-types.ts";
import { analysed, prepare } from "../ingest/prepare.ts";
import { withoutLanguage } from "../ingest/recipe.ts";
import { Tally } from "../ingest/tally.ts";
import { analysedAnew, readWhole } from "./read-whole.ts";

/** How many documents another recipe made. */
export function outdatedDocuments(
  recipes: Readonly<Record<string, number>>,
  recipe: string,
  givenRecipe: string,
): number {
  let outdated = 0;
  for (const [made, documents] of Object.entries(recipes))
    if (withoutLanguage(made) !== (isGiven(made) ? givenRecipe : recipe)) outdated += documents;
  return outdated;
}

/** Makes outdated documents again from the text that is stored; chunks that were given stay as they are. */
export async function rebuild(
  context: IngestContext,
  report: Report,
  signal: AbortSignal,
): Promise<IngestSummary> {
  const { store, space, embedder, chunker, recipe, givenRecipe } = context;
  const tally = new Tally(report);
  const { recipes } = await store.facts(space);
  tally.total = outdatedDocuments(recipes, recipe, givenRecipe);
  const writer = new BatchWriter(store, space, embedder);
  for await (const record of store.documents(space)) {
    signal.throwIfAborted();
    const isKept = isGiven(record.recipe);
    const isCurrent = withoutLanguage(record.recipe) === (isKept ? givenRecipe : recipe);
    if (isCurrent && !isDamaged(record)) continue;
    const whole = await readWhole(store, space, record.id);
    if (whole === undefined) continue;
    const { document, chunks } = whole;
    const { file } = document;
    const hash = document.hash.replace(UNINDEXED, "");
    const prepared = isKept
      ? await analysed(analysedAnew(document), chunks)
      : await prepare({ document, file, hash }, chunker, recipe, { signal });
    if (prepared !== undefined) writer.add(prepared, false);
    if (writer.isFull) tally.written(await writer.flush({ signal }));
  }
  tally.written(await writer.flush({ signal }));
  return tally.summary();
}
