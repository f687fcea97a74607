/** Where the first of rising numbers stands that is at least so large, by halving; behind the last where none is. */
export function firstAtLeast(numbers: Uint16Array | Uint32Array, least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
