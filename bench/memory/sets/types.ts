/** A turn of a measuring set. */
export interface SetTurn {
  readonly id: string;
  readonly user: string;
  readonly assistant: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly session: string;
}

export interface SetQuestion {
  readonly id: string;
  readonly question: string;
  /** Turns that answer it, each as good as another. */
  readonly gold: readonly string[];
  /** What it was made from: a meeting's own question, a fact said once, one that was updated, one told again and again. */
  readonly kind: "meeting" | "fact" | "update" | "routine";
}

export interface MemorySet {
  readonly name: "neutral" | "sensitive";
  readonly seed: number;
  /** By time. */
  readonly turns: readonly SetTurn[];
  readonly questions: readonly SetQuestion[];
  /** When every question is asked; no turn is later. */
  readonly asOf: number;
}

/** Weights are tuned on these … */
export const TUNING_SEEDS = [1, 2, 3, 4, 5] as const;
/** … and reported on these, which share neither meetings nor subjects nor wordings with them. */
export const REPORTING_SEEDS = [101, 102, 103, 104, 105] as const;

/** Which half of everything a seed draws from. */
export function halfOf(seed: number): 0 | 1 {
  return seed < 100 ? 0 : 1;
}

export const DAY = 86_400_000;
/** When questions are asked, and how far back the turns go. */
export const AS_OF = Date.UTC(2026, 0, 1);
export const SPAN_DAYS = 365;
