import { ProviderFault } from "../provider/provider-fault.ts";

/**
 * An answer's vectors, checked and scaled to unit length. Throws a fault of kind `invalid` that says what is
 * wrong: nothing may use or store an answer that did not come through here.
 */
export function toUnitVectors(
  vectors: readonly ArrayLike<number>[],
  count: number,
  dimensions: number | undefined,
): Float32Array[] {
  if (vectors.length !== count) {
    throw new ProviderFault("invalid", `${vectors.length} vectors came back for ${count} texts`);
  }
  const expected = dimensions ?? vectors[0]?.length;
  return vectors.map((vector, index) => {
    if (vector.length !== expected || vector.length === 0) {
      throw new ProviderFault(
        "invalid",
        `vector ${index} has ${vector.length} dimensions instead of ${expected}`,
        { dependsOnTexts: false },
      );
    }
    return toUnitVector(vector, index);
  });
}

/** Shorter than anything a model means; below it, scaling would only enlarge rounding errors. */
const SHORTEST = 1e-30;

function toUnitVector(vector: ArrayLike<number>, index: number): Float32Array {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) {
    const value: unknown = vector[i];
    // A null from a lenient parser would count as 0.
    squares += typeof value === "number" ? value * value : Number.NaN;
  }
  const length = Math.sqrt(squares);
  // Not a number and infinity spread into the sum; a sum that overflows is no vector to trust either.
  if (!Number.isFinite(length)) throw new ProviderFault("invalid", `vector ${index} is not finite`);
  if (length < SHORTEST) throw new ProviderFault("invalid", `vector ${index} is zero`);
  const unit = new Float32Array(vector.length);
  for (let i = 0; i < vector.length; i++) unit[i] = vector[i] / length;
  return unit;
}

/** How far from 1 the length of a vector that counts as one of unit length may be. */
const UNIT_TOLERANCE = 1e-3;

/** Whether a vector from any embedder keeps the contract: right dimensions, finite, of unit length. */
export function isUnitVector(vector: Float32Array, dimensions: number): boolean {
  if (vector.length !== dimensions) return false;
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += vector[i] * vector[i];
  return Math.abs(Math.sqrt(squares) - 1) < UNIT_TOLERANCE;
}
