const LARGEST = 127;

/**
 * Writes a vector as bytes and gives the scale that turns them back: a component is its byte times the scale.
 * The largest component becomes ±127, so that short and long vectors lose the same share.
 */
export function quantise(vector: ArrayLike<number>, bytes: Int8Array): number {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]));
  if (largest === 0) {
    bytes.fill(0);
    return 0;
  }
  const factor = LARGEST / largest;
  for (let i = 0; i < vector.length; i++) bytes[i] = Math.round(vector[i] * factor);
  return largest / LARGEST;
}
