import type { VectorHit, VectorQuery } from "../../core/store.ts";
import { documentNorms } from "./document-norms.ts";
import { quantise } from "./quantise.ts";
import { plainDots } from "./scan.ts";
import type { AllowedDocuments } from "./score-words.ts";
import type { Segment, VectorBlock } from "./segment.ts";
import { TopK } from "./top-k.ts";

/** The query's bytes lose less than a hundredth of a cosine: the right ones are among this many more candidates. */
const CANDIDATES = 1.5;
const MORE_CANDIDATES = 50;

/** Writes the query's dot product with each of a block's vectors, in their bytes' units. */
type DotInt8 = (query: Int8Array, block: VectorBlock, out: Int32Array) => void;

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
  { dot = plainDots, exact }: VectorAccess = {},
): VectorHit[] {
  const { vector, documentWeight, limit } = query;
  const bytes = new Int8Array(vector.length);
  const scale = quantise(vector, bytes);
  const scanned = segments.map((segment) => scanSegment(segment, bytes, scale, dot));
  const documents = documentWeight === 0 ? undefined : documentCosines(segments, scanned, vector.length);

  const total = segments.reduce((sum, { size }) => sum + size, 0);
  const best = new TopK(CANDIDATES * limit + MORE_CANDIDATES, total);
  segments.forEach((segment, s) => {
    const { scores } = scanned[s];
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
  });
  return rescore(segments, best.ranked(), query, documents, exact).slice(0, limit);
}

const UNSEEN = -2;

interface Scanned {
  /** The highest cosine of each chunk's vectors, by its place in the segment. */
  readonly scores: Float32Array;
  /** The sum of the cosines of all of them. */
  readonly sums: Float32Array;
}

function scanSegment(segment: Segment, query: Int8Array, queryScale: number, dot: DotInt8): Scanned {
  const scores = new Float32Array(segment.size).fill(UNSEEN);
  const sums = new Float32Array(segment.size);
  for (const block of segment.vectors) {
    if (block.dimensions !== query.length) continue;
    const dots = new Int32Array(block.numbers.length);
    dot(query, block, dots);
    for (let i = 0; i < dots.length; i++) {
      const place = block.numbers[i] - segment.first;
      const cosine = dots[i] * block.scales[i] * queryScale;
      sums[place] += cosine;
      if (cosine > scores[place]) scores[place] = cosine;
    }
  }
  return { scores, sums };
}

/** The cosine with the direction of all of a document's vectors together, by its number; 0 where it has none. */
function documentCosines(
  segments: readonly Segment[],
  scanned: readonly Scanned[],
  dimensions: number,
): Float64Array {
  const norms = documentNorms(segments, dimensions);
  const cosines = new Float64Array(norms.length);
  segments.forEach(({ documents, dead, size }, s) => {
    const { sums } = scanned[s];
    for (let i = 0; i < size; i++) if (dead[i] === 0 && sums[i] !== 0) cosines[documents[i]] += sums[i];
  });
  for (let i = 0; i < cosines.length; i++) cosines[i] = norms[i] === 0 ? 0 : cosines[i] / norms[i];
  return cosines;
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
