import { WORD_FIELDS, type WordHit, type WordQuery } from "../../core/store.ts";
import type { PostingList, Segment } from "./segment.ts";
import { DOCUMENT_FIELDS, type WordStatistics, wordStatistics } from "./statistics.ts";
import { TopK } from "./top-k.ts";

/** How fast repeats of a term stop counting: the usual value, for chunks and documents alike. */
const K1 = 1.2;
/** How much a long text is held against its terms, 0 to 1. */
const B = 0.75;

/** 1 where a document may be found, by its number. */
export type AllowedDocuments = Uint8Array;

/**
 * The chunks that share most with the query: Okapi BM25 (Robertson and Zaragoza, 2009) in each field, the
 * fields' sums weighted, plus the weighted BM25 of the whole document, which is read from the same lists.
 * `numberOf` gives the numbers that hits have outside, `documentOf` their documents'.
 */
export function scoreWords(
  segments: readonly Segment[],
  query: Omit<WordQuery, "filter">,
  allowed?: AllowedDocuments,
  numberOf: (number: number) => number = (number) => number,
  documentOf: (number: number) => number | undefined = () => undefined,
): WordHit[] {
  const statistics = wordStatistics(segments);
  const terms = openTerms(segments, query, statistics);
  const places = new Places(segments);
  const chunkScores = scratch(places.total);
  for (const term of terms) addChunkScores(chunkScores, term, segments, places, statistics);
  const documentScores = scoreDocuments(terms, segments, statistics);

  const best = new TopK(query.limit, places.total);
  // What the best document could add: most chunks are passed over without a look at theirs.
  const most = query.documentWeight * highest(documentScores);
  segments.forEach(({ first, size, documents, dead }, s) => {
    const base = places.base[s];
    let { least } = best;
    for (let i = 0; i < size; i++) {
      const own = chunkScores[base + i];
      // Without a shared word of its own a chunk is not a hit, however much its document says.
      if (own === 0 || own + most < least || dead[i] !== 0) continue;
      if (allowed !== undefined && allowed[documents[i]] !== 1) continue;
      const score = own + query.documentWeight * documentScores[documents[i]];
      if (score >= least) {
        best.offer(first + i, score);
        least = best.least;
      }
    }
  });
  return best.ranked().map(({ number, score }): WordHit => {
    const s = places.segmentOf(number);
    const i = number - segments[s].first;
    let matches: WordHit["matches"] | undefined;
    return {
      number: numberOf(number),
      documentNumber: documentOf(number),
      score,
      chunk: chunkScores[places.base[s] + i],
      document: documentScores[segments[s].documents[i]],
      // Of two hundred hits, most are never asked why.
      get matches() {
        matches ??= matchesOf(terms, number, i, s, segments[s], statistics);
        return matches;
      },
    };
  });
}

// The same for every search, as is `room`. Counts are zero between uses.
let documentRoom = new Float64Array(0);
let countRoom = new Float64Array(0);
let havingRoom = new Uint32Array(0);

let room = new Float64Array(0);

/** Zeros, the same ones for every search: nothing waits while they are used, and fresh pages would cost more than the sums. */
function scratch(length: number): Float64Array {
  if (room.length < length) room = new Float64Array(length);
  return room.subarray(0, length).fill(0);
}

function highest(values: Float64Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > most) most = values[i];
  return most;
}

interface OpenList {
  readonly field: number;
  /** Query weight × field weight. */
  readonly fieldWeight: number;
  /** The same × rarity in this field. */
  readonly weight: number;
  /** One for each segment that has the term. */
  readonly parts: readonly { readonly segment: number; readonly list: PostingList }[];
}

interface OpenTerm {
  readonly term: string;
  readonly lists: readonly OpenList[];
}

/** Where each segment's scores lie in one array over all. */
class Places {
  readonly base: readonly number[];
  readonly total: number;
  readonly #segments: readonly Segment[];

  constructor(segments: readonly Segment[]) {
    let total = 0;
    this.base = segments.map(({ size }) => {
      const base = total;
      total += size;
      return base;
    });
    this.total = total;
    this.#segments = segments;
  }

  segmentOf(number: number): number {
    return this.#segments.findIndex(({ first, size }) => first <= number && number < first + size);
  }
}

/** Okapi's rarity, never negative (Lucene's form): how much a term tells when `having` of `all` have it. */
function rarity(all: number, having: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5));
}

function saturation(count: number, length: number, mean: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / mean));
}

function openTerms(
  segments: readonly Segment[],
  { terms, fields }: Omit<WordQuery, "filter">,
  statistics: WordStatistics,
): OpenTerm[] {
  return terms.map(({ term, weight }) => {
    const byField = WORD_FIELDS.map((): OpenList["parts"][number][] => []);
    segments.forEach((segment, s) => {
      for (const list of segment.postings(term)) byField[list.field].push({ segment: s, list });
    });
    const lists = byField.flatMap((parts, field) => {
      const fieldWeight = weight * fields[WORD_FIELDS[field]];
      if (parts.length === 0 || fieldWeight === 0) return [];
      const having = parts.reduce(
        (sum, { segment, list }) =>
          sum + (segments[segment].hasDead ? liveIn(list, segments[segment]) : list.numbers.length),
        0,
      );
      return [{ field, fieldWeight, weight: fieldWeight * rarity(statistics.chunks, having), parts }];
    });
    return { term, lists };
  });
}

function liveIn({ numbers }: PostingList, { first, dead }: Segment): number {
  let live = 0;
  for (let i = 0; i < numbers.length; i++) if (dead[numbers[i] - first] === 0) live++;
  return live;
}

function addChunkScores(
  scores: Float64Array,
  { lists }: OpenTerm,
  segments: readonly Segment[],
  places: Places,
  { meanLengths }: WordStatistics,
): void {
  for (const { field, weight, parts } of lists) {
    const mean = meanLengths[field];
    for (const { segment, list } of parts) {
      const { first, lengths } = segments[segment];
      const own = lengths[field];
      const { numbers, counts } = list;
      const shift = places.base[segment] - first;
      // The same as `saturation`, with what does not change taken out of the loop.
      const constant = K1 * (1 - B);
      const perTerm = (K1 * B) / mean;
      const most = weight * (K1 + 1);
      for (let i = 0; i < numbers.length; i++) {
        const number = numbers[i];
        const count = counts[i];
        scores[number + shift] += (most * count) / (count + constant + perTerm * own[number - first]);
      }
    }
  }
}

/** BM25 of whole documents, by their numbers: a term's count in a document is the sum of its chunks'. */
function scoreDocuments(
  terms: readonly OpenTerm[],
  segments: readonly Segment[],
  { documents, documentLengths, meanDocumentLengths }: WordStatistics,
): Float64Array {
  const { length } = documentLengths[0];
  if (documentRoom.length < length) {
    documentRoom = new Float64Array(length);
    countRoom = new Float64Array(length);
    havingRoom = new Uint32Array(length);
  }
  const scores = documentRoom.subarray(0, length).fill(0);
  for (const { lists } of terms) {
    for (const list of lists) {
      const field = DOCUMENT_FIELDS.indexOf(list.field);
      if (field < 0) continue;
      const [lengths, mean] = [documentLengths[field], meanDocumentLengths[field]];
      const having = countByDocument(list, segments);
      const weight = list.fieldWeight * rarity(documents, having);
      for (let i = 0; i < having; i++) {
        const document = havingRoom[i];
        scores[document] += weight * saturation(countRoom[document], lengths[document], mean);
        countRoom[document] = 0;
      }
    }
  }
  return scores;
}

/** How many documents have the term: their numbers are then in `havingRoom`, what they have of it in `countRoom`. */
function countByDocument({ parts }: OpenList, segments: readonly Segment[]): number {
  let having = 0;
  /** A document's chunks stand together: they are added up before its place is looked for. */
  let run = 0;
  let sum = 0;
  const close = (): void => {
    if (sum === 0) return;
    if (countRoom[run] === 0) havingRoom[having++] = run;
    countRoom[run] += sum;
    sum = 0;
  };
  for (const { segment, list } of parts) {
    const { first, documents, dead } = segments[segment];
    const { numbers, counts } = list;
    for (let i = 0; i < numbers.length; i++) {
      const place = numbers[i] - first;
      if (dead[place] !== 0) continue;
      const document = documents[place];
      if (document !== run) {
        close();
        run = document;
      }
      sum += counts[i];
    }
  }
  close();
  return having;
}

function matchesOf(
  terms: readonly OpenTerm[],
  number: number,
  place: number,
  segment: number,
  { lengths }: Segment,
  { meanLengths }: WordStatistics,
): WordHit["matches"] {
  return terms.flatMap(({ term, lists }) =>
    lists.flatMap(({ field, weight, parts }) => {
      const list = parts.find((part) => part.segment === segment)?.list;
      const count = list === undefined ? 0 : countIn(list, number);
      if (count === 0) return [];
      const score = weight * saturation(count, lengths[field][place], meanLengths[field]);
      return [{ term, field: WORD_FIELDS[field], score }];
    }),
  );
}

/** By halving: numbers rise. */
function countIn({ numbers, counts }: PostingList, number: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < number) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === number ? counts[low] : 0;
}
