import { type FieldTerms, WORD_FIELDS } from "../../core/store.ts";
import { FlatPostings } from "./flat-postings.ts";
import { quantise } from "./quantise.ts";
import type { Segment, VectorBlock } from "./segment.ts";

/** A searched chunk as the index sees it: numbers rise from one to the next. */
export interface IndexedChunk {
  readonly number: number;
  /** At least 1. */
  readonly document: number;
  readonly terms: FieldTerms;
  /** All of one length. */
  readonly vectors: readonly Float32Array[];
}

/** A segment whose terms can be listed, as a writer needs them. */
interface BuiltSegment extends Segment {
  readonly words: FlatPostings;
}

const LONGEST_FIELD = 0xffff;

/** Postings, lengths and vectors of chunks, in memory. */
export function buildSegment(first: number, entries: readonly IndexedChunk[]): BuiltSegment {
  const size = entries.length === 0 ? 0 : entries[entries.length - 1].number - first + 1;
  const documents = new Uint32Array(size);
  for (const { number, document } of entries) documents[number - first] = document;
  const words = FlatPostings.of(entries);
  let places: ReadonlyMap<string, number> | undefined;
  return {
    first,
    size,
    documents,
    lengths: WORD_FIELDS.map((field) => {
      if (!entries.some((entry) => (entry.terms[field]?.length ?? 0) > 0)) return new Uint16Array(0);
      const lengths = new Uint16Array(size);
      for (const { number, terms } of entries)
        lengths[number - first] = Math.min(LONGEST_FIELD, terms[field]?.length ?? 0);
      return lengths;
    }),
    dead: new Uint8Array(size),
    get hasDead() {
      return this.dead.includes(1);
    },
    words,
    postings: (term) => {
      places ??= new Map(words.terms.map((known, place) => [known, place]));
      const place = places.get(term);
      return place === undefined ? [] : words.lists(place, first);
    },
    vectors: buildVectors(entries),
  };
}

function buildVectors(entries: readonly IndexedChunk[]): VectorBlock[] {
  const numbers: number[] = [];
  const vectors: Float32Array[] = [];
  for (const entry of entries) {
    for (const vector of entry.vectors) {
      numbers.push(entry.number);
      vectors.push(vector);
    }
  }
  if (vectors.length === 0) return [];
  const dimensions = vectors[0].length;
  const scales = new Float32Array(vectors.length);
  const data = new Int8Array(vectors.length * dimensions);
  vectors.forEach((vector, i) => {
    scales[i] = quantise(vector, data.subarray(i * dimensions, (i + 1) * dimensions));
  });
  return [{ dimensions, numbers: Uint32Array.from(numbers), scales, data }];
}
