import type { VectorHit, VectorQuery } from "../../core/store.ts";
import { documentVectors } from "./document-vectors.ts";
import { quantise } from "./quantise.ts";
import type { AllowedDocuments } from "./score-words.ts";
import type { Segment, VectorBlock } from "./segment.ts";
import { TopK } from "./top-k.ts";

/** Bytes lose about a hundredth of a cosine: the right ones are among this many times as many candidates. */
const CANDIDATES = 4;
const LEAST_CANDIDATES = 50;

/** Writes the query's dot product with each of a block's vectors, in their bytes' units. */
export type DotInt8 = (query: Int8Array, block: VectorBlock, out: Int32Array) => void;

/**
 * The chunks whose vectors lie nearest to the query's: all are scanned in bytes, and the best are scored again
 * with the query as it is. A chunk's best vector speaks for it.
 */
export function scoreVectors(
  segments: readonly Segment[],
  query: Omit<VectorQuery, "filter" | "embedder">,
  allowed?: AllowedDocuments,
  dot: DotInt8 = dotInt8,
): VectorHit[] {
  const { vector, documentWeight, limit } = query;
  const bytes = new Int8Array(vector.length);
  const scale = quantise(vector, bytes);
  const documents = documentWeight === 0 ? undefined : documentCosines(segments, bytes, scale, dot);

  const total = segments.reduce((sum, { size }) => sum + size, 0);
  const best = new TopK(Math.max(LEAST_CANDIDATES, CANDIDATES * limit), total);
  for (const segment of segments) {
    const scores = scanSegment(segment, bytes, scale, dot);
    let { least } = best;
    for (let i = 0; i < scores.length; i++) {
      const document = segment.documents[i];
      if (scores[i] === UNSEEN || segment.dead[i] !== 0) continue;
      if (allowed !== undefined && allowed[document] !== 1) continue;
      const score = scores[i] + documentWeight * (documents?.[document] ?? 0);
      if (score >= least) {
        best.offer(segment.first + i, score);
        least = best.least;
      }
    }
  }
  return rescore(segments, best.ranked(), query, documents).slice(0, limit);
}

const UNSEEN = -2;

/** The highest cosine of each chunk's vectors, by its place in the segment. */
function scanSegment(segment: Segment, query: Int8Array, queryScale: number, dot: DotInt8): Float32Array {
  const scores = new Float32Array(segment.size).fill(UNSEEN);
  for (const block of segment.vectors) {
    if (block.dimensions !== query.length) continue;
    const dots = new Int32Array(block.numbers.length);
    dot(query, block, dots);
    for (let i = 0; i < dots.length; i++) {
      const place = block.numbers[i] - segment.first;
      const cosine = dots[i] * block.scales[i] * queryScale;
      if (cosine > scores[place]) scores[place] = cosine;
    }
  }
  return scores;
}

/** The plain scan: the reference for faster ones, and what runs where they cannot. */
export function dotInt8(query: Int8Array, { dimensions, data }: VectorBlock, out: Int32Array): void {
  for (let row = 0, at = 0; row < out.length; row++, at += dimensions) {
    let sum = 0;
    for (let i = 0; i < dimensions; i++) sum += query[i] * data[at + i];
    out[row] = sum;
  }
}

/** By document number; 0 where a document has no vector. */
function documentCosines(
  segments: readonly Segment[],
  query: Int8Array,
  queryScale: number,
  dot: DotInt8,
): Float32Array {
  const { block, highest } = documentVectors(segments, query.length);
  const dots = new Int32Array(block.numbers.length);
  dot(query, block, dots);
  const cosines = new Float32Array(highest + 1);
  for (let i = 0; i < dots.length; i++) cosines[block.numbers[i]] = dots[i] * block.scales[i] * queryScale;
  return cosines;
}

function rescore(
  segments: readonly Segment[],
  candidates: readonly { number: number }[],
  { vector, documentWeight }: Omit<VectorQuery, "filter" | "embedder">,
  documents: Float32Array | undefined,
): VectorHit[] {
  const cosines = exactCosines(
    segments,
    candidates.map(({ number }) => number),
    vector,
  );
  const hits = candidates.map(({ number }): VectorHit => {
    const segment = segments.find(({ first, size }) => first <= number && number < first + size) as Segment;
    const document = documents?.[segment.documents[number - segment.first]] ?? 0;
    const cosine = cosines.get(number) ?? 0;
    return { number, score: cosine + documentWeight * document, cosine, document };
  });
  return hits.sort((a, b) => b.score - a.score || a.number - b.number);
}

function exactCosines(
  segments: readonly Segment[],
  wanted: readonly number[],
  vector: Float32Array,
): Map<number, number> {
  const cosines = new Map<number, number>();
  for (const { vectors } of segments) {
    for (const { dimensions, numbers, scales, data } of vectors) {
      if (dimensions !== vector.length) continue;
      for (const number of wanted) {
        for (let row = firstRow(numbers, number); numbers[row] === number; row++) {
          let sum = 0;
          for (let i = 0, at = row * dimensions; i < dimensions; i++) sum += vector[i] * data[at + i];
          cosines.set(number, Math.max(cosines.get(number) ?? -1, sum * scales[row]));
        }
      }
    }
  }
  return cosines;
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
