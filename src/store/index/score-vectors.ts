import type { VectorHit, VectorQuery } from "../../core/store.ts";
import { type AllowedDocuments, bestChunks } from "./best-chunks.ts";
import { documentNorms } from "./document-norms.ts";
import { highestDocument } from "./highest-document.ts";
import { nearestChunks } from "./nearest-chunks.ts";
import { quantise } from "./quantise.ts";
import { roomFor } from "./room.ts";
import { plainScan, type RoughScan, type ScanBlock } from "./scanned-block.ts";
import type { Segment, VectorBlock } from "./segment.ts";

/** The query's bytes lose less than a hundredth of a cosine: the right ones are among this many more candidates. */
const CANDIDATES = 1.5;
const MORE_CANDIDATES = 50;
/** Half the vectors' bits lose a hundredth. */
const ROUGH_CANDIDATES = 2.5;
const MORE_ROUGH_CANDIDATES = 100;

interface VectorAccess {
  /** The scan; the plain one without it. */
  readonly scan?: ScanBlock | undefined;
  /** Looks first, where documents add nothing. */
  readonly rough?: RoughScan | undefined;
  /** A chunk's vectors as they came, where they are kept: asked for the best of the scan alone. */
  readonly exact?: ((number: number) => readonly Float32Array[] | undefined) | undefined;
}

/**
 * The chunks whose vectors lie nearest to the query's: all are scanned in bytes, and the best are scored again
 * with the query as it is and, where they are kept, the vectors as they came. A chunk's best vector speaks for it.
 */
export function scoreVectors(
  segments: readonly Segment[],
  query: Omit<VectorQuery, "filter" | "embedder">,
  allowed?: AllowedDocuments,
  { scan = plainScan, rough, exact }: VectorAccess = {},
): VectorHit[] {
  const { vector, documentWeight, limit } = query;
  const bytes = new Int8Array(vector.length);
  const scale = quantise(vector, bytes);
  const candidates = CANDIDATES * limit + MORE_CANDIDATES;
  if (documentWeight === 0) {
    const isRough = rough !== undefined && segments.some(({ vectors }) => vectors.some(rough.has));
    const most = isRough ? ROUGH_CANDIDATES * limit + MORE_ROUGH_CANDIDATES : candidates;
    let nearest: readonly { number: number }[] = nearestChunks(
      segments,
      bytes,
      { scan, rough },
      most,
      allowed,
    );
    if (exact !== undefined && isRough)
      nearest = rescore(segments, nearest, query, undefined, undefined).slice(0, candidates);
    return rescore(segments, nearest, query, undefined, exact).slice(0, limit);
  }
  const scanned = new Scan(segments);
  segments.forEach((segment, s) => {
    scanned.add(segment, s, bytes, scale, scan);
  });
  const documents = scanned.documentCosines(segments, vector.length);
  const found = {
    scoresOf: (s: number) => scanned.scores[s],
    documents,
    weight: documentWeight,
    highest: scanned.highest,
  };
  const best = bestChunks(segments, found, candidates, allowed);
  return rescore(segments, best, query, documents, exact).slice(0, limit);
}

/** Added to cosines, so that 0 stands for a chunk without a vector. */
const SEEN = 2;

// The same for every search: nothing waits while they are used.
let scoreRoom = new Float64Array(0);
let sumRoom = new Float64Array(0);
let highestRoom = new Float64Array(0);

/** What a pass over all vectors tells, until the next one. */
class Scan {
  /** The highest cosine of each chunk's vectors and `SEEN`, for each segment by the place in it. */
  readonly scores: readonly Float64Array[];
  /** The highest of these of each document, by its number. */
  readonly highest: Float64Array;
  /** The sum of the cosines of all vectors of each live document, by its number. */
  readonly #sums: Float64Array;

  constructor(segments: readonly Segment[]) {
    const total = segments.reduce((sum, { size }) => sum + size, 0);
    if (scoreRoom.length < total) scoreRoom = new Float64Array(roomFor(total));
    scoreRoom.fill(0, 0, total);
    let at = 0;
    this.scores = segments.map(({ size }) => {
      at += size;
      return scoreRoom.subarray(at - size, at);
    });
    const documents = highestDocument(segments) + 1;
    if (sumRoom.length < documents) {
      sumRoom = new Float64Array(roomFor(documents));
      highestRoom = new Float64Array(roomFor(documents));
    }
    this.highest = highestRoom.subarray(0, documents).fill(0);
    this.#sums = sumRoom.subarray(0, documents).fill(0);
  }

  add(segment: Segment, s: number, query: Int8Array, queryScale: number, scan: ScanBlock): void {
    for (const block of segment.vectors) {
      if (block.dimensions !== query.length) continue;
      scan(query, block, (dots, from, to) => {
        addRows(this.scores[s], this.highest, this.#sums, segment, block, dots, queryScale, from, to);
      });
    }
  }

  /** The cosine with the direction of all of a document's vectors together, by its number; 0 where it has none. */
  documentCosines(segments: readonly Segment[], dimensions: number): Float64Array {
    const cosines = this.#sums;
    const norms = documentNorms(segments, dimensions);
    for (let i = 0; i < cosines.length; i++) cosines[i] = norms[i] > 0 ? cosines[i] / norms[i] : 0;
    return cosines;
  }
}

/** The vectors of a document stand together: their cosines are added up before its place is looked for. */
function addRows(
  scores: Float64Array,
  highest: Float64Array,
  sums: Float64Array,
  { first, documents, dead }: Segment,
  { numbers, scales }: VectorBlock,
  dots: Int32Array,
  queryScale: number,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; ) {
    const start = numbers[i] - first;
    const document = documents[start];
    let sum = 0;
    let most = -1;
    for (; i < to; i++) {
      const place = numbers[i] - first;
      if (documents[place] !== document) break;
      const cosine = dots[i - from] * scales[i] * queryScale;
      if (cosine + SEEN > scores[place]) scores[place] = cosine + SEEN;
      most = Math.max(most, cosine);
      sum += cosine;
    }
    if (dead[start] !== 0) continue;
    sums[document] += sum;
    if (most + SEEN > highest[document]) highest[document] = most + SEEN;
  }
}

function rescore(
  segments: readonly Segment[],
  candidates: readonly { number: number }[],
  { vector, documentWeight }: Omit<VectorQuery, "filter" | "embedder">,
  documents: Float64Array | undefined,
  exact: VectorAccess["exact"],
): VectorHit[] {
  const bytes = new BlockBytes();
  const hits = candidates.map(({ number }): VectorHit => {
    const segment = segments.find(({ first, size }) => first <= number && number < first + size) as Segment;
    const document = documents?.[segment.documents[number - segment.first]] ?? 0;
    const vectors = exact?.(number);
    const cosine =
      vectors === undefined ? bytesCosine(segment, number, vector, bytes) : highestDot(vectors, vector);
    return { number, score: cosine + documentWeight * document, cosine, document };
  });
  return hits.sort((a, b) => b.score - a.score || a.number - b.number);
}

/** A scanned block makes a view of its bytes each time it is asked for them: here once a search. */
class BlockBytes {
  readonly #views = new Map<VectorBlock, Int8Array>();

  of(block: VectorBlock): Int8Array {
    let view = this.#views.get(block);
    if (view === undefined) {
      view = block.data;
      this.#views.set(block, view);
    }
    return view;
  }
}

function highestDot(vectors: readonly Float32Array[], query: Float32Array): number {
  let best = -1;
  for (const vector of vectors) {
    let sum = 0;
    for (let i = 0; i < query.length; i++) sum += query[i] * vector[i];
    best = Math.max(best, sum);
  }
  return best;
}

/** The highest of the chunk's vectors, with the query in floats. */
function bytesCosine({ vectors }: Segment, number: number, vector: Float32Array, bytes: BlockBytes): number {
  let best = -1;
  for (const block of vectors) {
    const { dimensions, numbers, scales } = block;
    if (dimensions !== vector.length || number < numbers[0] || number > numbers[numbers.length - 1]) continue;
    const data = bytes.of(block);
    for (let row = firstRow(numbers, number); numbers[row] === number; row++) {
      let sum = 0;
      for (let i = 0, at = row * dimensions; i < dimensions; i++) sum += vector[i] * data[at + i];
      best = Math.max(best, sum * scales[row]);
    }
  }
  return best;
}

/** By halving: numbers rise, and stand together where a chunk has several vectors. */
function firstRow(numbers: Uint32Array, number: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
