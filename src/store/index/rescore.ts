import type { VectorHit, VectorQuery } from "../../core/store.ts";
import { firstAtLeast } from "./first-at-least.ts";
import type { Segment, VectorBlock } from "./segment.ts";
import { TopK } from "./top-k.ts";

/** How rescoring reaches what segments do not hold. */
export interface HitAccess {
  /** A chunk's vectors as they came, where they are kept. */
  readonly exact?: ((number: number) => readonly Float32Array[] | undefined) | undefined;
  /** The numbers that hits have outside, and their documents'. */
  readonly numberOf?: ((number: number) => number) | undefined;
  readonly documentOf?: ((number: number) => number | undefined) | undefined;
}

/** The best of the candidates, with the query in floats. In rising order: what stands together is read together, and an equal's place is its rank. */
export function rescore(
  segments: readonly Segment[],
  candidates: Uint32Array,
  { vector, documentWeight }: Omit<VectorQuery, "filter" | "embedder">,
  limit: number,
  { exact, numberOf = (number) => number, documentOf = () => undefined }: HitAccess = {},
  documents?: Float64Array,
): VectorHit[] {
  const numbers = candidates.slice().sort();
  const cosines = new Float64Array(numbers.length).fill(-1);
  const ofDocuments = new Float64Array(numbers.length);
  const best = new TopK(limit, numbers.length);
  let from = 0;
  for (const segment of segments) {
    const places: number[] = [];
    let to = from;
    for (; to < numbers.length && numbers[to] < segment.first + segment.size; to++) {
      const vectors = exact?.(numbers[to]);
      if (vectors === undefined) places.push(to);
      else cosines[to] = highestDot(vectors, vector);
    }
    for (const block of segment.vectors)
      if (block.dimensions === vector.length && places.length > 0)
        raiseCosines(cosines, numbers, places, vector, block);
    for (; from < to; from++) {
      ofDocuments[from] = documents?.[segment.documents[numbers[from] - segment.first]] ?? 0;
      best.offer(from, cosines[from] + documentWeight * ofDocuments[from]);
    }
  }
  return best.ranked().map(({ number: place, score }) => {
    const number = numbers[place];
    return new Found(numberOf(number), documentOf(number), score, cosines[place], ofDocuments[place]);
  });
}

/** Not a literal: of these V8 learns that they live long, which is true of the first few searches only. */
class Found implements VectorHit {
  readonly number: number;
  readonly documentNumber: number | undefined;
  readonly score: number;
  readonly cosine: number;
  readonly document: number;

  constructor(
    number: number,
    documentNumber: number | undefined,
    score: number,
    cosine: number,
    document: number,
  ) {
    this.number = number;
    this.documentNumber = documentNumber;
    this.score = score;
    this.cosine = cosine;
    this.document = document;
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

/** Where one of a chunk's vectors in the block is nearer than what is known of it. */
function raiseCosines(
  cosines: Float64Array,
  wanted: Uint32Array,
  places: readonly number[],
  vector: Float32Array,
  { numbers, scales, data }: VectorBlock,
): void {
  const rows: number[] = [];
  const owners: number[] = [];
  for (const c of places) {
    for (let row = firstRow(numbers, wanted[c]); numbers[row] === wanted[c]; row++) {
      rows.push(row);
      owners.push(c);
    }
  }
  const dots = dotsOf(rows, vector, data);
  for (let i = 0; i < rows.length; i++)
    cosines[owners[i]] = Math.max(cosines[owners[i]], dots[i] * scales[rows[i]]);
}

/** Four rows at a time: none of them is near in memory, and while one is waited for the others are too. */
function dotsOf(rows: readonly number[], vector: Float32Array, data: Int8Array): Float64Array {
  const { length } = vector;
  const dots = new Float64Array(rows.length);
  let r = 0;
  for (; r + 4 <= rows.length; r += 4) {
    const [a, b, c, d] = [rows[r] * length, rows[r + 1] * length, rows[r + 2] * length, rows[r + 3] * length];
    let [ofA, ofB, ofC, ofD] = [0, 0, 0, 0];
    for (let i = 0; i < length; i++) {
      const value = vector[i];
      ofA += value * data[a + i];
      ofB += value * data[b + i];
      ofC += value * data[c + i];
      ofD += value * data[d + i];
    }
    dots[r] = ofA;
    dots[r + 1] = ofB;
    dots[r + 2] = ofC;
    dots[r + 3] = ofD;
  }
  for (; r < rows.length; r++) {
    const at = rows[r] * length;
    for (let i = 0; i < length; i++) dots[r] += vector[i] * data[at + i];
  }
  return dots;
}

/** Of those that lead to the chunk, which stand together. */
function firstRow(numbers: Uint32Array, number: number): number {
  // Most chunks have one vector.
  const likely = number - numbers[0];
  if (numbers[likely] === number && numbers[likely - 1] !== number) return likely;
  return firstAtLeast(numbers, number);
}
