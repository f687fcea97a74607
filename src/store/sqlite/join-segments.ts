import type { VectorBlock } from "../index/segment.ts";
import type { Connection } from "./connection.ts";
import { joinPostings } from "./join-postings.ts";
import { readVectors, type Slots } from "./loaded-segment.ts";
import type { SegmentContent } from "./write-segment.ts";

/** A segment that is merged, and where each of its slots goes: −1 where the chunk is dead. */
export interface Input {
  readonly id: number;
  readonly slots: Slots;
  readonly gone: ReadonlySet<number>;
  readonly to: Int32Array;
}

/** The live chunks of neighbours as one segment. */
export async function joinSegments(
  connection: Connection,
  dimensions: number | null,
  inputs: readonly Input[],
): Promise<SegmentContent> {
  const documents: number[] = [];
  const counts: number[] = [];
  for (const { slots, gone } of inputs) {
    slots.documents.forEach((document, i) => {
      if (gone.has(document)) return;
      documents.push(document);
      counts.push(slots.counts[i]);
    });
  }
  const size = counts.reduce((sum, count) => sum + count, 0);
  const numbers = new Uint32Array(size);
  for (const { slots, to } of inputs) carry(slots.numbers, to, numbers);
  const lengths = inputs[0].slots.lengths.map((_, field) => {
    if (inputs.every(({ slots }) => slots.lengths[field].length === 0)) return new Uint16Array(0);
    const merged = new Uint16Array(size);
    for (const { slots, to } of inputs) carry(slots.lengths[field], to, merged);
    return merged;
  });
  return {
    documents: Uint32Array.from(documents),
    counts: Uint32Array.from(counts),
    numbers,
    lengths,
    postings: await joinPostings(connection, inputs),
    vectors: dimensions === null ? undefined : await joinVectors(connection, dimensions, inputs),
  };
}

function carry(from: Uint32Array | Uint16Array, to: Int32Array, into: Uint32Array | Uint16Array): void {
  for (let slot = 0; slot < from.length; slot++) if (to[slot] >= 0) into[to[slot]] = from[slot];
}

async function joinVectors(
  connection: Connection,
  dimensions: number,
  inputs: readonly Input[],
): Promise<VectorBlock | undefined> {
  const parts = await connection.read(() =>
    inputs.flatMap(({ id, to }) => readVectors(connection, id, dimensions).map((block) => ({ to, block }))),
  );
  let size = 0;
  for (const { to, block } of parts) for (const slot of block.numbers) if (to[slot] >= 0) size++;
  const merged = {
    dimensions,
    numbers: new Uint32Array(size),
    scales: new Float32Array(size),
    data: new Int8Array(size * dimensions),
  };
  let at = 0;
  for (const { to, block } of parts) {
    block.numbers.forEach((slot, row) => {
      if (!(to[slot] >= 0)) return;
      merged.numbers[at] = to[slot];
      merged.scales[at] = block.scales[row];
      merged.data.set(block.data.subarray(row * dimensions, (row + 1) * dimensions), at * dimensions);
      at++;
    });
  }
  return size === 0 ? undefined : merged;
}
