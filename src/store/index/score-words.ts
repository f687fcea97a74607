import { WORD_FIELDS, type WordHit, type WordQuery } from "../../core/store.ts";
import { type AllowedDocuments, bestChunks } from "./best-chunks.ts";
import { documentRuns } from "./document-runs.ts";
import { roomFor } from "./room.ts";
import type { PostingList, Segment } from "./segment.ts";
import { DOCUMENT_FIELDS, type WordStatistics, wordStatistics } from "./statistics.ts";

/** How fast repeats of a term stop counting: the usual value, for chunks and documents alike. */
const K1 = 1.2;
/** How much a long text is held against its terms, 0 to 1. */
const B = 0.75;

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
  const scores = chunkScores(terms, segments, statistics);
  const documents = documentScores(terms, segments, statistics);
  const found = { scores, documents, weight: query.documentWeight, lists: listsOf(terms, segments) };
  const best = bestChunks(segments, found, query.limit, allowed);
  return best.map(({ number, score }) => {
    const s = segments.findIndex(({ first, size }) => first <= number && number < first + size);
    const i = number - segments[s].first;
    return new Found(
      numberOf(number),
      documentOf(number),
      score,
      scores[s][i],
      documents[segments[s].documents[i]],
      () => matchesOf(terms, number, i, s, segments[s], statistics),
    );
  });
}

class Found implements WordHit {
  readonly number: number;
  readonly documentNumber: number | undefined;
  readonly score: number;
  readonly chunk: number;
  readonly document: number;
  /** Of two hundred hits, most are never asked why. */
  readonly #why: () => WordHit["matches"];
  #matches: WordHit["matches"] | undefined;

  constructor(
    number: number,
    documentNumber: number | undefined,
    score: number,
    chunk: number,
    document: number,
    why: () => WordHit["matches"],
  ) {
    this.number = number;
    this.documentNumber = documentNumber;
    this.score = score;
    this.chunk = chunk;
    this.document = document;
    this.#why = why;
  }

  get matches(): WordHit["matches"] {
    this.#matches ??= this.#why();
    return this.#matches;
  }
}

// The same for every search: nothing waits while they are used, and fresh pages would cost more than the sums.
let chunkRoom = new Float64Array(0);
let documentRoom = new Float64Array(0);
/** Zero between uses. */
let countRoom = new Float64Array(0);
let havingRoom = new Uint32Array(0);

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

/** For each segment the chunks that have a term, rare terms first. */
function listsOf(terms: readonly OpenTerm[], segments: readonly Segment[]): Uint32Array[][] {
  const lists = segments.map((): Uint32Array[] => []);
  for (const term of terms)
    for (const { parts } of term.lists)
      for (const { segment, list } of parts) lists[segment].push(list.numbers);
  for (const own of lists) own.sort((a, b) => a.length - b.length);
  return lists;
}

function chunkScores(
  terms: readonly OpenTerm[],
  segments: readonly Segment[],
  { meanLengths }: WordStatistics,
): Float64Array[] {
  const total = segments.reduce((sum, { size }) => sum + size, 0);
  if (chunkRoom.length < total) chunkRoom = new Float64Array(roomFor(total));
  chunkRoom.fill(0, 0, total);
  let at = 0;
  const scores = segments.map(({ size }) => {
    at += size;
    return chunkRoom.subarray(at - size, at);
  });
  for (const { lists } of terms) {
    for (const { field, weight, parts } of lists) {
      for (const { segment, list } of parts)
        addList(scores[segment], list, segments[segment], weight, meanLengths[field]);
    }
  }
  return scores;
}

/** Adds `weight × saturation`, with what does not change taken out of the loop. */
function addList(
  scores: Float64Array,
  { field, numbers, counts }: PostingList,
  { first, lengths }: Segment,
  weight: number,
  mean: number,
): void {
  const own = lengths[field];
  const constant = K1 * (1 - B);
  const perTerm = (K1 * B) / mean;
  const most = weight * (K1 + 1);
  for (let i = 0; i < numbers.length; i++) {
    const place = numbers[i] - first;
    const count = counts[i];
    scores[place] += (most * count) / (count + constant + perTerm * own[place]);
  }
}

/** BM25 of whole documents, by their numbers: a term's count in a document is the sum of its chunks'. */
function documentScores(
  terms: readonly OpenTerm[],
  segments: readonly Segment[],
  { documents, areTogether, documentLengths, meanDocumentLengths }: WordStatistics,
): Float64Array {
  const { length } = documentLengths[0];
  if (documentRoom.length < length) {
    documentRoom = new Float64Array(roomFor(length));
    countRoom = new Float64Array(roomFor(length));
    havingRoom = new Uint32Array(roomFor(length));
  }
  const scores = documentRoom.subarray(0, length).fill(0);
  for (const { lists } of terms) {
    for (const list of lists) {
      const field = DOCUMENT_FIELDS.indexOf(list.field);
      if (field < 0) continue;
      const [lengths, mean] = [documentLengths[field], meanDocumentLengths[field]];
      if (areTogether) {
        const weight = list.fieldWeight * rarity(documents, liveRuns(list, segments));
        for (const part of list.parts)
          addRuns(scores, part.list, segments[part.segment], weight, lengths, mean);
        continue;
      }
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

/** How many documents have the term, where each has one run in all lists. */
function liveRuns({ parts }: OpenList, segments: readonly Segment[]): number {
  let live = 0;
  for (const { segment, list } of parts) {
    const { first, dead, hasDead } = segments[segment];
    const { numbers } = documentRuns(list, segments[segment]);
    if (!hasDead) live += numbers.length;
    else for (let i = 0; i < numbers.length; i++) live += 1 - dead[numbers[i] - first];
  }
  return live;
}

/** The dead get scores too, which nobody looks at. */
function addRuns(
  scores: Float64Array,
  list: PostingList,
  segment: Segment,
  weight: number,
  lengths: Float64Array,
  mean: number,
): void {
  const { first, documents } = segment;
  const { numbers, counts } = documentRuns(list, segment);
  for (let i = 0; i < numbers.length; i++) {
    const document = documents[numbers[i] - first];
    scores[document] += weight * saturation(counts[i], lengths[document], mean);
  }
}

/** How many documents have the term: their numbers are then in `havingRoom`, what they have of it in `countRoom`. */
function countByDocument({ parts }: OpenList, segments: readonly Segment[]): number {
  let having = 0;
  for (const { segment, list } of parts) {
    const { first, documents, dead } = segments[segment];
    const { numbers, counts } = documentRuns(list, segments[segment]);
    for (let i = 0; i < numbers.length; i++) {
      const place = numbers[i] - first;
      if (dead[place] !== 0) continue;
      const document = documents[place];
      if (countRoom[document] === 0) havingRoom[having++] = document;
      countRoom[document] += counts[i];
    }
  }
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
