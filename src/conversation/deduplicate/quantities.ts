import { cardinal, figureValue, isTens, multiplier, ordinal } from "./number-words.ts";
import type { Token } from "./tokens.ts";
import { isCurrencySign, type Unit, unitOf } from "./units.ts";

export interface Quantity {
  /** Value in the dimension's base unit, with the dimension: "1000g", "3", "#2" for second, "=2.3.1" for figures that are no number. */
  readonly key: string;
  /** Of the first word after it that is no unit: what is counted. */
  readonly counted: string | undefined;
}

/** Before "one" it is a pronoun. */
const PRONOUN_ONE = new Set(["no", "any", "some", "the", "this", "that", "which", "every", "each"]);

/** Zeros that say nothing in a quantity, and everything in a version or a code. */
const TELLING_ZERO = /^\d+\.\d?0$|^0\d+$/;

/** Numbers with their units, in order; tokens they are made of are marked in `used`. */
export function readQuantities(tokens: readonly Token[], used: Uint8Array): Quantity[] {
  const quantities: Quantity[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (used[at]) continue;
    const read = readNumber(tokens, used, at);
    if (read === undefined) continue;
    const { key, end } = withUnit(tokens, used, at, read);
    for (let i = at; i < end; i++) used[i] = 1;
    quantities.push({ key, counted: countedAt(tokens, used, end) });
    at = end - 1;
  }
  return quantities;
}

interface ReadNumber {
  readonly value: number | undefined;
  /** Of a number that is only equal to itself, or an ordinal. */
  readonly raw?: string;
  /** Figures that may be a name: without a unit "3.10" is not "3.1", nor "007" "7". */
  readonly name?: string;
  /** Glued to the figures: "10mg", "5k". */
  readonly glued?: string;
  readonly end: number;
}

function readNumber(tokens: readonly Token[], used: Uint8Array, at: number): ReadNumber | undefined {
  const { kind, word } = tokens[at];
  if (kind === "number") return readFigures(word, at);
  if (kind !== "word") return undefined;
  const next = tokens[at + 1]?.word;
  if (word === "half" && next === "a" && tokens[at + 2]?.word === "dozen") return { value: 6, end: at + 3 };
  if (word === "a" && next === "dozen") return { value: 12, end: at + 2 };
  if (word === "half") return { value: 0.5, end: at + 1 };
  if (word === "a" && (next === "third" || next === "quarter") && tokens[at + 2]?.word === "of")
    return { value: next === "third" ? 1 / 3 : 0.25, end: at + 2 };
  if (word === "twice") return { value: 2, raw: "twice", end: at + 1 };
  const place = ordinal(word);
  if (place !== undefined) return { value: undefined, raw: `#${place}`, end: at + 1 };
  let value = cardinal(word);
  if (value === undefined) return undefined;
  if (word === "one" && (PRONOUN_ONE.has(tokens[at - 1]?.word ?? "") || next === "of")) return undefined;
  let end = at + 1;
  const unit = tokens[end] === undefined ? undefined : cardinal(tokens[end].word);
  if (isTens(word) && unit !== undefined && unit > 0 && unit < 10 && !used[end]) {
    value += unit;
    end++;
  }
  return { value, end };
}

function readFigures(word: string, at: number): ReadNumber {
  const place = ordinal(word);
  if (place !== undefined) return { value: undefined, raw: `#${place}`, end: at + 1 };
  const letters = /\p{L}+$/u.exec(word);
  const figures = letters === null ? word : word.slice(0, letters.index);
  const value = figureValue(figures);
  const glued = letters === null ? {} : { glued: letters[0] };
  return value === undefined
    ? { value, raw: `=${figures}`, ...glued, end: at + 1 }
    : { value, ...(TELLING_ZERO.test(figures) ? { name: figures } : {}), ...glued, end: at + 1 };
}

function withUnit(
  tokens: readonly Token[],
  used: Uint8Array,
  at: number,
  read: ReadNumber,
): { key: string; end: number } {
  let { value, end } = read;
  const sign = at > 0 && isCurrencySign(tokens[at - 1].word) ? unitOf(tokens[at - 1].word) : undefined;
  if (sign !== undefined) used[at - 1] = 1;
  let glued = read.glued;
  const scale =
    glued === "k" ? 1_000 : glued === "bn" ? 1e9 : glued === "m" && sign !== undefined ? 1e6 : undefined;
  if (scale !== undefined) {
    value = value === undefined ? undefined : value * scale;
    glued = undefined;
  }
  for (
    let by = multiplierAt(tokens, end);
    by !== undefined && value !== undefined;
    by = multiplierAt(tokens, end)
  ) {
    value *= by;
    end++;
  }
  let unit: Unit | undefined = sign;
  if (glued !== undefined) unit ??= unitOf(glued);
  else if (
    unit === undefined &&
    tokens[end] !== undefined &&
    !tokens[end].paused &&
    !read.raw?.startsWith("#")
  ) {
    ({ unit, end } = unitAt(tokens, end));
  } else if (unit !== undefined && unitOf(tokens[end]?.word ?? "")?.dimension === unit.dimension) end++;
  const dimension = unit?.dimension ?? glued ?? "";
  const isBare = unit === undefined && value === read.value;
  if (isBare && read.name !== undefined) return { key: `=${read.name}${dimension}`, end };
  if (value === undefined) return { key: `${read.raw}${dimension}${unit?.factor ?? ""}`, end };
  return { key: `${Number((value * (unit?.factor ?? 1)).toPrecision(12))}${dimension}`, end };
}

function unitAt(tokens: readonly Token[], at: number): { unit: Unit | undefined; end: number } {
  const { word, text } = tokens[at];
  if (word === "degrees" || word === "degree" || word === "°") {
    const scale = tokens[at + 1]?.text;
    if (scale === "C" || scale === "Celsius") return { unit: unitOf("celsius"), end: at + 2 };
    if (scale === "F" || scale === "Fahrenheit") return { unit: unitOf("fahrenheit"), end: at + 2 };
    return { unit: { dimension: "degree", factor: 1 }, end: at + 1 };
  }
  if (text === "C" || text === "F")
    return { unit: unitOf(text === "C" ? "celsius" : "fahrenheit"), end: at + 1 };
  // "MB" and "mb" are bytes; only "Mb" is written by those who mean bits.
  const unit = unitOf(/^[KMGT]b$/.test(text) ? `${text[0].toLowerCase()}bit` : word);
  return { unit, end: unit === undefined ? at : at + 1 };
}

function multiplierAt(tokens: readonly Token[], at: number): number | undefined {
  return tokens[at] === undefined || tokens[at].paused ? undefined : multiplier(tokens[at].word);
}

function countedAt(tokens: readonly Token[], used: Uint8Array, at: number): string | undefined {
  const token = tokens[at];
  return token === undefined || token.kind !== "word" || used[at] || token.paused ? undefined : token.word;
}
