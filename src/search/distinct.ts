import type { Family } from "./families.ts";
import { TextPrint } from "./near-duplicates.ts";
import type { Duplicate } from "./types.ts";

/** A family with those that say the same and stand below it. */
export interface DistinctFamily {
  readonly family: Family;
  readonly duplicates: readonly Duplicate[];
}

/**
 * Families whose best chunk says what no better one of another document says; at most `most` of them, each compared
 * with those before. What one document repeats stands at two places of it, and which is meant nobody knows.
 */
export function distinctFamilies(families: readonly Family[], most: number): DistinctFamily[] {
  const kept: { family: Family; print: TextPrint; duplicates: Duplicate[] }[] = [];
  for (const family of families) {
    const { id, documentId, span } = family.best.chunk;
    const print = new TextPrint(family.best.chunk);
    const same = kept.find(
      (one) => one.family.best.chunk.documentId !== documentId && one.print.isLike(print),
    );
    if (same !== undefined) same.duplicates.push({ chunkId: id, documentId, span });
    else if (kept.length === most) break;
    else kept.push({ family, print, duplicates: [] });
  }
  return kept;
}

export function everyFamily(families: readonly Family[], most: number): DistinctFamily[] {
  return families.slice(0, most).map((family) => ({ family, duplicates: [] }));
}
