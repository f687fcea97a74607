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
