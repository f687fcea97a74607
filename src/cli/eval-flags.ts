import { invalidOption } from "../core/errors.ts";
import { CONTEXT_PLACES, CONTEXTS, type ContextPlace } from "../eval/context-place.ts";
import { PARTS } from "../eval/parts.ts";
import type { Expansion, SearchMode } from "../search/types.ts";
import { wholeNumber } from "./ingest-flags.ts";

/** The flags of `sherd eval`, as commander gives them. */
export interface EvalFlags {
  readonly chunks?: string;
  readonly by?: string;
  readonly size?: string;
  readonly mode?: string;
  readonly embedder?: string;
  readonly expand?: string;
  readonly k?: string;
  readonly tokens?: string;
  readonly context?: string;
  readonly contextIn?: string;
  readonly off?: string;
  readonly baseline?: boolean;
  readonly boundaries?: boolean;
  readonly compare?: boolean;
  readonly json?: boolean;
}

export interface EvalSettings {
  /** Undefined: own ones, and the given ones where a set has them. */
  readonly chunks: "given" | "own" | undefined;
  readonly by: string | undefined;
  readonly size: number | undefined;
  readonly mode: SearchMode;
  readonly embedder: string | undefined;
  readonly expand: Expansion;
  readonly depths: readonly number[];
  readonly tokens: number;
  /** Where the outline counts. */
  readonly contextIn: ContextPlace;
  /** Each a run of its own. */
  readonly off: readonly (readonly string[])[];
  readonly baseline: boolean;
  readonly boundaries: boolean;
}

const DEPTHS = "5,10,20";
const DEEPEST = 1_000;
/** About what three to five chunks cost. */
const TOKENS = "1000";

export function readEvalFlags(flags: EvalFlags): EvalSettings {
  const { by, embedder, baseline = false, size } = flags;
  const chunks = oneOf("--chunks", flags.chunks, ["given", "own"]);
  const expand = oneOf("--expand", flags.expand, ["none", "parent", "segment"]) ?? "none";
  if (chunks === "given" && (by ?? size) !== undefined)
    invalidOption(by === undefined ? "--size" : "--by", by ?? size, "left out with --chunks given");
  const asked = oneOf("--mode", flags.mode, ["hybrid", "words", "meaning"]);
  const hasModel = embedder !== "none";
  if (!hasModel && (asked === "meaning" || asked === "hybrid"))
    invalidOption("--mode", asked, "words with --embedder none");
  if (!hasModel && baseline) invalidOption("--baseline", true, "left out with --embedder none");
  return {
    chunks: chunks ?? ((by ?? size) === undefined ? undefined : "own"),
    by,
    size: size === undefined ? undefined : wholeNumber("--size", size, 1),
    mode: asked ?? (hasModel ? "hybrid" : "words"),
    embedder,
    expand,
    depths: depthsOf(flags.k ?? DEPTHS),
    tokens: wholeNumber("--tokens", flags.tokens ?? TOKENS, 1),
    contextIn: contextPlace(flags, hasModel && asked !== "words"),
    off: partsOf(flags.off, expand),
    baseline,
    boundaries: flags.boundaries !== false,
  };
}

/** `--context none` and `--context-in neither` say the same. */
function contextPlace({ context, contextIn }: EvalFlags, hasVectors: boolean): ContextPlace {
  const kind = oneOf("--context", context, CONTEXTS) ?? "outline";
  const place = oneOf("--context-in", contextIn, CONTEXT_PLACES);
  if (kind === "none") {
    if (place !== undefined && place !== "neither")
      invalidOption("--context-in", place, "neither, or left out, with --context none");
    return "neither";
  }
  if (!hasVectors && (place === "vectors" || place === "both"))
    invalidOption("--context-in", place, "words or neither where there are no vectors");
  return place ?? "words";
}

function depthsOf(value: string): number[] {
  const depths = value.split(",").map((part) => wholeNumber("--k", part.trim(), 1));
  if (Math.max(...depths) > DEEPEST) invalidOption("--k", value, `depths up to ${DEEPEST}`);
  return [...new Set(depths)].sort((a, b) => a - b);
}

/** `each`: the whole search, and then once without each part that this expansion uses. */
function partsOf(value: string | undefined, expand: Expansion): string[][] {
  if (value === undefined) return [[]];
  if (value === "each")
    return [[], ...PARTS.filter((part) => part !== "parent" || expand === "parent").map((part) => [part])];
  const parts = value.split(",").map((part) => part.trim());
  for (const part of parts)
    if (!PARTS.includes(part)) invalidOption("--off", part, `each, or some of: ${PARTS.join(", ")}`);
  return [parts];
}

function oneOf<Value extends string>(
  flag: string,
  value: string | undefined,
  known: readonly Value[],
): Value | undefined {
  if (value === undefined) return undefined;
  return known.find((name) => name === value) ?? invalidOption(flag, value, known.join(", "));
}
