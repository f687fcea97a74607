import { documentNorms } from "./document-norms.ts";
import { documentStarts } from "./document-starts.ts";
import { firstAtLeast } from "./first-at-least.ts";
import { highestDocument } from "./highest-document.ts";
import { roomFor } from "./room.ts";
import type { ScanBlock } from "./scanned-block.ts";
import type { Segment, VectorBlock } from "./segment.ts";

/** Added to cosines, so that 0 stands for a chunk without a vector. */
const SEEN = 2;

// The same for every search: nothing waits while they are used.
let scoreRoom = new Float64Array(0);
let sumRoom = new Float64Array(0);
let highestRoom = new Float64Array(0);

/** What a pass over all vectors tells, until the next one. */
export class VectorScores {
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
      const add = segment.vectors.length === 1 && isOneEach(block) ? addRuns : addRows;
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

/** As `addRows`, where each chunk comes once and places need not be looked up. */
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
  // The last that starts at or before the first row.
  let run = firstAtLeast(starts, before + from + 1) - 1;
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
