import { documentStarts } from "./document-starts.ts";
import type { Segment, VectorBlock } from "./segment.ts";

/** Of one segment: its documents, the place of one chunk of each, and the length of the sum of its vectors. */
interface SegmentNorms {
  readonly documents: number[];
  readonly samples: number[];
  readonly norms: number[];
}

interface Known {
  readonly dimensions: number;
  readonly alive: string;
  readonly norms: Float64Array;
}

const normsOfSegments = new WeakMap<Segment, Map<number, SegmentNorms>>();
const knownLists = new WeakMap<readonly Segment[], Known>();

/**
 * The length of the sum of each live document's vectors, by its number. It is all that is needed of a document's own
 * vector: the cosine with it is the sum of the cosines with its chunks' over this.
 */
export function documentNorms(segments: readonly Segment[], dimensions: number): Float64Array {
  const parts = segments.map((segment) => normsOf(segment, dimensions));
  const alive = parts.map(({ samples }, s) => countAlive(samples, segments[s].dead)).join();
  const known = knownLists.get(segments);
  if (known?.dimensions === dimensions && known.alive === alive) return known.norms;
  const norms = join(segments, parts, dimensions);
  knownLists.set(segments, { dimensions, alive, norms });
  return norms;
}

/** Documents only die in a segment, and their chunks together, so that the count of the living tells which they are. */
function countAlive(samples: readonly number[], dead: Uint8Array): number {
  let alive = 0;
  for (const place of samples) if (dead[place] === 0) alive++;
  return alive;
}

function join(
  segments: readonly Segment[],
  parts: readonly SegmentNorms[],
  dimensions: number,
): Float64Array {
  const homes = new Map<number, Segment[]>();
  const single = new Map<number, number>();
  let highest = 0;
  parts.forEach(({ documents, samples, norms }, s) => {
    const segment = segments[s];
    documents.forEach((document, row) => {
      if (segment.dead[samples[row]] !== 0) return;
      const others = homes.get(document);
      if (others === undefined) homes.set(document, [segment]);
      else others.push(segment);
      single.set(document, norms[row]);
      highest = Math.max(highest, document);
    });
  });
  const all = new Float64Array(highest + 1);
  // Lengths of sums do not add: what lies in several segments is added up again.
  for (const [document, where] of homes)
    all[document] =
      where.length === 1 ? (single.get(document) ?? 0) : lengthAcross(where, document, dimensions);
  return all;
}

function lengthAcross(segments: readonly Segment[], document: number, dimensions: number): number {
  const sum = new Float64Array(dimensions);
  for (const segment of segments) {
    for (const block of segment.vectors) {
      if (block.dimensions !== dimensions) continue;
      block.numbers.forEach((number, row) => {
        if (segment.documents[number - segment.first] === document) addRow(sum, block, row);
      });
    }
  }
  return lengthOf(sum);
}

function normsOf(segment: Segment, dimensions: number): SegmentNorms {
  const known = normsOfSegments.get(segment) ?? new Map<number, SegmentNorms>();
  normsOfSegments.set(segment, known);
  const ready = known.get(dimensions);
  if (ready !== undefined) return ready;
  const made = segment.norms === undefined ? measure(segment, dimensions) : asStored(segment, segment.norms);
  known.set(dimensions, made);
  return made;
}

function asStored(segment: Segment, norms: Float32Array): SegmentNorms {
  const samples = [...documentStarts(segment).subarray(0, -1)];
  return { documents: samples.map((place) => segment.documents[place]), samples, norms: [...norms] };
}

/** The length of the sum of each document's vectors, as it is stored: `counts` places in a row are one document's. */
export function normsOfRuns(counts: Uint32Array, block: VectorBlock): Float32Array {
  const norms = new Float32Array(counts.length);
  const sum = new Float64Array(block.dimensions);
  let row = 0;
  let end = 0;
  counts.forEach((count, document) => {
    end += count;
    sum.fill(0);
    for (; row < block.numbers.length && block.numbers[row] < end; row++) addRow(sum, block, row);
    norms[document] = lengthOf(sum);
  });
  return norms;
}

/**
 * One document after the other, so that a single sum is held however many there are: rows are pairs of numbers in
 * one list, and each block's view of its bytes is made once.
 */
function measure({ first, documents, vectors }: Segment, dimensions: number): SegmentNorms {
  const blocks = vectors
    .filter((block) => block.dimensions === dimensions)
    .map(({ numbers, scales, data }) => ({ dimensions, numbers, scales, data }));
  const rows = new Map<number, number[]>();
  blocks.forEach(({ numbers }, b) => {
    for (let row = 0; row < numbers.length; row++) {
      const document = documents[numbers[row] - first];
      if (document === 0) continue;
      const list = rows.get(document);
      if (list === undefined) rows.set(document, [b, row]);
      else list.push(b, row);
    }
  });
  const sum = new Float64Array(dimensions);
  const samples: number[] = [];
  const norms: number[] = [];
  for (const list of rows.values()) {
    sum.fill(0);
    for (let i = 0; i < list.length; i += 2) addRow(sum, blocks[list[i]], list[i + 1]);
    norms.push(lengthOf(sum));
    samples.push(blocks[list[0]].numbers[list[1]] - first);
  }
  return { documents: [...rows.keys()], samples, norms };
}

function lengthOf(vector: Float64Array): number {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += vector[i] * vector[i];
  return Math.sqrt(squares);
}

function addRow(sum: Float64Array, { dimensions, scales, data }: VectorBlock, row: number): void {
  const scale = scales[row];
  for (let i = 0, at = row * dimensions; i < dimensions; i++) sum[i] += data[at + i] * scale;
}
