import type { VectorHit, VectorQuery } from "../../core/store.ts";
import { documentNorms } from "./document-norms.ts";
import { highestDocument } from "./highest-document.ts";
import { quantise } from "./quantise.ts";
import { plainDots } from "./scan.ts";
import type { AllowedDocuments } from "./score-words.ts";
import type { Segment, VectorBlock } from "./segment.ts";
import { TopK } from "./top-k.ts";

/** The query's bytes lose less than a hundredth of a cosine: the right ones are among this many more candidates. */
const CANDIDATES = 1.5;
const MORE_CANDIDATES = 50;

/** The query's dot product with each of a block's vectors, in their bytes' units; good until the next call. */
type DotInt8 = (query: Int8Array, block: VectorBlock) => Int32Array;

interface VectorAccess {
  /** The scan; the plain one without it. */
  readonly dot?: DotInt8 | undefined;
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
  { dot = plainProducts, exact }: VectorAccess = {},
): VectorHit[] {
  const { vector, documentWeight, limit } = query;
  const bytes = new Int8Array(vector.length);
  const scale = quantise(vector, bytes);
  const scanned = new Scan(segments, documentWeight === 0 ? 0 : highestDocument(segments));
  segments.forEach((segment, s) => {
    scanned.add(segment, s, bytes, scale, dot);
  });
  const documents = documentWeight === 0 ? undefined : scanned.documentCosines(segments, vector.length);
  const best = bestOf(segments, scanned, documents, query, allowed);
  return rescore(segments, best, query, documents, exact).slice(0, limit);
}

function plainProducts(query: Int8Array, block: VectorBlock): Int32Array {
  const out = new Int32Array(block.numbers.length);
  plainDots(query, block, out);
  return out;
}

/** Added to cosines, so that 0 stands for a chunk without a vector. */
const SEEN = 2;

// The same for every search: nothing waits while they are used.
let scoreRoom = new Float32Array(0);
let sumRoom = new Float64Array(0);

/** What a pass over all vectors tells, until the next one. */
class Scan {
  /** The highest cosine of each chunk's vectors and `SEEN`, for each segment by the place in it. */
  readonly scores: readonly Float32Array[];
  /** The sum of the cosines of all vectors of each live document, by its number. */
  readonly #sums: Float64Array;

  constructor(segments: readonly Segment[], documents: number) {
    const total = segments.reduce((sum, { size }) => sum + size, 0);
    if (scoreRoom.length < total) scoreRoom = new Float32Array(total);
    scoreRoom.fill(0, 0, total);
    let at = 0;
    this.scores = segments.map(({ size }) => {
      at += size;
      return scoreRoom.subarray(at - size, at);
    });
    if (sumRoom.length <= documents) sumRoom = new Float64Array(documents + 1);
    this.#sums = sumRoom.subarray(0, documents + 1).fill(0);
  }

  add(segment: Segment, s: number, query: Int8Array, queryScale: number, dot: DotInt8): void {
    const scores = this.scores[s];
    const sums = this.#sums;
    const wantsSums = sums.length > 1;
    const { first, documents, dead } = segment;
    for (const block of segment.vectors) {
      if (block.dimensions !== query.length) continue;
      const { numbers, scales } = block;
      const dots = dot(query, block);
      for (let i = 0; i < numbers.length; i++) {
        const place = numbers[i] - first;
        const cosine = dots[i] * scales[i] * queryScale;
        if (cosine + SEEN > scores[place]) scores[place] = cosine + SEEN;
        if (wantsSums && dead[place] === 0) sums[documents[place]] += cosine;
      }
    }
  }

  /** The cosine with the direction of all of a document's vectors together, by its number; 0 where it has none. */
  documentCosines(segments: readonly Segment[], dimensions: number): Float64Array {
    const norms = documentNorms(segments, dimensions);
    const cosines = this.#sums;
    for (let i = 0; i < cosines.length; i++) cosines[i] = norms[i] > 0 ? cosines[i] / norms[i] : 0;
    return cosines;
  }
}

function bestOf(
  segments: readonly Segment[],
  { scores }: Scan,
  documents: Float64Array | undefined,
  { documentWeight, limit }: Pick<VectorQuery, "documentWeight" | "limit">,
  allowed: AllowedDocuments | undefined,
): { number: number }[] {
  const total = segments.reduce((sum, { size }) => sum + size, 0);
  const best = new TopK(CANDIDATES * limit + MORE_CANDIDATES, total);
  // What the best document could add: most chunks are passed over without a look at theirs.
  const most = documents === undefined ? 0 : highest(documents, documentWeight);
  segments.forEach((segment, s) => {
    const own = scores[s];
    const { first, dead } = segment;
    let { least } = best;
    for (let i = 0; i < own.length; i++) {
      const seen = own[i];
      if (seen === 0 || seen - SEEN + most < least || dead[i] !== 0) continue;
      const document = segment.documents[i];
      if (allowed !== undefined && allowed[document] !== 1) continue;
      const score = seen - SEEN + documentWeight * (documents?.[document] ?? 0);
      if (score >= least) {
        best.offer(first + i, score);
        least = best.least;
      }
    }
  });
  return best.ranked();
}

function highest(values: Float64Array, weight: number): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) if (weight * values[i] > most) most = weight * values[i];
  return most;
}

function rescore(
  segments: readonly Segment[],
  candidates: readonly { number: number }[],
  { vector, documentWeight }: Omit<VectorQuery, "filter" | "embedder">,
  documents: Float64Array | undefined,
  exact: VectorAccess["exact"],
): VectorHit[] {
  const hits = candidates.map(({ number }): VectorHit => {
    const segment = segments.find(({ first, size }) => first <= number && number < first + size) as Segment;
    const document = documents?.[segment.documents[number - segment.first]] ?? 0;
    const vectors = exact?.(number);
    const cosine = vectors === undefined ? bytesCosine(segment, number, vector) : highestDot(vectors, vector);
    return { number, score: cosine + documentWeight * document, cosine, document };
  });
  return hits.sort((a, b) => b.score - a.score || a.number - b.number);
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
function bytesCosine({ vectors }: Segment, number: number, vector: Float32Array): number {
  let best = -1;
  for (const block of vectors) {
    const { dimensions, numbers, scales } = block;
    if (dimensions !== vector.length || number < numbers[0] || number > numbers[numbers.length - 1]) continue;
    // Only here: a scanned block makes a view of its bytes when it is asked for them.
    const { data } = block;
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
