import { invalidOption } from "../core/errors.ts";
import { resolveWeights, type SearchWeights } from "../search/weights.ts";
import { checkNames } from "./check-names.ts";

/** How much what surrounds a chunk counts for its turn. Measured: docs/BENCHMARKS.md, Memory. */
export interface MemoryWeights {
  /**
   * Of what the turn before in the same session is better by: what was said just before says what a short answer is
   * about. 0 to 1.
   */
  readonly previous: number;
  /** The same of the turn after. */
  readonly next: number;
  /**
   * Of the turn as a whole, from its own index. 0 by default, which spares that search: a third of the time for no
   * measured gain.
   */
  readonly whole: number;
  /**
   * Of the words of extracted facts; their vectors count anyway. 0 by default, for what rules find stands in the turn
   * in the same words. To be raised for an extractor that says who "she" is.
   */
  readonly facts: number;
  /**
   * Of words and vectors, as in the search of documents, but for `meaningDocument`, which is 0: most turns are one
   * chunk, and to add up the vectors of each costs a quarter of the time.
   */
  readonly search: Partial<SearchWeights>;
}

export const DEFAULT_MEMORY_WEIGHTS: MemoryWeights = {
  previous: 0.5,
  next: 0.5,
  whole: 0,
  facts: 0,
  search: {},
};

export interface ResolvedWeights extends Omit<MemoryWeights, "search"> {
  readonly search: SearchWeights;
}

/** Throws `INVALID_OPTION`. */
export function resolveMemoryWeights(
  given: Partial<MemoryWeights> | undefined,
  embedderId: string | undefined,
): ResolvedWeights {
  checkNames("weights", given ?? {}, Object.keys(DEFAULT_MEMORY_WEIGHTS));
  const all = { ...DEFAULT_MEMORY_WEIGHTS, ...given };
  for (const name of ["previous", "next", "whole", "facts"] as const)
    if (!(all[name] >= 0 && all[name] <= 1))
      invalidOption(`weights.${name}`, all[name], "a number from 0 to 1");
  const search = resolveWeights({ meaningDocument: 0, ...all.search }, embedderId);
  const context = all.search.fields?.context ?? all.facts;
  return { ...all, search: { ...search, fields: { ...search.fields, context } } };
}
