import { invalidOption } from "../core/errors.ts";
import { type Decay, type DecayOption, elapsedSince, HOUR, type MemoryTrace, resolveDecay } from "./decay.ts";
import { importanceOf } from "./reinforce.ts";

/**
 * The score of a recalled memory: relevance × (1 + a·(R − ½)) × (1 + b·(I − ½)), R how much of it is still
 * there, I how important it is. Law (bounded influence): with a bounded decay, age and use together change a
 * score by a ratio of 1.5 at most, so that a memory 1.5 times more relevant is never outranked by them.
 */
export const MOST_INFLUENCE = 1.5;

/** a: a fresh memory against one long gone is worth 1.27. b: the most used against one unimportant, 1.17. */
export const DEFAULT_RECENCY_WEIGHT = 0.24;
export const DEFAULT_IMPORTANCE_WEIGHT = 0.16;

export interface ScoringOptions {
  /** `"fsrs"` (default), `"exponential(0.1)"`, `"half-life(30, 0.2)"`, `"none"`, a `Decay` or a function. */
  readonly decay?: DecayOption | undefined;
  /** How much R moves the score: a. Default 0.24; 0 for not at all. */
  readonly recencyWeight?: number | undefined;
  /** How much I moves it: b. Default 0.16. */
  readonly importanceWeight?: number | undefined;
}

/** Checked options. */
export interface Scoring {
  readonly decay: Decay;
  readonly recencyWeight: number;
  readonly importanceWeight: number;
}

/** Throws `INVALID_OPTION`, also for weights that together would break the law. */
export function resolveScoring(options: ScoringOptions = {}): Scoring {
  const { recencyWeight = DEFAULT_RECENCY_WEIGHT, importanceWeight = DEFAULT_IMPORTANCE_WEIGHT } = options;
  for (const [name, weight] of Object.entries({ recencyWeight, importanceWeight }))
    if (!(weight >= 0 && weight < 2)) invalidOption(name, weight, "a number from 0 to below 2");
  const ratio = influence(recencyWeight) * influence(importanceWeight);
  if (ratio > MOST_INFLUENCE) {
    invalidOption(
      "recencyWeight and importanceWeight",
      `${recencyWeight} and ${importanceWeight}, which give ${ratio.toFixed(3)}`,
      `so small that (1 + a/2)/(1 − a/2) × (1 + b/2)/(1 − b/2) is at most ${MOST_INFLUENCE}`,
    );
  }
  return { decay: resolveDecay(options.decay), recencyWeight, importanceWeight };
}

/** The most by which a factor of this weight can change a score. */
function influence(weight: number): number {
  return (1 + weight / 2) / (1 - weight / 2);
}

/** Why a memory has the score it has: `score = relevance × recency.factor × importance.factor`. */
export interface ScoreExplanation {
  readonly score: number;
  readonly relevance: number;
  readonly recency: {
    readonly factor: number;
    /** R: 0 to 1. */
    readonly retention: number;
    /** Hours since the event or the last counted use. */
    readonly hours: number;
    readonly decay: string;
  };
  readonly importance: {
    readonly factor: number;
    /** I: 0 to 1. */
    readonly importance: number;
    readonly spacedUses: number;
  };
}

export function scoreMemory(relevance: number, trace: MemoryTrace, now: number, scoring: Scoring): number {
  const retention = retentionOf(trace, now, scoring.decay);
  const factor = recencyFactor(retention, scoring);
  return atLeastZero(relevance) * factor * importanceFactor(importanceOf(trace), scoring);
}

export function explainScore(
  relevance: number,
  trace: MemoryTrace,
  now: number,
  scoring: Scoring,
): ScoreExplanation {
  const retention = retentionOf(trace, now, scoring.decay);
  const importance = importanceOf(trace);
  return {
    score: scoreMemory(relevance, trace, now, scoring),
    relevance: atLeastZero(relevance),
    recency: {
      factor: recencyFactor(retention, scoring),
      retention,
      hours: elapsedSince(trace, now) / HOUR,
      decay: scoring.decay.name,
    },
    importance: {
      factor: importanceFactor(importance, scoring),
      importance,
      spacedUses: trace.spacedUses ?? 0,
    },
  };
}

/**
 * Between which a score lies for a relevance of 1. So a recall knows when it has seen enough: a memory whose
 * relevance × `most` is below the k-th score found cannot be among the first k.
 */
export function scoreBounds({ decay, recencyWeight, importanceWeight }: Scoring): {
  readonly least: number;
  readonly most: number;
} {
  const [a, b] = [recencyWeight / 2, importanceWeight / 2];
  return decay.bounded ? { least: (1 - a) * (1 - b), most: (1 + a) * (1 + b) } : { least: 0, most: 1 + b };
}

/** R as the strategy has it, held to 0 … 1. */
export function retentionOf(trace: MemoryTrace, now: number, decay: Decay): number {
  const retention = decay.retention(trace, elapsedSince(trace, now));
  if (typeof retention !== "number" || Number.isNaN(retention))
    invalidOption(`decay ${decay.name}`, retention, "a function that returns a number from 0 to 1");
  return Math.min(1, Math.max(0, retention));
}

function recencyFactor(retention: number, { decay, recencyWeight }: Scoring): number {
  return decay.bounded ? 1 + recencyWeight * (retention - 0.5) : retention;
}

function importanceFactor(importance: number, { importanceWeight }: Scoring): number {
  return 1 + importanceWeight * (importance - 0.5);
}

/** A cosine may be negative, and times a factor it would rise with age. */
function atLeastZero(relevance: number): number {
  return relevance > 0 ? relevance : 0;
}

/**
 * How many memories age kept out of the first `k`: those that are there when the recency factor is left out
 * of every score, and are not when it counts.
 */
export function suppressedByAge(explained: readonly ScoreExplanation[], k: number): number {
  const shown = new Set(firstBy(explained, k, ({ score }) => score));
  const timeless = firstBy(explained, k, ({ relevance, importance }) => relevance * importance.factor);
  return timeless.filter((one) => !shown.has(one)).length;
}

function firstBy(
  explained: readonly ScoreExplanation[],
  k: number,
  by: (one: ScoreExplanation) => number,
): ScoreExplanation[] {
  return explained.toSorted((a, b) => by(b) - by(a)).slice(0, k);
}
