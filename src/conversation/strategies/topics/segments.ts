import type { TopicBlock } from "./blocks.ts";
import type { Likeness } from "./likeness.ts";

/** How much of a stretch's variety each run of blocks explains, `gain(start, end)`: about 1 if it is any run. */
export type Gains = (start: number, end: number) => number;

/** What k-means maximises, over adjoining runs: pairs' likeness weighed by their sizes, divided by the run's. */
export function gainsOf(blocks: readonly TopicBlock[], measures: readonly WeighedLikeness[]): Gains {
  const count = blocks.length;
  const weights = blocks.map(({ weight }) => weight);
  const sums = [0];
  for (const weight of weights) sums.push(sums[sums.length - 1] + weight);
  const share = measures.reduce((sum, measure) => sum + measure.share, 0);
  /** Pair sums of every run, one triangle: row start, column end. */
  const runs = Array.from({ length: count }, () => new Float64Array(count + 1));
  for (const { likeness, share: own } of measures) {
    let spread = 0;
    for (let i = 0; i < count; i++) spread += weights[i] * likeness[i][i];
    if (spread <= 0) continue;
    const scale = (count * own) / share / spread;
    for (let start = 0; start < count; start++) {
      for (let end = start + 1; end <= count; end++)
        runs[start][end] += scale * weights[start] * weights[end - 1] * likeness[start][end - 1];
    }
  }
  // From pairs to runs: a run holds the runs without its first and without its last block, and the pair of both.
  for (let length = 1; length <= count; length++) {
    for (let start = 0; start + length <= count; start++) {
      const end = start + length;
      const pair = runs[start][end];
      if (length === 1) continue;
      const inner = length === 2 ? 0 : runs[start + 1][end - 1];
      runs[start][end] = runs[start][end - 1] + runs[start + 1][end] - inner + 2 * pair;
    }
  }
  return (start, end) => runs[start][end] / (sums[end] - sums[start]);
}

export interface WeighedLikeness {
  readonly likeness: Likeness;
  readonly share: number;
}

/** Where to begin runs so that exactly `segments` of them explain most; fewer where no run may be shorter than `least`. */
export function bestSegments(
  blocks: readonly TopicBlock[],
  gains: Gains,
  segments: number,
  least: number,
): number[] {
  const count = blocks.length;
  const sums = [0];
  for (const { weight } of blocks) sums.push(sums[sums.length - 1] + weight);
  let best = new Float64Array(count + 1).fill(Number.NEGATIVE_INFINITY);
  best[0] = 0;
  const from: Int32Array[] = [];
  let possible = 0;
  for (let segment = 0; segment < segments; segment++) {
    const next = new Float64Array(count + 1).fill(Number.NEGATIVE_INFINITY);
    const begins = new Int32Array(count + 1);
    for (let end = 1; end <= count; end++) {
      for (let start = 0; start < end && sums[end] - sums[start] >= least; start++) {
        const gain = best[start] + gains(start, end);
        if (gain > next[end]) {
          next[end] = gain;
          begins[end] = start;
        }
      }
    }
    from.push(begins);
    best = next;
    if (best[count] > Number.NEGATIVE_INFINITY) possible = segment + 1;
  }
  const cuts: number[] = [];
  let at = count;
  for (let segment = possible - 1; segment > 0; segment--) {
    at = from[segment][at];
    cuts.push(at);
  }
  return cuts.reverse();
}
