export interface PairedDifference {
  readonly mean: number;
  /** The interval that holds 95 % of resampled means. It excludes zero when the difference is real. */
  readonly low: number;
  readonly high: number;
}

interface Resampling {
  readonly resamples?: number;
  readonly seed?: number;
}

/** The mean of b − a over pairs, with its 95 % interval by resampling the pairs. The same on every run. */
export function pairedBootstrap(
  a: readonly number[],
  b: readonly number[],
  options: Resampling = {},
): PairedDifference {
  return resampled(a, b, (sumA, sumB) => (sumB - sumA) / Math.max(1, a.length), options);
}

/** By which share the sum over b is below the sum over a: 0.5 when it is half of it; 0 where a has none. */
export function pairedCut(
  a: readonly number[],
  b: readonly number[],
  options: Resampling = {},
): PairedDifference {
  return resampled(a, b, (sumA, sumB) => (sumA === 0 ? 0 : 1 - sumB / sumA), options);
}

/** A statistic of both sums, with its interval over resampled pairs. */
function resampled(
  a: readonly number[],
  b: readonly number[],
  statistic: (sumA: number, sumB: number) => number,
  { resamples = 10_000, seed = 1 }: Resampling,
): PairedDifference {
  const random = generator(seed);
  const values = Float64Array.from({ length: resamples }, () => {
    let sumA = 0;
    let sumB = 0;
    for (let i = 0; i < a.length; i++) {
      const picked = Math.floor(random() * a.length);
      sumA += a[picked];
      sumB += b[picked];
    }
    return statistic(sumA, sumB);
  }).sort();
  const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);
  return {
    mean: statistic(sum(a), sum(b)),
    low: values[Math.floor(0.025 * resamples)],
    high: values[Math.min(resamples - 1, Math.floor(0.975 * resamples))],
  };
}

/** Numbers in [0, 1) that look random: mulberry32. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
