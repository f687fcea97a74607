import { HELD_OUT } from "./guard-set-held-out.ts";
import { SECOND_LOOK } from "./guard-set-second.ts";
import { THIRD_LOOK } from "./guard-set-third.ts";
import { TUNED } from "./guard-set-tuned.ts";

/** Pairs of these kinds differ in one thing that matters: merging them would lose a fact. */
type DifferentKind = "number" | "date" | "negation" | "name" | "unit" | "modality" | "antonym" | "word";
/** Pairs of these kinds say the same in other words. */
const SAME_KINDS = [
  "synonym",
  "word-order",
  "passive",
  "contraction",
  "abbreviation",
  "format",
  "paraphrase",
] as const;
type PairKind = DifferentKind | (typeof SAME_KINDS)[number];

export type WrittenPair = readonly [kind: PairKind, a: string, b: string];

export interface GuardPair {
  readonly kind: PairKind;
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
  /** Held-out pairs were written before anything was built, and nothing was changed to fit one of them. */
  readonly heldOut: boolean;
}

function read(pairs: readonly WrittenPair[], heldOut: boolean): GuardPair[] {
  return pairs.map(([kind, a, b]) => ({
    kind,
    a,
    b,
    same: (SAME_KINDS as readonly string[]).includes(kind),
    heldOut,
  }));
}

export const GUARD_SET: readonly GuardPair[] = [...read(TUNED, false), ...read(HELD_OUT, true)];
export const SECOND_SET: readonly GuardPair[] = read(SECOND_LOOK, false);
export const THIRD_SET: readonly GuardPair[] = read(THIRD_LOOK, false);
