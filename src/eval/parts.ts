import { invalidOption } from "../core/errors.ts";
import type { SearchOptions } from "../search/types.ts";
import { DEFAULT_WEIGHTS, type SearchWeights } from "../search/weights.ts";

type Weight = Exclude<keyof SearchWeights, "fields">;

/** Every weight that is one number, by the name a person types: `meaningDocument` is `meaning-document`. */
const WEIGHTS = new Map<string, Weight>(
  Object.entries(DEFAULT_WEIGHTS)
    .filter(([, value]) => typeof value === "number")
    .map(([name]) => [name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), name as Weight]),
);
/** Several weights at once. */
const RERANK: readonly Weight[] = ["coverage", "proximity", "neighbours"];

/**
 * The parts of a search that can be switched off: every weight, the fields around a chunk's text (`context`), the
 * whole reranker, one of the two lists, and the suppression of near-duplicates.
 */
export const PARTS: readonly string[] = [
  "words",
  ...[...WEIGHTS.keys()].filter((name) => name !== "parent"),
  "context",
  "rerank",
  "duplicates",
  "parent",
];

/** What a search is asked for so that these parts do not count. */
export function withoutParts(parts: readonly string[], options: SearchOptions): SearchOptions {
  return parts.reduce(withoutPart, options);
}

function withoutPart(options: SearchOptions, part: string): SearchOptions {
  if (part === "words") return { ...options, mode: "meaning" };
  if (part === "meaning") return { ...options, mode: "words" };
  if (part === "duplicates") return { ...options, suppressDuplicates: false };
  if (part === "context") {
    const fields = options.weights?.fields ?? DEFAULT_WEIGHTS.fields;
    const none = Object.fromEntries(Object.keys(fields).map((field) => [field, 0]));
    return weighing(options, { fields: { ...none, text: fields.text } as SearchWeights["fields"] });
  }
  const weight = WEIGHTS.get(part);
  const weights = part === "rerank" ? RERANK : weight === undefined ? [] : [weight];
  if (weights.length === 0) invalidOption("--off", part, `each, or some of: ${PARTS.join(", ")}`);
  return weighing(options, Object.fromEntries(weights.map((name) => [name, 0])));
}

/** The ranking by the nearness of chunks' vectors and nothing else: what every other part is measured against. */
export function vectorsAlone(options: SearchOptions): SearchOptions {
  const zero = [...WEIGHTS.values()].filter((name) => name !== "meaning").map((name) => [name, 0]);
  return {
    ...weighing(options, Object.fromEntries(zero)),
    mode: "meaning",
    suppressDuplicates: false,
  };
}

function weighing(options: SearchOptions, weights: Partial<SearchWeights>): SearchOptions {
  return { ...options, weights: { ...options.weights, ...weights } };
}
