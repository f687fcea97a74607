import { quantise } from "./quantise.ts";
import type { Segment, VectorBlock } from "./segment.ts";

export interface DocumentVectors {
  /** `numbers` are documents'. */
  readonly block: VectorBlock;
  readonly highest: number;
}

/** The sums of the vectors of each document's chunks in one segment, and the place of one of its chunks. */
interface SegmentSums {
  readonly documents: readonly number[];
  readonly samples: readonly number[];
  readonly sums: Int8Array;
  readonly scales: Float32Array;
}

interface Known {
  readonly dimensions: number;
  readonly alive: string;
  readonly vectors: DocumentVectors;
}

const sumsOfSegments = new WeakMap<Segment, Map<number, SegmentSums>>();
const knownLists = new WeakMap<readonly Segment[], Known>();

/**
 * One vector of unit length for each live document: the direction of the sum of its chunks'. Sums are kept
 * with their segment in bytes; a document that lies in several is put together from them.
 */
export function documentVectors(segments: readonly Segment[], dimensions: number): DocumentVectors {
  const parts = segments.map((segment) => sumsOf(segment, dimensions));
  const alive = parts.map(({ samples }, s) => countAlive(samples, segments[s].dead)).join();
  const known = knownLists.get(segments);
  if (known?.dimensions === dimensions && known.alive === alive) return known.vectors;
  const vectors = join(segments, parts, dimensions);
  knownLists.set(segments, { dimensions, alive, vectors });
  return vectors;
}

/** Documents only die in a segment, so that the count of the living tells which they are. */
function countAlive(samples: readonly number[], dead: Uint8Array): number {
  let alive = 0;
  for (const place of samples) if (dead[place] === 0) alive++;
  return alive;
}

function join(
  segments: readonly Segment[],
  parts: readonly SegmentSums[],
  dimensions: number,
): DocumentVectors {
  const rows = new Map<number, { part: SegmentSums; row: number }[]>();
  let highest = 0;
  parts.forEach((part, s) => {
    part.documents.forEach((document, row) => {
      if (segments[s].dead[part.samples[row]] !== 0) return;
      const places = rows.get(document);
      if (places === undefined) rows.set(document, [{ part, row }]);
      else places.push({ part, row });
      highest = Math.max(highest, document);
    });
  });
  const data = new Int8Array(rows.size * dimensions);
  const scales = new Float32Array(rows.size);
  const sum = new Float64Array(dimensions);
  let next = 0;
  for (const places of rows.values()) {
    sum.fill(0);
    for (const { part, row } of places)
      for (let i = 0; i < dimensions; i++) sum[i] += part.sums[row * dimensions + i] * part.scales[row];
    let squares = 0;
    for (const value of sum) squares += value * value;
    const scale = quantise(sum, data.subarray(next * dimensions, (next + 1) * dimensions));
    scales[next++] = squares === 0 ? 0 : scale / Math.sqrt(squares);
  }
  return { block: { dimensions, numbers: Uint32Array.from(rows.keys()), scales, data }, highest };
}

function sumsOf(segment: Segment, dimensions: number): SegmentSums {
  const known = sumsOfSegments.get(segment) ?? new Map<number, SegmentSums>();
  sumsOfSegments.set(segment, known);
  const ready = known.get(dimensions);
  if (ready !== undefined) return ready;
  const made = addUp(segment, dimensions);
  known.set(dimensions, made);
  return made;
}

function addUp({ first, documents, vectors }: Segment, dimensions: number): SegmentSums {
  const rows = new Map<number, Float64Array>();
  const samples: number[] = [];
  for (const block of vectors) {
    if (block.dimensions !== dimensions) continue;
    block.numbers.forEach((number, row) => {
      const document = documents[number - first];
      if (document === 0) return;
      let sum = rows.get(document);
      if (sum === undefined) {
        sum = new Float64Array(dimensions);
        rows.set(document, sum);
        samples.push(number - first);
      }
      const scale = block.scales[row];
      for (let i = 0, at = row * dimensions; i < dimensions; i++) sum[i] += block.data[at + i] * scale;
    });
  }
  const sums = new Int8Array(rows.size * dimensions);
  const scales = new Float32Array(rows.size);
  [...rows.values()].forEach((sum, row) => {
    scales[row] = quantise(sum, sums.subarray(row * dimensions, (row + 1) * dimensions));
  });
  return { documents: [...rows.keys()], samples, sums, scales };
}
