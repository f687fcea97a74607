import { contextsIn } from "../ingest/recipe.ts";

/** How many documents have contexts that a model wrote. */
export interface ContextCounts {
  readonly documents: number;
  /** Of these, with chunks whose context failed. */
  readonly failed: number;
  /** Of these, with chunks that were not asked about. */
  readonly skipped: number;
}

/** As their recipes say; undefined where there are none. */
export function contextCounts(recipes: Readonly<Record<string, number>>): ContextCounts | undefined {
  const counts = { documents: 0, failed: 0, skipped: 0 };
  for (const [recipe, documents] of Object.entries(recipes)) {
    const contexts = contextsIn(recipe);
    if (contexts === undefined) continue;
    counts.documents += documents;
    if (contexts.hasFailed) counts.failed += documents;
    if (contexts.hasSkipped) counts.skipped += documents;
  }
  return counts.documents === 0 ? undefined : counts;
}
