/** Orders the higher number first. A difference would do, but a fraction is an object, made at each of a sort's comparisons. */
export function descending(a: number, b: number): number {
  if (a === b) return 0;
  return a > b ? -1 : 1;
}
