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
 * with those before. What one document repeats stands at two places of it, and which is meant nobody knows. Without
 * `suppress`, all are distinct.
 */
export class DistinctFamilies {
  readonly #most: number;
  readonly #suppress: boolean;
  readonly #kept: { family: Family; print: TextPrint; duplicates: Duplicate[] }[] = [];

  constructor(most: number, suppress: boolean) {
    this.#most = most;
    this.#suppress = suppress;
  }

  get kept(): readonly DistinctFamily[] {
    return this.#kept;
  }

  get isFull(): boolean {
    return this.#kept.length === this.#most;
  }

  /** Best first. Where it is full, what repeats the last ones is still noted, up to the first that does not. */
  add(families: readonly Family[]): void {
    for (const family of families) {
      const { id, documentId, span } = family.best.chunk;
      const print = new TextPrint(family.best.chunk);
      const same = this.#suppress
        ? this.#kept.find((one) => one.family.best.chunk.documentId !== documentId && one.print.isLike(print))
        : undefined;
      if (same !== undefined) same.duplicates.push({ chunkId: id, documentId, span });
      else if (this.isFull) return;
      else this.#kept.push({ family, print, duplicates: [] });
    }
  }
}
