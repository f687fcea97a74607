/** The cosine of two vectors of unit length. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** How alike each vector is to the next. */
export function neighbourSimilarities(vectors: readonly Float32Array[]): number[] {
  return vectors.slice(1).map((vector, i) => cosine(vectors[i], vector));
}
