import { type FieldTerms, WORD_FIELDS } from "../../core/store.ts";
import type { PostingList } from "./segment.ts";

const FIELDS = WORD_FIELDS.length;
const MOST_REPEATS = 0xff;

interface Numbered {
  readonly number: number;
  readonly terms: FieldTerms;
}

/**
 * The postings of chunks, in a few long arrays: an object for each list would cost more than what it holds. A term's
 * lists follow one another, field after field, and terms in their order by code unit.
 */
export class FlatPostings {
  readonly terms: readonly string[];
  readonly numbers: Uint32Array;
  readonly counts: Uint8Array;
  /** Where each term's list of each field begins. */
  readonly #starts: Uint32Array;

  private constructor(
    terms: readonly string[],
    lists: { numbers: Uint32Array; counts: Uint8Array; starts: Uint32Array },
  ) {
    this.terms = terms;
    this.numbers = lists.numbers;
    this.counts = lists.counts;
    this.#starts = lists.starts;
  }

  /** Numbers must rise from one chunk to the next. */
  static of(chunks: readonly Numbered[]): FlatPostings {
    const { ids, keys, numbers, counts } = recordsOf(chunks);
    const lengths = new Uint32Array(ids.size * FIELDS);
    for (const key of keys) lengths[key]++;
    const terms = [...ids.keys()].sort();
    const starts = new Uint32Array(terms.length * FIELDS + 1);
    /** Where the next of each list goes, by its key. */
    const places = new Uint32Array(ids.size * FIELDS);
    let end = 0;
    terms.forEach((term, i) => {
      const key = (ids.get(term) ?? 0) * FIELDS;
      for (let field = 0; field < FIELDS; field++) {
        starts[i * FIELDS + field] = end;
        places[key + field] = end;
        end += lengths[key + field];
      }
    });
    starts[terms.length * FIELDS] = end;
    const sorted = { numbers: new Uint32Array(end), counts: new Uint8Array(end), starts };
    for (let i = 0; i < keys.length; i++) {
      const place = places[keys[i]]++;
      sorted.numbers[place] = numbers[i];
      sorted.counts[place] = counts[i];
    }
    return new FlatPostings(terms, sorted);
  }

  /** Where the list of a term's place and a field begins in the arrays; it ends where the next field's begins. */
  start(place: number, field: number): number {
    return this.#starts[place * FIELDS + field];
  }

  /** Of the term at a place, for a segment that begins with the chunk `first`. */
  lists(place: number, first: number): PostingList[] {
    const lists: PostingList[] = [];
    for (let field = 0; field < FIELDS; field++) {
      const start = this.start(place, field);
      const end = this.start(place, field + 1);
      if (start === end) continue;
      lists.push({
        field,
        places: this.numbers.slice(start, end).map((number) => number - first),
        counts: this.counts.subarray(start, end),
      });
    }
    return lists;
  }
}

/** One record for each chunk, field and term that come together, in the chunks' order. */
class Records {
  /** Terms in the order they were met. */
  readonly ids = new Map<string, number>();
  /** A term's id and a field. */
  readonly #keys: Int32Array;
  readonly #numbers: Uint32Array;
  readonly #counts: Uint8Array;
  /** The last record of each key. */
  #last = new Int32Array(1_024 * FIELDS).fill(-1);
  #length = 0;

  constructor(most: number) {
    this.#keys = new Int32Array(most);
    this.#numbers = new Uint32Array(most);
    this.#counts = new Uint8Array(most);
  }

  get keys(): Int32Array {
    return this.#keys.subarray(0, this.#length);
  }

  get numbers(): Uint32Array {
    return this.#numbers;
  }

  get counts(): Uint8Array {
    return this.#counts;
  }

  /** A list at a time: a loop over all would be compiled anew in many batches, while it runs. */
  add(terms: readonly string[], field: number, number: number): void {
    const [keys, numbers, counts] = [this.#keys, this.#numbers, this.#counts];
    let length = this.#length;
    for (let i = 0; i < terms.length; i++) {
      const key = this.#idOf(terms[i]) * FIELDS + field;
      const record = this.#last[key];
      if (record >= 0 && numbers[record] === number) {
        if (counts[record] < MOST_REPEATS) counts[record]++;
        continue;
      }
      this.#last[key] = length;
      keys[length] = key;
      numbers[length] = number;
      counts[length++] = 1;
    }
    this.#length = length;
  }

  #idOf(term: string): number {
    const known = this.ids.get(term);
    if (known !== undefined) return known;
    const id = this.ids.size;
    this.ids.set(term, id);
    if (this.ids.size * FIELDS > this.#last.length) this.#last = grown(this.#last);
    return id;
  }
}

function recordsOf(chunks: readonly Numbered[]): Records {
  const records = new Records(chunks.reduce((sum, { terms }) => sum + termsIn(terms), 0));
  for (const { number, terms } of chunks) {
    for (let field = 0; field < FIELDS; field++) {
      const own = terms[WORD_FIELDS[field]];
      if (own !== undefined) records.add(own, field, number);
    }
  }
  return records;
}

function termsIn(terms: FieldTerms): number {
  return WORD_FIELDS.reduce((sum, field) => sum + (terms[field]?.length ?? 0), 0);
}

function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2).fill(-1, array.length);
  larger.set(array);
  return larger;
}
