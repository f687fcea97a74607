import { SherdError } from "../core/errors.ts";
import type { FieldTerms } from "../core/store.ts";

/**
 * Distinct terms of one document, each field's own: while its index is made, each takes about 1.2 KB, and all are
 * held at once. Books have some ten thousand; what has more than this is a list of numbers or names.
 */
const MOST_TERMS = 1_500_000;
/** Chunks that cannot hold so many are not looked at: to count costs time. */
const LEAST_COUNTED = 10_000;

/** A document that would fill the memory is refused by itself, instead of ending the program. */
export function checkTerms(
  id: string,
  terms: readonly (FieldTerms | undefined)[],
  { most = MOST_TERMS, leastCounted = LEAST_COUNTED } = {},
): void {
  if (terms.length < leastCounted) return;
  const distinct = new Map<string, Set<string>>();
  let count = 0;
  for (const fields of terms) {
    for (const [field, own] of Object.entries(fields ?? {})) {
      const seen = distinct.get(field) ?? new Set();
      distinct.set(field, seen);
      const before = seen.size;
      for (const term of own) seen.add(term);
      count += seen.size - before;
    }
    if (count > most)
      throw new SherdError(
        "LIMIT_EXCEEDED",
        `${id} has more than ${most} different words, numbers and names; one document may not have more. Split it into several.`,
        { id, limit: "terms", most },
      );
  }
}

/** Whether a thread died for want of memory. */
export function isOutOfMemory(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** A thread that ran out of memory, as one document's fault; undefined for other errors. */
export function outOfMemory(id: string, cause: unknown): SherdError | undefined {
  if (!isOutOfMemory(cause)) return undefined;
  return new SherdError(
    "LIMIT_EXCEEDED",
    `${id} needs more memory to be split than a thread may use. Split it into several, or let Node use more (--max-old-space-size).`,
    { id, limit: "memory" },
    { cause },
  );
}
