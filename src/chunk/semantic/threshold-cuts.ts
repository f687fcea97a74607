/** What a similarity must fall below for a cut. */
export type Threshold =
  /** A cosine as such. */
  | number
  /** The lowest share of all similarities: `{ percentile: 10 }` cuts at the lowest tenth. */
  | { readonly percentile: number }
  /** So many standard deviations below the mean. */
  | { readonly deviations: number };

export interface ThresholdOptions {
  readonly threshold: Threshold;
  readonly minSentences: number;
  readonly maxSentences: number;
  readonly walls: readonly boolean[];
}

/** A chunk begins at this unit. */
export interface SemanticCut {
  readonly at: number;
  /** Whether the chunk before it was full, whatever the meaning. */
  readonly forced: boolean;
}

export interface ThresholdCuts {
  readonly cuts: readonly SemanticCut[];
  /** The cosine the threshold came to. */
  readonly level: number;
}

/** Cuts between neighbours less alike than the threshold. A higher threshold gives more, smaller chunks. */
export function thresholdCuts(similarities: readonly number[], options: ThresholdOptions): ThresholdCuts {
  const { minSentences, maxSentences, walls } = options;
  const level = levelOf(options.threshold, similarities);
  const cuts: SemanticCut[] = [];
  let start = 0;
  similarities.forEach((similarity, i) => {
    const next = i + 1;
    const held = next - start;
    if (!walls[next] && held < maxSentences && (similarity >= level || held < minSentences)) return;
    cuts.push({ at: next, forced: similarity >= level });
    start = next;
  });
  return { cuts, level };
}

function levelOf(threshold: Threshold, similarities: readonly number[]): number {
  if (typeof threshold === "number") return threshold;
  if (similarities.length === 0) return 0;
  if ("percentile" in threshold) {
    const sorted = similarities.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor((threshold.percentile / 100) * sorted.length))];
  }
  const mean = similarities.reduce((sum, one) => sum + one, 0) / similarities.length;
  const variance = similarities.reduce((sum, one) => sum + (one - mean) ** 2, 0) / similarities.length;
  return mean - threshold.deviations * Math.sqrt(variance);
}
