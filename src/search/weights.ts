import type { WordField } from "../core/store.ts";

/**
 * How much each part of a score counts. The defaults sit in the middle of ranges over which figures hardly
 * change on code, prose and transcripts together (docs/BENCHMARKS.md has the table with each switched off).
 */
export interface SearchWeights {
  /** Of words, by where they stand. */
  readonly fields: Readonly<Record<WordField, number>>;
  /** Of the whole document's words, next to 1 for the chunk's. */
  readonly document: number;
  /** Share of meaning in the sum with words, 0 to 1. */
  readonly meaning: number;
  /** Of the nearness to the whole document, next to 1 for the chunk's. */
  readonly meaningDocument: number;
  /** Share of the query's words, by rarity, that the chunk has. */
  readonly coverage: number;
  /** How near words that are neighbours in the query stand to each other in the chunk. */
  readonly proximity: number;
  /** Of the better of the two chunks next to it. */
  readonly neighbours: number;
  /** Of a parent's second-best child. */
  readonly parent: number;
}

/** Some of them; what is left out is as by default. */
export type GivenWeights = Partial<Omit<SearchWeights, "fields">> & {
  readonly fields?: Partial<SearchWeights["fields"]> | undefined;
};

/**
 * Fields around the text count less than the text: they say what a passage is about, not that it answers. Names count
 * as much: who asks for a name asks for what defines it.
 */
const FIELDS: SearchWeights["fields"] = {
  text: 1,
  path: 0.5,
  title: 0.5,
  names: 1,
  keywords: 0.5,
  context: 0.75,
  questions: 0.75,
};

export const DEFAULT_WEIGHTS: SearchWeights = {
  fields: FIELDS,
  document: 0.5,
  meaning: 0.2,
  meaningDocument: 0.2,
  coverage: 0.2,
  proximity: 0.25,
  neighbours: 0.2,
  parent: 0.1,
};

/** A larger model's vectors tell more; the bundled one's mainly help where words fail. */
const MEANING_OF_LARGE_MODELS = 0.3;

export function resolveWeights(
  given: GivenWeights | undefined,
  embedderId: string | undefined,
): SearchWeights {
  const meaning =
    embedderId === undefined || embedderId.startsWith("bundled:")
      ? DEFAULT_WEIGHTS.meaning
      : MEANING_OF_LARGE_MODELS;
  return { ...DEFAULT_WEIGHTS, meaning, ...given, fields: { ...FIELDS, ...given?.fields } };
}
