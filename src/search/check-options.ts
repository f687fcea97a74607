import { invalidOption } from "../core/errors.ts";
import { checkFilter } from "../store/filter.ts";
import { analysisLanguage } from "../text/analysis/language.ts";
import { baseLanguage } from "../text/analysis/stemmers.ts";
import type { SearchOptions } from "./types.ts";
import { DEFAULT_WEIGHTS } from "./weights.ts";

export const DEFAULT_LIMIT = 10;
const MOST_HITS = 1_000;

const MODES = ["hybrid", "words", "meaning"];
const EXPANSIONS = ["parent", "none", "segment"];
const FUSIONS = ["convex", "ranks"];

/** Refuses what a search cannot work with, before any work is done. */
export function checkOptions(query: unknown, options: SearchOptions): void {
  if (typeof query !== "string") invalidOption("query", query, "a text");
  if (typeof options !== "object" || options === null)
    invalidOption("options", options, "an object of options, or left out");
  const { mode, limit, expand, budget, segmentTokens, fusion, filter, languages, weights } = options;
  if (limit !== undefined && !isWhole(limit, MOST_HITS))
    invalidOption("limit", limit, `a whole number from 1 to ${MOST_HITS}`);
  for (const [name, value] of Object.entries({ budget, segmentTokens })) {
    if (value !== undefined && !isWhole(value, Number.MAX_SAFE_INTEGER))
      invalidOption(name, value, "a whole number of tokens, at least 1");
  }
  for (const [name, value, known] of [
    ["mode", mode, MODES],
    ["expand", expand, EXPANSIONS],
    ["fusion", fusion, FUSIONS],
  ] as const) {
    if (value !== undefined && !known.includes(value))
      invalidOption(name, value, `one of: ${known.join(", ")}`);
  }
  if (filter !== undefined) checkFilter(filter);
  if (languages !== undefined) checkLanguages(languages);
  if (weights !== undefined) checkWeights("weights", weights, DEFAULT_WEIGHTS);
}

function checkLanguages(languages: unknown): void {
  if (!Array.isArray(languages)) invalidOption("languages", languages, "a list of language codes");
  for (const language of languages as unknown[]) {
    if (typeof language !== "string" || !isLanguage(baseLanguage(language)))
      invalidOption("languages", language, `codes of languages, such as "en" or "de"`);
  }
}

function isLanguage(code: string): boolean {
  if (analysisLanguage(code) === code) return true;
  const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
  return /^[a-z]{2,3}$/.test(code) && names.of(code) !== undefined;
}

function checkWeights(option: string, given: unknown, known: object): void {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    invalidOption(option, given, "an object of numbers by name");
  for (const [name, value] of Object.entries(given)) {
    const usual = Object.entries(known).find(([one]) => one === name)?.[1] as unknown;
    if (usual === undefined)
      invalidOption(option, name, `an object with some of: ${Object.keys(known).join(", ")}`);
    if (typeof usual === "object") checkWeights(`${option}.${name}`, value, usual as object);
    else if (!Number.isFinite(value) || (value as number) < 0)
      invalidOption(`${option}.${name}`, value, "a number, at least 0");
    else if (name === "meaning" && (value as number) > 1)
      invalidOption(`${option}.${name}`, value, "a share from 0 to 1");
  }
}

function isWhole(value: unknown, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= most;
}
