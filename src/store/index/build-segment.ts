import { type FieldTerms, WORD_FIELDS } from "../../core/store.ts";
import { quantise } from "./quantise.ts";
import type { PostingList, Segment, VectorBlock } from "./segment.ts";

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
export interface BuiltSegment extends Segment {
  /** In the terms' order by code unit. */
  readonly terms: ReadonlyMap<string, readonly PostingList[]>;
}

const MOST_REPEATS = 0xff;
const LONGEST_FIELD = 0xffff;

/** Postings, lengths and vectors of chunks, in memory. */
export function buildSegment(first: number, entries: readonly IndexedChunk[]): BuiltSegment {
  const size = entries.length === 0 ? 0 : entries[entries.length - 1].number - first + 1;
  const documents = new Uint32Array(size);
  for (const { number, document } of entries) documents[number - first] = document;
  const terms = buildPostings(entries);
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
    terms,
    postings: (term) => terms.get(term) ?? [],
    vectors: buildVectors(entries),
  };
}

interface OpenList {
  readonly field: number;
  readonly numbers: number[];
  readonly counts: number[];
}

function buildPostings(entries: readonly IndexedChunk[]): Map<string, PostingList[]> {
  const open = new Map<string, OpenList[]>();
  for (const { number, terms } of entries) {
    WORD_FIELDS.forEach((name, field) => {
      for (const term of terms[name] ?? []) count(listOf(open, term, field), number);
    });
  }
  const closed = new Map<string, PostingList[]>();
  for (const term of [...open.keys()].sort()) {
    const lists = open.get(term) ?? [];
    closed.set(
      term,
      lists
        .sort((a, b) => a.field - b.field)
        .map(({ field, numbers, counts }) => ({
          field,
          numbers: Uint32Array.from(numbers),
          counts: Uint8Array.from(counts),
        })),
    );
  }
  return closed;
}

function listOf(open: Map<string, OpenList[]>, term: string, field: number): OpenList {
  let lists = open.get(term);
  if (lists === undefined) {
    lists = [];
    open.set(term, lists);
  }
  let list = lists.find((one) => one.field === field);
  if (list === undefined) {
    list = { field, numbers: [], counts: [] };
    lists.push(list);
  }
  return list;
}

function count({ numbers, counts }: OpenList, number: number): void {
  const last = numbers.length - 1;
  if (last >= 0 && numbers[last] === number) {
    if (counts[last] < MOST_REPEATS) counts[last]++;
  } else {
    numbers.push(number);
    counts.push(1);
  }
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
