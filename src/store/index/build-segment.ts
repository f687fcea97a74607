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

/** A term's chunks in the order they come: the first by itself, for most terms have one, and lists cost ten times that. */
class OpenList {
  readonly field: number;
  readonly first: number;
  count = 1;
  more: { readonly numbers: number[]; readonly counts: number[] } | undefined;

  constructor(field: number, first: number) {
    this.field = field;
    this.first = first;
  }

  add(number: number): void {
    const { more } = this;
    if (more === undefined) {
      if (number !== this.first) this.more = { numbers: [number], counts: [1] };
      else if (this.count < MOST_REPEATS) this.count++;
      return;
    }
    const last = more.numbers.length - 1;
    if (more.numbers[last] !== number) {
      more.numbers.push(number);
      more.counts.push(1);
    } else if (more.counts[last] < MOST_REPEATS) more.counts[last]++;
  }

  close(): PostingList {
    const { field, first, count, more } = this;
    const length = 1 + (more?.numbers.length ?? 0);
    const numbers = new Uint32Array(length).fill(first, 0, 1);
    const counts = new Uint8Array(length).fill(count, 0, 1);
    if (more !== undefined) {
      numbers.set(more.numbers, 1);
      counts.set(more.counts, 1);
    }
    return { field, numbers, counts };
  }
}

function buildPostings(entries: readonly IndexedChunk[]): Map<string, PostingList[]> {
  const open = new Map<string, OpenList[]>();
  for (const { number, terms } of entries) {
    WORD_FIELDS.forEach((name, field) => {
      for (const term of terms[name] ?? []) addTo(open, term, field, number);
    });
  }
  const closed = new Map<string, PostingList[]>();
  for (const term of [...open.keys()].sort()) {
    const lists = open.get(term) ?? [];
    open.delete(term);
    closed.set(
      term,
      lists.sort((a, b) => a.field - b.field).map((list) => list.close()),
    );
  }
  return closed;
}

function addTo(open: Map<string, OpenList[]>, term: string, field: number, number: number): void {
  const lists = open.get(term);
  if (lists === undefined) {
    open.set(term, [new OpenList(field, number)]);
    return;
  }
  for (const list of lists) {
    if (list.field !== field) continue;
    list.add(number);
    return;
  }
  lists.push(new OpenList(field, number));
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
