import { ALIGNMENT } from "./arena.ts";

/*
 * The upper four bits of each component of a block's vectors, beside their bytes: a scan of them reads half the memory,
 * which is what a scan of many vectors waits for, and tells products of most models' vectors to a hundredth of a cosine.
 * They are kept without sign, u = (x >> 4) + 8, so that x is 16u − 128 and 0 to 15 more; of 32 components, 16 bytes hold the first 16 in their
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

/** Vectors that stand for queries, and those they are multiplied with, to see how far products are told. */
const SAMPLED_QUERIES = 16;
const SAMPLED_VECTORS = 256;
/**
 * How large the error may be beside what products differ by: a quarter of that leaves the nearest among the candidates
 * (rough-plane.test.ts). Where one component is larger than all others together, or all vectors point nearly the same
 * way, four bits say little.
 */
const MOST_ERROR = 0.25;

/** Whether four bits of each component tell these vectors apart. `data` holds one every `stride` bytes. */
export function isToldByHalf(data: Int8Array, stride: number, scales: Float32Array): boolean {
  const queries = sample(scales.length, SAMPLED_QUERIES);
  const vectors = sample(scales.length, SAMPLED_VECTORS);
  const ratios = queries.map((query) => {
    const own = data.subarray(query * stride, (query + 1) * stride);
    const { unit, offset } = roughProduct(own);
    const products: number[] = [];
    const errors: number[] = [];
    for (const vector of vectors) {
      if (vector === query) continue;
      let exact = 0;
      let rough = 0;
      for (let i = 0, at = vector * stride; i < stride; i++, at++) {
        exact += own[i] * data[at];
        rough += own[i] * ((data[at] >> 4) + 8);
      }
      products.push(exact * scales[vector]);
      errors.push((unit * rough + offset - exact) * scales[vector]);
    }
    return spread(errors) / spread(products);
  });
  return ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length <= MOST_ERROR;
}

/** Places at even distances. */
function sample(count: number, wanted: number): number[] {
  const size = Math.min(count, wanted);
  return Array.from({ length: size }, (_, i) => Math.floor((i * count) / size));
}

function spread(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
