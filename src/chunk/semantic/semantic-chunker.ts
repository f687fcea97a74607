import type { Call } from "../../core/chunker.ts";
import type { DocumentInput } from "../../core/document.ts";
import type { Embedder } from "../../core/embedder.ts";
import { invalidOption, SherdError } from "../../core/errors.ts";
import type { Span } from "../../core/span.ts";
import { documentContent } from "../document-content.ts";
import { resolveSizing, type SplitterOptions } from "../options.ts";
import { SeamList, type Structure } from "../structure.ts";
import { StructuredSplitter } from "../structured-splitter.ts";
import { optimalCuts } from "./optimal-cuts.ts";
import { neighbourSimilarities } from "./similarity.ts";
import { type Threshold, thresholdCuts } from "./threshold-cuts.ts";
import { markdownUnits, plainUnits, type SemanticUnits } from "./units.ts";

/** As the product was asked for: neighbours less alike than this are parted. */
const DEFAULT_SIMILARITY_THRESHOLD = 0.75;
const DEFAULT_MIN_SENTENCES = 1;
const DEFAULT_MAX_SENTENCES = 50;
/** Chunks tend to half the maximum: below it meaning decides, above it there is less room to. */
const DEFAULT_AIM = 0.5;
const DEFAULT_LENGTH_WEIGHT = 0.5;

export interface SemanticChunkerOptions extends SplitterOptions {
  readonly embedder: Embedder;
  /** `optimal`: the best cutting of all under the maximum. `threshold`: wherever neighbours differ. */
  readonly method?: "optimal" | "threshold" | undefined;
  readonly threshold?: Threshold | undefined;
  readonly minSentences?: number | undefined;
  readonly maxSentences?: number | undefined;
  /** The size chunks tend to, as a share of the maximum, and how strongly (0: not at all). */
  readonly aim?: number | undefined;
  readonly lengthWeight?: number | undefined;
}

/** The options beside the sizes, with their defaults. */
interface Settings {
  readonly method: "optimal" | "threshold";
  readonly threshold: Threshold;
  readonly minSentences: number;
  readonly maxSentences: number;
  readonly aim: number;
  readonly lengthWeight: number;
}

/** Why chunks were cut where they were. */
export interface SemanticExplanation {
  readonly units: readonly Span[];
  /** How alike each unit is to the next, as cosines. */
  readonly similarities: readonly number[];
  readonly cuts: readonly {
    readonly position: number;
    readonly similarity: number;
    readonly reason: "wall" | "topic" | "maximum";
  }[];
  /** The cosine a threshold came to. */
  readonly level?: number;
}

/**
 * Cuts where the meaning changes: sentences are embedded in one batch a document, and neighbours that are
 * alike stay together. Headings and fences are respected, the maximum is hard, and every law holds with
 * any embedder.
 */
export class SemanticChunker extends StructuredSplitter {
  readonly #embedder: Embedder;
  readonly #options: Settings;

  constructor(options: SemanticChunkerOptions) {
    const { embedder, ...rest } = options;
    if (typeof embedder?.embed !== "function")
      invalidOption("embedder", embedder, "an embedder, such as bundledEmbedder()");
    const { method = "optimal", threshold = DEFAULT_SIMILARITY_THRESHOLD } = rest;
    const { minSentences = DEFAULT_MIN_SENTENCES, maxSentences = DEFAULT_MAX_SENTENCES } = rest;
    const { aim = DEFAULT_AIM, lengthWeight = DEFAULT_LENGTH_WEIGHT } = rest;
    const own = { method, threshold, minSentences, maxSentences, aim, lengthWeight };
    checkOptions(own);
    super("semantic", resolveSizing(rest, { overlap: 0 }, Object.keys(own)), [own, embedder.id]);
    this.#embedder = embedder;
    this.#options = own;
  }

  override async structure(document: DocumentInput, call?: Call): Promise<Structure> {
    const { cuts } = await this.explain(document, call);
    const walls = cuts.map(({ position }) => ({ position, boundary: "paragraph" as const }));
    return { seams: new SeamList("prose"), walls };
  }

  /** The similarity curve and each cut's reason. */
  async explain(document: DocumentInput, call?: Call): Promise<SemanticExplanation> {
    const { text } = document;
    const { spans, walls } = await unitsOf(document);
    if (spans.length < 2) return { units: spans, similarities: [], cuts: [] };
    const texts = spans.map(({ start, end }) => text.slice(start, end).trim());
    const vectors = await this.#embedder.embed(texts, "document", call);
    if (vectors.length !== texts.length)
      throw new SherdError(
        "EMBEDDING_INVALID",
        `The embedder ${this.#embedder.id} gave ${vectors.length} vectors for ${texts.length} texts.`,
      );
    const similarities = neighbourSimilarities(vectors);
    const isWall = spans.map(({ start }) => walls.has(start));
    const { cuts, level } = this.#cuts(text, spans, vectors, similarities, isWall);
    return {
      units: spans,
      similarities,
      cuts: cuts.map((at) => ({
        position: spans[at].start,
        similarity: similarities[at - 1],
        reason: isWall[at]
          ? "wall"
          : level !== undefined && similarities[at - 1] >= level
            ? "maximum"
            : "topic",
      })),
      ...(level === undefined ? {} : { level }),
    };
  }

  #cuts(
    text: string,
    spans: readonly Span[],
    vectors: readonly Float32Array[],
    similarities: readonly number[],
    walls: readonly boolean[],
  ): { cuts: readonly number[]; level?: number } {
    const { method, aim, lengthWeight, ...threshold } = this.#options;
    if (method === "threshold") return thresholdCuts(similarities, { ...threshold, walls });
    const { size, ruler } = this.sizing;
    const measured = ruler(text);
    const sizes = spans.map(({ start, end }) => measured.size(start, end));
    return { cuts: optimalCuts(vectors, { sizes, walls, size, aim: aim * size, lengthWeight }) };
  }
}

async function unitsOf(document: DocumentInput): Promise<SemanticUnits> {
  return (await documentContent(document)).type === "markdown"
    ? markdownUnits(document.text)
    : plainUnits(document.text);
}

function checkOptions({ method, threshold, minSentences, maxSentences, aim, lengthWeight }: Settings): void {
  if (method !== "optimal" && method !== "threshold")
    invalidOption("method", method, `"optimal" or "threshold"`);
  if (!isThreshold(threshold))
    invalidOption(
      "threshold",
      JSON.stringify(threshold),
      "a cosine, { percentile: 0 to 100 } or { deviations }",
    );
  if (!Number.isSafeInteger(minSentences) || minSentences < 1)
    invalidOption("minSentences", minSentences, "a whole number, 1 or more");
  if (!Number.isSafeInteger(maxSentences) || maxSentences < minSentences)
    invalidOption("maxSentences", maxSentences, `a whole number, at least minSentences (${minSentences})`);
  if (!(aim > 0 && aim <= 1)) invalidOption("aim", aim, "a share of size above 0, up to 1");
  if (!(lengthWeight >= 0)) invalidOption("lengthWeight", lengthWeight, "0 or more");
}

function isThreshold(threshold: unknown): boolean {
  if (typeof threshold === "number") return threshold >= -1 && threshold <= 1;
  const { percentile, deviations } = (threshold ?? {}) as { percentile?: unknown; deviations?: unknown };
  if (typeof percentile === "number") return percentile >= 0 && percentile <= 100;
  return typeof deviations === "number" && Number.isFinite(deviations);
}
