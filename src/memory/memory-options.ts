import { RuleExtractor } from "../conversation/extract/rules/rule-extractor.ts";
import type { Chunker } from "../core/chunker.ts";
import { type Clock, systemClock } from "../core/clock.ts";
import type { Embedder } from "../core/embedder.ts";
import { invalidOption } from "../core/errors.ts";
import type { ConversationExtractor } from "../core/extraction.ts";
import { checkNames } from "./check-names.ts";
import { type Environment, turnOptionsFrom } from "./environment.ts";
import { type MemoryWeights, resolveMemoryWeights } from "./memory-weights.ts";
import { type MemoryPresetName, memoryPreset } from "./presets.ts";
import type { RememberedTurn } from "./remembered-turn.ts";
import { checkLimits, type MemoryLimits } from "./retention.ts";
import type { MemoryScope } from "./scope.ts";
import { resolveScoring, type Scoring, type ScoringOptions } from "./score.ts";
import { TurnChunker, type TurnChunkerOptions } from "./turn-chunker.ts";

/** When a memory counts as used: whenever it is recalled, or only where `reinforce` says so. */
export type ReinforceOn = "recall" | "use";

/** Turns that must go, as one text in their place; an empty one leaves nothing. */
export type Summarise = (turns: readonly RememberedTurn[]) => string | Promise<string>;

export interface MemoryOptions extends MemoryScope, ScoringOptions {
  /** `atlas`: the product brief's sizes and its limit of 1,000 turns. */
  readonly preset?: MemoryPresetName | undefined;
  /** How turns are cut; over the environment, which is over the preset. */
  readonly chunking?: TurnChunkerOptions | undefined;
  readonly limits?: MemoryLimits | undefined;
  /** Default `recall`. */
  readonly reinforceOn?: ReinforceOn | undefined;
  /** A model's name, an embedder, or `none` for words alone. Default: the one whose vectors are stored, or `bundled`. */
  readonly embedder?: string | Embedder | undefined;
  /** What finds facts that lead to their turn; false for none. Default: the rules, which ask no model. */
  readonly extractor?: ConversationExtractor | false | undefined;
  /** Asked when limits take turns out: they go in larger lots then, and its text stays. */
  readonly summarise?: Summarise | undefined;
  readonly weights?: Partial<MemoryWeights> | undefined;
  /** Opens without the right to change anything; the file must be there. */
  readonly readOnly?: boolean | undefined;
  readonly clock?: Clock | undefined;
  /** Default `process.env`. */
  readonly environment?: Environment | undefined;
}

/** Checked options. */
export interface MemorySettings {
  readonly chunker: Chunker;
  readonly extractor: ConversationExtractor | undefined;
  readonly limits: MemoryLimits;
  readonly scoring: Scoring;
  readonly reinforceOn: ReinforceOn;
  readonly summarise: Summarise | undefined;
  readonly weights: Partial<MemoryWeights> | undefined;
  readonly clock: Clock;
}

const OPTION_NAMES = [
  ...["workspace", "user", "agent", "session", "preset", "chunking", "limits", "reinforceOn", "embedder"],
  ...["extractor", "summarise", "weights", "readOnly", "clock", "environment"],
  ...["decay", "recencyWeight", "importanceWeight"],
];

/** Throws `INVALID_OPTION`, also for what stands in the environment. */
export function resolveMemoryOptions(options: MemoryOptions): MemorySettings {
  checkNames("options", options, OPTION_NAMES);
  const { reinforceOn = "recall", extractor = new RuleExtractor(), summarise, clock = systemClock } = options;
  if (reinforceOn !== "recall" && reinforceOn !== "use")
    invalidOption("reinforceOn", reinforceOn, `"recall" or "use"`);
  if (summarise !== undefined && typeof summarise !== "function")
    invalidOption("summarise", summarise, "a function from turns to a text");
  if (extractor !== false && typeof extractor?.extract !== "function")
    invalidOption("extractor", extractor, "an object with id and extract, or false");
  const preset = options.preset === undefined ? undefined : memoryPreset(options.preset);
  const chosen = turnOptionsFrom(options.chunking, options.environment);
  // Only to refuse them before the first recall.
  resolveMemoryWeights(options.weights, undefined);
  return {
    chunker: new TurnChunker(overPreset(preset?.chunking, chosen)),
    extractor: extractor === false ? undefined : extractor,
    limits: checkLimits({ ...preset?.limits, ...checkLimits(options.limits ?? {}) }),
    scoring: resolveScoring(options),
    reinforceOn,
    summarise,
    weights: options.weights,
    clock,
  };
}

/** A size below the preset's minimum takes that with it, as it does with the default. */
function overPreset(preset: TurnChunkerOptions | undefined, chosen: TurnChunkerOptions): TurnChunkerOptions {
  const { minimum, ...rest } = { ...preset, ...chosen };
  const isTooLarge =
    chosen.minimum === undefined && minimum !== undefined && rest.size !== undefined && minimum >= rest.size;
  return isTooLarge || minimum === undefined ? rest : { ...rest, minimum };
}
