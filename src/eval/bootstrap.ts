export interface PairedDifference {
  readonly mean: number;
  /** The interval that holds 95 % of resampled means. It excludes zero when the difference is real. */
  readonly low: number;
  readonly high: number;
}

/** The mean of b − a over pairs, with its 95 % interval by resampling the pairs. The same on every run. */
export function pairedBootstrap(
  a: readonly number[],
  b: readonly number[],
  { resamples = 10_000, seed = 1 }: { readonly resamples?: number; readonly seed?: number } = {},
): PairedDifference {
  const differences = b.map((value, i) => value - a[i]);
  const mean = (sum: number): number => sum / Math.max(1, differences.length);
  const random = generator(seed);
  const means = Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let i = 0; i < differences.length; i++)
      sum += differences[Math.floor(random() * differences.length)];
    return mean(sum);
  }).sort((one, other) => one - other);
  return {
    mean: mean(differences.reduce((sum, one) => sum + one, 0)),
    low: means[Math.floor(0.025 * resamples)],
    high: means[Math.min(resamples - 1, Math.floor(0.975 * resamples))],
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
