import type { VectorHit, VectorQuery } from "../../core/store.ts";
import { type AllowedDocuments, bestChunks } from "./best-chunks.ts";
import { documentNorms } from "./document-norms.ts";
import { documentStarts } from "./document-starts.ts";
import { highestDocument } from "./highest-document.ts";
import { nearestChunks } from "./nearest-chunks.ts";
import { quantise } from "./quantise.ts";
import { roomFor } from "./room.ts";
import { plainScan, type RoughScan, type ScanBlock } from "./scanned-block.ts";
import type { Segment, VectorBlock } from "./segment.ts";
import { TopK } from "./top-k.ts";

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
    let nearest = nearestChunks(segments, bytes, { scan, rough }, most, allowed);
    if (exact !== undefined && isRough) nearest = numbersOf(rescore(segments, nearest, query, candidates));
    return rescore(segments, nearest, query, limit, undefined, exact);
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
  return rescore(segments, numbersOf(best), query, limit, documents, exact);
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
      const add = isOneEach(block) ? addRuns : addRows;
      scan(query, block, (dots, from, to) => {
        add(this.scores[s], this.highest, this.#sums, segment, block, dots, queryScale, from, to);
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

const knownBlocks = new WeakMap<VectorBlock, boolean>();

/** Whether each chunk from the first to the last has one vector. */
function isOneEach(block: VectorBlock): boolean {
  let known = knownBlocks.get(block);
  if (known === undefined) {
    known = block.numbers.every((number, i) => number === block.numbers[0] + i);
    knownBlocks.set(block, known);
  }
  return known;
}

/** As `addRows`, where places need not be looked up. */
function addRuns(
  scores: Float64Array,
  highest: Float64Array,
  sums: Float64Array,
  segment: Segment,
  { numbers, scales }: VectorBlock,
  dots: Int32Array,
  queryScale: number,
  from: number,
  to: number,
): void {
  const { first, documents, dead } = segment;
  const starts = documentStarts(segment);
  const before = numbers[0] - first;
  let run = runAt(starts, before + from);
  for (let i = from; i < to; run++) {
    const start = before + i;
    const end = Math.min(to, starts[run + 1] - before);
    let sum = 0;
    let most = -1;
    for (; i < end; i++) {
      const cosine = dots[i - from] * scales[i] * queryScale;
      scores[before + i] = cosine + SEEN;
      if (cosine > most) most = cosine;
      sum += cosine;
    }
    if (dead[start] !== 0) continue;
    const document = documents[start];
    sums[document] += sum;
    if (most + SEEN > highest[document]) highest[document] = most + SEEN;
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

function numbersOf(hits: readonly { number: number }[]): Uint32Array {
  return Uint32Array.from(hits, ({ number }) => number);
}

/** The best of the candidates, with the query in floats. In rising order: what stands together is read together, and an equal's place is its rank. */
function rescore(
  segments: readonly Segment[],
  candidates: Uint32Array,
  { vector, documentWeight }: Omit<VectorQuery, "filter" | "embedder">,
  limit: number,
  documents?: Float64Array,
  exact?: VectorAccess["exact"],
): VectorHit[] {
  const numbers = candidates.slice().sort();
  const cosines = new Float64Array(numbers.length).fill(-1);
  const ofDocuments = new Float64Array(numbers.length);
  const best = new TopK(limit, numbers.length);
  let from = 0;
  for (const segment of segments) {
    let to = from;
    while (to < numbers.length && numbers[to] < segment.first + segment.size) to++;
    for (const block of segment.vectors)
      if (block.dimensions === vector.length && to > from)
        raiseCosines(cosines, numbers, from, to, vector, block);
    for (; from < to; from++) {
      const vectors = exact?.(numbers[from]);
      if (vectors !== undefined) cosines[from] = highestDot(vectors, vector);
      ofDocuments[from] = documents?.[segment.documents[numbers[from] - segment.first]] ?? 0;
      best.offer(from, cosines[from] + documentWeight * ofDocuments[from]);
    }
  }
  return best.ranked().map(({ number: place, score }) => ({
    number: numbers[place],
    score,
    cosine: cosines[place],
    document: ofDocuments[place],
  }));
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
  from: number,
  to: number,
  vector: Float32Array,
  { numbers, scales, data }: VectorBlock,
): void {
  const rows: number[] = [];
  const owners: number[] = [];
  for (let c = from; c < to; c++) {
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

/** The last that starts at or before the place, by halving. */
function runAt(starts: Uint32Array, place: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= place) low = middle;
    else high = middle;
  }
  return low;
}

/** By halving: numbers rise, and stand together where a chunk has several vectors. */
function firstRow(numbers: Uint32Array, number: number): number {
  // Most chunks have one vector.
  const likely = number - numbers[0];
  if (numbers[likely] === number && numbers[likely - 1] !== number) return likely;
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
