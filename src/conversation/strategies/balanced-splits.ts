export interface SplitCosts {
  /** No chunk counts more. */
  readonly capacity: number;
  /** What a chunk should count. */
  readonly aim: number;
  /** Below this a chunk is a runt, above `preferred` there is no room for the overlap: both cost much. */
  readonly minimum: number;
  readonly preferred: number;
}

/** What the best split point is worth against chunks' distance from their aim: score 1 moves a seam by half a chunk. */
const SCORE_WORTH = 0.5;
const STRONG = 4;

/**
 * Where to begin chunks: of all ways to cut the units under the capacity, the one that costs least. A chunk
 * costs the square of its distance from the aim, less what the split point at its beginning is worth.
 *
 * The cost is a convex function of the chunk's size (infinite past the capacity), so that a later beginning,
 * once better for one end, stays better for all later ends. Candidates therefore own adjoining ranges of ends,
 * kept in a queue, and the whole takes n log n steps (Galil and Park, 1992, survey this family) instead of n².
 */
export function balancedSplits(
  sizes: readonly number[],
  scores: readonly number[],
  costs: SplitCosts,
): number[] {
  const count = sizes.length;
  const sums = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) sums[i + 1] = sums[i] + sizes[i];
  /** The cost of the best cutting of the first n units, less the worth of a chunk's beginning there. */
  const until = new Float64Array(count + 1);
  const from = new Int32Array(count + 1);
  const cost = (first: number, end: number): number =>
    until[first] + sizeCost(sums[end] - sums[first], costs);
  const isBetter = (later: number, earlier: number, end: number): boolean => {
    const other = cost(earlier, end);
    return other === Number.POSITIVE_INFINITY || cost(later, end) <= other;
  };

  const begins: number[] = [0];
  const owns: number[] = [1];
  let head = 0;
  for (let end = 1; end <= count; end++) {
    while (head + 1 < begins.length && owns[head + 1] <= end) head++;
    from[end] = begins[head];
    until[end] = cost(begins[head], end) - SCORE_WORTH * (scores[end] ?? 0);
    enter(end);
  }
  const cuts: number[] = [];
  for (let at = from[count]; at > 0; at = from[at]) cuts.push(at);
  return cuts.reverse();

  /** A chunk may begin at `first` from now on: find the ends for which that is best. */
  function enter(first: number): void {
    while (begins.length > head) {
      const lastBegin = begins[begins.length - 1];
      const start = Math.max(owns[owns.length - 1], first + 1);
      if (start > count) return;
      if (!isBetter(first, lastBegin, start)) {
        const own = firstWhere(start + 1, count + 1, (end) => isBetter(first, lastBegin, end));
        if (own <= count) {
          begins.push(first);
          owns.push(own);
        }
        return;
      }
      begins.pop();
      owns.pop();
    }
    begins.push(first);
    owns.push(first + 1);
  }
}

/** What a way to cut costs. */
export function splitsCost(
  cuts: readonly number[],
  sizes: readonly number[],
  scores: readonly number[],
  costs: SplitCosts,
): number {
  let cost = 0;
  let size = 0;
  let next = 0;
  sizes.forEach((own, i) => {
    if (i === cuts[next]) {
      cost += sizeCost(size, costs) - SCORE_WORTH * scores[i];
      size = 0;
      next++;
    }
    size += own;
  });
  return cost + sizeCost(size, costs);
}

function sizeCost(size: number, { capacity, aim, minimum, preferred }: SplitCosts): number {
  if (size > capacity) return Number.POSITIVE_INFINITY;
  const off = size / aim - 1;
  const runt = size < minimum ? (STRONG * (minimum - size)) / minimum : 0;
  const crowded = size > preferred ? (STRONG * (size - preferred)) / preferred : 0;
  return off * off + runt + crowded;
}

/** The first number in [low, high) for which a test that never turns back holds, else `high`. */
function firstWhere(low: number, high: number, holds: (value: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
