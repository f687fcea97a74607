/**
 * Token counts of models whose vocabulary is not public, estimated from what a text is made of: every
 * UTF-16 unit adds the weight of its kind. Weights and errors come from `bench/calibrate-estimates.mjs`,
 * fitted on one half of real texts and measured on the other; docs/BENCHMARKS.md says what stood in for
 * which model and how far to trust it.
 */

import { digestText } from "../hash.ts";

export type EstimateMethod = "anthropic-estimate" | "gemini-estimate" | "approximate";

/** What a text mostly is; errors differ by it. */
type ScriptClass = "prose" | "code" | "cjk" | "other";

interface TokenEstimate {
  readonly tokens: number;
  /** Mean relative error to expect on texts of this class, of about 2,000 characters: 0.1 is 10 %. */
  readonly error: number;
}

/** Kinds of unit; the names index the weights. */
const KIND = {
  letter: 0, // A–Z, a–z
  space: 1,
  symbol: 2, // every other ASCII unit, line breaks and tabs too
  digit: 3,
  accented: 4, // Latin beyond ASCII, combining marks
  cyrillic: 5,
  twoByte: 6, // Greek, Armenian, Hebrew, Arabic and others up to U+07FF
  threeByte: 7, // Indic scripts, Thai, Georgian, Ethiopic and others up to U+1FFF
  wide: 8, // U+2000 and up: CJK, Hangul, typographic marks, emoji (two units each)
} as const;

type Kinds = Readonly<Record<keyof typeof KIND, number>>;
type Errors = Readonly<Record<ScriptClass, number>>;

interface Calibration {
  readonly weights: Kinds;
  readonly errors: Errors;
}

const CALIBRATIONS: Readonly<Record<Exclude<EstimateMethod, "approximate">, Calibration>> = {
  // Measured 0.10 / 0.09 / 0.11 / 0.21 against a stand-in; doubled, as the stand-in's own error is unknown.
  "anthropic-estimate": {
    weights: {
      letter: 0.34,
      space: 0.13,
      symbol: 0.76,
      digit: 0.59,
      accented: 1.73,
      cyrillic: 0.35,
      twoByte: 0.84,
      threeByte: 1.08,
      wide: 1.01,
    },
    errors: { prose: 0.2, code: 0.2, cjk: 0.2, other: 0.4 },
  },
  "gemini-estimate": {
    weights: {
      letter: 0.21,
      space: 0.13,
      symbol: 0.71,
      digit: 1,
      accented: 0.88,
      cyrillic: 0.26,
      twoByte: 0.44,
      threeByte: 0.34,
      wide: 0.58,
    },
    errors: { prose: 0.08, code: 0.08, cjk: 0.11, other: 0.19 },
  },
};

/** Against o200k_base; it runs low on CJK (−17 %) and high on other scripts (+37 %). */
const APPROXIMATE_ERRORS: Errors = { prose: 0.11, code: 0.18, cjk: 0.17, other: 0.4 };

export const ESTIMATE_METHODS: readonly EstimateMethod[] = [
  "anthropic-estimate",
  "gemini-estimate",
  "approximate",
];

export function estimateTokens(text: string, method: EstimateMethod): TokenEstimate {
  const kinds = countKinds(text);
  const script = scriptClass(kinds, text.length);
  if (method === "approximate") {
    return {
      tokens: approximateTokens(text.length, digestText(text).bytes),
      error: APPROXIMATE_ERRORS[script],
    };
  }
  const { weights, errors } = CALIBRATIONS[method];
  let tokens = 0;
  for (const [name, kind] of Object.entries(KIND)) tokens += kinds[kind] * weights[name as keyof typeof KIND];
  return { tokens: Math.ceil(tokens), error: errors[script] };
}

/**
 * The quickest sensible guess, from two lengths: a token every four characters, and a fifth of one for
 * every byte that UTF-8 needs beyond one a character, since other scripts have fewer characters a token.
 */
export function approximateTokens(units: number, bytes: number): number {
  return Math.ceil(units / 4 + (bytes - units) / 5);
}

function countKinds(text: string): Uint32Array {
  const counts = new Uint32Array(Object.keys(KIND).length);
  for (let i = 0; i < text.length; i++) counts[unitKind(text.charCodeAt(i))]++;
  return counts;
}

function unitKind(unit: number): number {
  if (unit < 0x80) {
    const lower = unit | 0x20;
    if (lower >= 0x61 && lower <= 0x7a) return KIND.letter;
    if (unit === 0x20) return KIND.space;
    return unit >= 0x30 && unit <= 0x39 ? KIND.digit : KIND.symbol;
  }
  if (unit < 0x370) return KIND.accented;
  if (unit < 0x800) return unit >= 0x400 && unit < 0x530 ? KIND.cyrillic : KIND.twoByte;
  if (unit < 0x2000) return unit >= 0x1e00 && unit < 0x1f00 ? KIND.accented : KIND.threeByte;
  return KIND.wide;
}

function scriptClass(kinds: Uint32Array, units: number): ScriptClass {
  if (kinds[KIND.cyrillic] + kinds[KIND.twoByte] + kinds[KIND.threeByte] > units / 4) return "other";
  if (kinds[KIND.wide] > units / 4) return "cjk";
  return kinds[KIND.symbol] + kinds[KIND.digit] > units / 7 ? "code" : "prose";
}
