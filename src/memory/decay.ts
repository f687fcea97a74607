import { invalidOption } from "../core/errors.ts";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** What of a memory decides how much it is still present. Times are milliseconds since 1970. */
export interface MemoryTrace {
  /** When it happened; never when it was imported. */
  readonly at: number;
  /** The last use that counted. */
  readonly lastUse?: number | undefined;
  /** Uses, each counted by how long after the one before it came (`reinforce`). */
  readonly spacedUses?: number | undefined;
  /** 0 to 1 as given by whoever stored it; ½ says nothing. */
  readonly importance?: number | undefined;
  /** What kind it is, for its stability: `turn`, `fact`, `preference` … */
  readonly type?: string | undefined;
}

/** How a memory fades. */
export interface Decay {
  readonly name: string;
  /**
   * Whether it moves a score only between bounds (the default), or multiplies it outright and so may
   * take everything from an old memory.
   */
  readonly bounded: boolean;
  /** How much of it is there after `elapsed` milliseconds: 0 to 1, never more with time. */
  retention(trace: MemoryTrace, elapsed: number): number;
}

/** Own decay: from the trace and the milliseconds since its event or last use to 0 … 1. */
export type DecayFunction = (trace: MemoryTrace, elapsed: number) => number;

export type DecayOption = "fsrs" | "none" | (string & {}) | Decay | DecayFunction;

/** From the later of the event and the last counted use; a clock that ran backwards gives no negative age. */
export function elapsedSince({ at, lastUse = at }: MemoryTrace, now: number): number {
  const elapsed = now - Math.max(at, lastUse);
  return elapsed > 0 ? elapsed : 0;
}

/** Days after which nine tenths of a memory is still there, by what it is; `turn` is measured (bench, memory). */
export const DEFAULT_STABILITY: Readonly<Record<string, number>> = {
  turn: 7,
  task: 7,
  event: 14,
  fact: 60,
  decision: 60,
  preference: 120,
  summary: 120,
};

/** Stability grows by this share with each spaced use, and to a hundred years at most. */
const GROWTH_PER_USE = 0.5;
const MOST_DAYS = 36_500;

export interface FsrsOptions {
  /** Days by type, over the defaults; `turn` stands for types without one. */
  readonly stability?: Readonly<Record<string, number>> | undefined;
}

/**
 * The power curve of FSRS: R = (1 + 19/81 · t/S)^−½, so that R = 0.9 when t = S. It forgets fast at first and
 * never quite, which is what measured forgetting does; S grows with every spaced use.
 */
export function fsrs(options: FsrsOptions = {}): Decay {
  const stability: Record<string, number> = { ...DEFAULT_STABILITY, ...options.stability };
  for (const [type, days] of Object.entries(stability))
    if (!(days > 0 && Number.isFinite(days)))
      invalidOption(`stability.${type}`, days, "a number of days above 0");
  return {
    name: "fsrs",
    bounded: true,
    retention: (trace, elapsed) =>
      (1 + (19 / 81) * (elapsed / DAY / stabilityDays(trace, stability))) ** -0.5,
  };
}

/** S of a memory, in days. */
function stabilityDays(
  { type = "turn", spacedUses = 0 }: Pick<MemoryTrace, "type" | "spacedUses">,
  stability: Readonly<Record<string, number>> = DEFAULT_STABILITY,
): number {
  const first = Object.hasOwn(stability, type) ? stability[type] : stability.turn;
  return Math.min(MOST_DAYS, first * (1 + GROWTH_PER_USE * (spacedUses > 0 ? spacedUses : 0)));
}

/**
 * The product brief's: e^(−rate × hours). At its rate of 0.1 a week leaves 5·10⁻⁸, whatever the relevance:
 * there to be compared with, and for memories of a single day.
 */
export function exponential(rate = 0.1): Decay {
  if (!(rate >= 0 && Number.isFinite(rate))) invalidOption("rate", rate, "a number an hour, 0 or more");
  return {
    name: `exponential(${rate})`,
    bounded: false,
    retention: (_trace, elapsed) => Math.exp(-rate * (elapsed / HOUR)),
  };
}

/** Halves in `days` what is above `floor`, which stays. */
export function halfLife(days: number, floor = 0): Decay {
  if (!(days > 0 && Number.isFinite(days))) invalidOption("days", days, "a number above 0");
  if (!(floor >= 0 && floor <= 1)) invalidOption("floor", floor, "a number from 0 to 1");
  return {
    name: `half-life(${days}, ${floor})`,
    bounded: true,
    retention: (_trace, elapsed) => floor + (1 - floor) * 2 ** -(elapsed / DAY / days),
  };
}

export const noDecay: Decay = { name: "none", bounded: true, retention: () => 1 };

const CALL = /^\s*([a-z-]{1,20})\s*(?:\(([^()]{0,60})\))?\s*$/;
const NAMES = `"fsrs", "exponential(RATE)", "half-life(DAYS, FLOOR)", "none", a Decay or a function`;

/** A strategy by name, as it stands in a setting, or as it is; a function is bounded. */
export function resolveDecay(option: DecayOption = "fsrs"): Decay {
  if (typeof option === "function") return { name: "own", bounded: true, retention: option };
  if (typeof option === "object" && option !== null && typeof option.retention === "function") return option;
  const [, name, list = ""] = (typeof option === "string" && CALL.exec(option)) || [];
  const numbers = list.trim() === "" ? [] : list.split(",").map((one) => readNumber(one, option));
  const [first, second] = numbers;
  if (name === "fsrs" && numbers.length === 0) return fsrs();
  if (name === "none" && numbers.length === 0) return noDecay;
  if (name === "exponential" && numbers.length <= 1) return exponential(first);
  if (name === "half-life" && first !== undefined && numbers.length <= 2) return halfLife(first, second);
  return invalidOption("decay", option, NAMES);
}

function readNumber(text: string, option: unknown): number {
  return text.trim() === "" || Number.isNaN(Number(text))
    ? invalidOption("decay", option, NAMES)
    : Number(text);
}
