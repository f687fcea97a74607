import { ALIGNMENT } from "./arena.ts";

/*
 * The upper four bits of each component of a block's vectors, beside their bytes: a scan of them reads half the memory,
 * which is what a scan of many vectors waits for, and tells products to a hundredth of a cosine. They are kept without
 * sign, u = (x >> 4) + 8, so that x is 16u − 128 and 0 to 15 more; of 32 components, 16 bytes hold the first 16 in their
 * lower four bits and the others in their upper ones.
 */

/** Vectors from which on a plane is made: fewer are scanned in less time than the plane's candidates cost more. */
const LEAST_VECTORS = 2_048;

/** The middle of what a component may be is this much less than 16u. */
const MIDDLE = 128 - 7.5;
const UNIT = 16;
const WORDS = ALIGNMENT / Uint32Array.BYTES_PER_ELEMENT;

/** Whether so many vectors are scanned roughly. */
export function isScannedRoughly(vectors: number): boolean {
  return vectors >= LEAST_VECTORS;
}

/** Bytes of one vector in a plane. */
export function planeStride(dimensions: number): number {
  return Math.ceil(dimensions / (2 * ALIGNMENT)) * ALIGNMENT;
}

/** A product is about `unit × the product with the plane + offset`. */
export function roughProduct(query: Int8Array): { unit: number; offset: number } {
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum += query[i];
  return { unit: UNIT, offset: -MIDDLE * sum };
}

/** Rows of `stride` bytes, a multiple of `ALIGNMENT`, into those of a plane; four components at a time. */
export function writePlane(bytes: Uint32Array, stride: number, plane: Uint32Array): void {
  const row = stride / Uint32Array.BYTES_PER_ELEMENT;
  let to = 0;
  for (let start = 0; start < bytes.length; start += row) {
    const end = start + row;
    for (let from = start; from < end; from += 2 * WORDS, to += WORDS) {
      // The last group of a row may be half a one.
      const hasSecond = from + WORDS < end;
      for (let i = 0; i < WORDS; i++) {
        const first = bytes[from + i];
        const second = hasSecond ? bytes[from + WORDS + i] : 0;
        // To add 8 to four bits is to turn the highest of them over.
        plane[to + i] = (((first >>> 4) & 0x0f0f0f0f) | (second & 0xf0f0f0f0)) ^ 0x88888888;
      }
    }
  }
}
