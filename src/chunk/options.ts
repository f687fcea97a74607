import { invalidOption, SherdError } from "../core/errors.ts";
import { characterRuler, type Ruler, UNITS, type Unit } from "../text/ruler.ts";
import type { TokenCounter } from "../text/tokens/token-counter.ts";

/** 400 tokens: small enough that one chunk holds one thought, the size the product's defaults share. */
export const DEFAULT_SIZE_TOKENS = 400;
/** The same in characters, at the usual four characters a token. */
export const DEFAULT_SIZE_CHARACTERS = 1_600;
/** A cut that leaves less than a quarter of the maximum is passed over for a weaker seam behind it. */
export const DEFAULT_MINIMUM = 0.25;

export interface SplitterOptions {
  /** The maximum size of a chunk, in `unit`. It is hard. Default 1,600 characters or 400 tokens. */
  readonly size?: number | undefined;
  /** What sizes are counted in. Default `characters` (UTF-16 units); `tokens` needs a `counter`. */
  readonly unit?: Unit | undefined;
  /** Counts the tokens: `await TokenCounter.create()`. */
  readonly counter?: TokenCounter | undefined;
  /** How much of a chunk's end the next one repeats, at most: in `unit`, or below 1 as a share of `size`. */
  readonly overlap?: number | undefined;
  /**
   * Whether every cut repeats `overlap`, or each as much of it as the text before and after the cut is
   * alike: nothing where the subject changes, all of it where a thought was severed. Default `size`.
   */
  readonly overlapBy?: "size" | "similarity" | undefined;
  /** The size below which a chunk should not fall, in `unit`, or below 1 as a share of `size`. Default 0.25. */
  readonly minimum?: number | undefined;
  /** Whether the last two chunks share what is left evenly instead of leaving a runt. Default `false`. */
  readonly balance?: boolean | undefined;
  /** Whether chunks keep the white space around them. Spans are exact either way. Default `trim`. */
  readonly whitespace?: "trim" | "keep" | undefined;
}

/** Checked options, ratios resolved. */
export interface Sizing {
  readonly size: number;
  readonly unit: Unit;
  readonly overlap: number;
  readonly overlapBy: "size" | "similarity";
  readonly minimum: number;
  readonly balance: boolean;
  readonly trim: boolean;
  /** What the sizes are measured by: "characters", or the encoding's name. */
  readonly measure: string;
  ruler(text: string): Ruler;
}

const OPTION_NAMES = ["size", "unit", "counter", "overlap", "overlapBy", "minimum", "balance", "whitespace"];

export function resolveSizing(
  options: SplitterOptions,
  defaults: { readonly overlap: number; readonly whitespace?: "trim" | "keep" },
  furtherOptions: readonly string[] = [],
): Sizing {
  const known = [...OPTION_NAMES, ...furtherOptions];
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) invalidOption("option", name, `one of: ${known.join(", ")}`);
  }
  const { unit = "characters", whitespace = defaults.whitespace ?? "trim", counter } = options;
  if (!UNITS.includes(unit)) invalidOption("unit", unit, `"characters" or "tokens"`);
  if (whitespace !== "trim" && whitespace !== "keep")
    invalidOption("whitespace", whitespace, `"trim" or "keep"`);

  const { size = unit === "tokens" ? DEFAULT_SIZE_TOKENS : DEFAULT_SIZE_CHARACTERS } = options;
  if (!Number.isSafeInteger(size) || size < 1) invalidOption("size", size, "a whole number, 1 or more");
  const { overlap = defaults.overlap, minimum = DEFAULT_MINIMUM } = options;
  const { overlapBy = "size", balance = false } = options;
  if (overlapBy !== "size" && overlapBy !== "similarity")
    invalidOption("overlapBy", overlapBy, `"size" or "similarity"`);
  if (typeof balance !== "boolean") invalidOption("balance", balance, "true or false");

  return {
    size,
    unit,
    overlap: resolveAmount("overlap", overlap, size),
    overlapBy,
    minimum: resolveAmount("minimum", minimum, size),
    balance,
    trim: whitespace === "trim",
    ...(unit === "tokens" ? measureByTokens(counter) : MEASURE_BY_CHARACTERS),
  };
}

const MEASURE_BY_CHARACTERS = { measure: "characters", ruler: characterRuler } as const;

function measureByTokens(counter: TokenCounter | undefined): Pick<Sizing, "measure" | "ruler"> {
  const encoding = counter?.encoding;
  if (counter === undefined || encoding === undefined) {
    throw new SherdError(
      "TOKENIZER_UNAVAILABLE",
      `unit "tokens" needs a counter with a loaded table; got ${counter === undefined ? "none" : "one without a table"}. ` +
        "Pass { counter: await TokenCounter.create() }.",
      { option: "counter" },
    );
  }
  return { measure: encoding, ruler: (text) => counter.ruler(text) };
}

/** An amount in the unit, or below 1 a share of the size. */
function resolveAmount(name: string, value: number, size: number): number {
  const isShare = value > 0 && value < 1;
  if (typeof value !== "number" || !(value >= 0) || !(isShare || Number.isSafeInteger(value))) {
    invalidOption(name, value, "a whole number in the unit, or a share of size between 0 and 1");
  }
  const amount = isShare ? Math.floor(value * size) : value;
  if (amount >= size) invalidOption(name, value, `less than size (${size})`);
  return amount;
}
