import { B, K1, rarity, saturation } from "./bm25.ts";
import { documentRuns } from "./document-runs.ts";
import { roomFor } from "./room.ts";
import type { Places, PostingList, Segment } from "./segment.ts";
import { DOCUMENT_FIELDS, type WordStatistics } from "./statistics.ts";

export interface OpenList {
  readonly field: number;
  /** Query weight × field weight. */
  readonly fieldWeight: number;
  /** The same × rarity in this field. */
  readonly weight: number;
  /** One for each segment that has the term. */
  readonly parts: readonly { readonly segment: number; readonly list: PostingList }[];
}

export interface OpenTerm {
  readonly term: string;
  readonly lists: readonly OpenList[];
}

// The same for every search: nothing waits while they are used, and fresh pages would cost more than the sums.
let chunkRoom = new Float64Array(0);
let documentRoom = new Float64Array(0);
/** Zero between uses. */
let countRoom = new Float64Array(0);
let havingRoom = new Uint32Array(0);

/** A list of one segment with all that is needed to add it to the scores. */
interface SegmentList {
  readonly list: PostingList;
  readonly field: number;
  readonly weight: number;
  /** What it adds to its documents, where they are scored with their segment. */
  readonly documents?: { readonly field: number; readonly weight: number } | undefined;
}

/**
 * Scores of chunks and documents, until the next search. A segment's are made when it is asked for, for what its lists
 * need is then in the processor's cache from the first to the last; the scores of documents that lie in several
 * segments are made before.
 */
export class WordScores {
  /** By place, for each segment. */
  readonly chunks: readonly Float64Array[];
  readonly documents: Float64Array;
  /** For each segment the chunks that have a term, rare terms first. */
  readonly places: readonly (readonly Places[])[];
  readonly #segments: readonly Segment[];
  readonly #statistics: WordStatistics;
  readonly #lists: readonly (readonly SegmentList[])[];

  constructor(segments: readonly Segment[], terms: readonly OpenTerm[], statistics: WordStatistics) {
    this.#segments = segments;
    this.#statistics = statistics;
    const lists = segments.map((): SegmentList[] => []);
    for (const list of terms.flatMap((term) => term.lists)) {
      const documents = statistics.areTogether ? documentsOf(list, segments, statistics) : undefined;
      for (const part of list.parts)
        lists[part.segment].push({ list: part.list, field: list.field, weight: list.weight, documents });
    }
    this.#lists = lists;
    this.places = lists.map((own) =>
      own.map(({ list }) => list.places).sort((one, other) => one.length - other.length),
    );
    const total = segments.reduce((sum, { size }) => sum + size, 0);
    if (chunkRoom.length < total) chunkRoom = new Float64Array(roomFor(total));
    let at = 0;
    this.chunks = segments.map(({ size }) => {
      at += size;
      return chunkRoom.subarray(at - size, at);
    });
    this.documents = documentScores(terms, segments, statistics);
  }

  score(s: number): Float64Array {
    const scores = this.chunks[s].fill(0);
    addLists(scores, this.#lists[s], this.#segments[s], this.#statistics);
    addRuns(this.documents, this.#lists[s], this.#segments[s], this.#statistics);
    return scores;
  }
}

/** Undefined for a list of a field by which documents are not scored. */
function documentsOf(
  list: OpenList,
  segments: readonly Segment[],
  { documents }: WordStatistics,
): SegmentList["documents"] {
  const field = DOCUMENT_FIELDS.indexOf(list.field);
  return field < 0
    ? undefined
    : { field, weight: list.fieldWeight * rarity(documents, liveRuns(list, segments)) };
}

/** Adds `weight × saturation`, with what does not change taken out of the loop. */
function addLists(
  scores: Float64Array,
  lists: readonly SegmentList[],
  { lengths }: Segment,
  { meanLengths }: WordStatistics,
): void {
  const constant = K1 * (1 - B);
  for (let l = 0; l < lists.length; l++) {
    const { list, field, weight } = lists[l];
    const { places, counts } = list;
    const own = lengths[field];
    const perTerm = (K1 * B) / meanLengths[field];
    const most = weight * (K1 + 1);
    for (let i = 0; i < places.length; i++) {
      const place = places[i];
      const count = counts[i];
      scores[place] += (most * count) / (count + constant + perTerm * own[place]);
    }
  }
}

/**
 * BM25 of whole documents, by their numbers: a term's count in a document is the sum of its chunks'. Zero where each lies
 * in one segment.
 */
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
  if (areTogether) return scores;
  for (const list of terms.flatMap((term) => term.lists)) {
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
  return scores;
}

/** How many documents have the term, where each has one run in all lists. */
function liveRuns({ parts }: OpenList, segments: readonly Segment[]): number {
  let live = 0;
  for (const { segment, list } of parts) {
    const { dead, hasDead } = segments[segment];
    const { places } = documentRuns(list, segments[segment]);
    if (!hasDead) live += places.length;
    else for (let i = 0; i < places.length; i++) live += 1 - dead[places[i]];
  }
  return live;
}

/** Adds `weight × saturation` as that is written, operation by operation. The dead get scores too, which nobody looks at. */
function addRuns(
  scores: Float64Array,
  lists: readonly SegmentList[],
  segment: Segment,
  { documentLengths, meanDocumentLengths }: WordStatistics,
): void {
  const { documents } = segment;
  const most = K1 + 1;
  const [k1, b, rest] = [K1, B, 1 - B];
  for (let l = 0; l < lists.length; l++) {
    const own = lists[l].documents;
    if (own === undefined) continue;
    const { weight } = own;
    const lengths = documentLengths[own.field];
    const mean = meanDocumentLengths[own.field];
    const { places, counts } = documentRuns(lists[l].list, segment);
    for (let i = 0; i < places.length; i++) {
      const document = documents[places[i]];
      const count = counts[i];
      scores[document] += weight * ((count * most) / (count + k1 * (rest + (b * lengths[document]) / mean)));
    }
  }
}

/** How many documents have the term: their numbers are then in `havingRoom`, what they have of it in `countRoom`. */
function countByDocument({ parts }: OpenList, segments: readonly Segment[]): number {
  let having = 0;
  for (const { segment, list } of parts) {
    const { documents, dead } = segments[segment];
    const { places, counts } = documentRuns(list, segments[segment]);
    for (let i = 0; i < places.length; i++) {
      const place = places[i];
      if (dead[place] !== 0) continue;
      const document = documents[place];
      if (countRoom[document] === 0) havingRoom[having++] = document;
      countRoom[document] += counts[i];
    }
  }
  return having;
}
