import type { Embedder } from "../core/embedder.ts";
import { invalidOption } from "../core/errors.ts";
import type { SearchOptions } from "./types.ts";

export const DEFAULT_LIMIT = 10;
const MOST_HITS = 1_000;

const MODES = ["hybrid", "words", "meaning"];
const EXPANSIONS = ["parent", "none", "segment"];
const FUSIONS = ["convex", "ranks"];

export function checkOptions(query: unknown, options: SearchOptions, embedder: Embedder | undefined): void {
  const { mode, limit, expand, budget, segmentTokens, fusion } = options;
  if (typeof query !== "string") invalidOption("query", query, "a text");
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
  if (mode === "meaning" && embedder === undefined)
    invalidOption("mode", mode, `"words" where there is no embedder`);
}

function isWhole(value: unknown, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= most;
}
