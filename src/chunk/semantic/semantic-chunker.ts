import type { Call } from "../../core/chunker.ts";
import type { DocumentInput } from "../../core/document.ts";
import type { Embedder } from "../../core/embedder.ts";
import { invalidOption, SherdError } from "../../core/errors.ts";
import type { Span } from "../../core/span.ts";
import { seamAt, seamBoundary } from "../../text/seams.ts";
import { checkText } from "../chunk-builder.ts";
import { documentContent } from "../document-content.ts";
import { resolveSizing, type SplitterOptions } from "../options.ts";
import { SeamList, type Structure } from "../structure.ts";
import { StructuredSplitter } from "../structured-splitter.ts";
import { type MeasuredUnits, measuredUnits } from "./measured-units.ts";
import { optimalCuts } from "./optimal-cuts.ts";
import { seamWorths } from "./seam-worths.ts";
import { neighbourSimilarities } from "./similarity.ts";
import { type SemanticCut, type Threshold, thresholdCuts } from "./threshold-cuts.ts";
import { markdownUnits, plainUnits, type SemanticUnits } from "./units.ts";

/** As the product was asked for: neighbours less alike than this are parted. */
const DEFAULT_SIMILARITY_THRESHOLD = 0.75;
const DEFAULT_MIN_SENTENCES = 1;
const DEFAULT_MAX_SENTENCES = 50;
/** Chunks tend to nine tenths of the maximum, and meaning may shorten them (`bench/semantic/tune.mjs`). */
const DEFAULT_AIM = 0.9;
const DEFAULT_LENGTH_WEIGHT = 0.15;

export interface SemanticChunkerOptions extends SplitterOptions {
  readonly embedder: Embedder;
  /** `optimal`: the best cutting of all under the maximum. `threshold`: wherever neighbours differ. */
  readonly method?: "optimal" | "threshold" | undefined;
  /** Neighbours less alike are parted. Default 0.75. */
  readonly threshold?: Threshold | undefined;
  /** Of a chunk, with `threshold`. */
  readonly minSentences?: number | undefined;
  readonly maxSentences?: number | undefined;
  /** With `optimal`: the size chunks tend to, as a share of the maximum, and how strongly (0: not at all). */
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
  /** What was embedded: sentences, or blocks that have none. */
  readonly units: readonly Span[];
  /** How alike each unit is to the next, as cosines. */
  readonly similarities: readonly number[];
  readonly cuts: readonly {
    readonly position: number;
    readonly similarity: number;
    /** A heading; the meaning (and the seam) here; or the next unit did not fit any more. */
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
    const { text } = document;
    const units = await this.#units(document);
    const { cuts } = await this.#explain(document, units, call);
    const walls = cuts.map(({ position, reason }) => ({
      position,
      boundary: reason === "wall" ? ("section" as const) : seamBoundary(seamAt(text, position)),
    }));
    const { outline } = units;
    return { seams: new SeamList("prose"), walls, ...(outline === undefined ? {} : { outline }) };
  }

  /** The similarity curve and each cut's reason. */
  async explain(document: DocumentInput, call?: Call): Promise<SemanticExplanation> {
    checkText(document?.text);
    return this.#explain(document, await this.#units(document), call);
  }

  async #units(document: DocumentInput): Promise<SemanticUnits> {
    return (await documentContent(document)).type === "markdown"
      ? markdownUnits(document.text)
      : plainUnits(document.text);
  }

  async #explain(
    { text }: DocumentInput,
    units: SemanticUnits,
    call: Call | undefined,
  ): Promise<SemanticExplanation> {
    // Sentences are counted by the threshold; the optimum needs units of a size to choose from.
    const measured = this.#options.method === "optimal" ? measuredUnits(text, units, this.sizing) : undefined;
    const spans = measured?.spans ?? units.spans;
    if (spans.length < 2) return { units: spans, similarities: [], cuts: [] };
    const vectors = await this.#embed(
      spans.map(({ start, end }) => text.slice(start, end).trim()),
      call,
    );
    const similarities = neighbourSimilarities(vectors);
    const walls = spans.map(({ start }) => units.walls.has(start));
    const { threshold, minSentences, maxSentences } = this.#options;
    const { cuts, level } =
      measured === undefined
        ? thresholdCuts(similarities, { threshold, minSentences, maxSentences, walls })
        : this.#optimalCuts(text, measured, vectors, walls);
    return {
      units: spans,
      similarities,
      cuts: cuts.map(({ at, forced }) => ({
        position: spans[at].start,
        similarity: similarities[at - 1],
        reason: walls[at] ? "wall" : forced ? "maximum" : "topic",
      })),
      ...(level === undefined ? {} : { level }),
    };
  }

  async #embed(texts: readonly string[], call: Call | undefined): Promise<readonly Float32Array[]> {
    const vectors = await this.#embedder.embed(texts, "document", call);
    if (vectors.length !== texts.length)
      throw new SherdError(
        "EMBEDDING_INVALID",
        `The embedder ${this.#embedder.id} gave ${vectors.length} vectors for ${texts.length} texts; one each is expected.`,
      );
    return vectors;
  }

  #optimalCuts(
    text: string,
    { spans, sizes }: MeasuredUnits,
    vectors: readonly Float32Array[],
    walls: readonly boolean[],
  ): { cuts: readonly SemanticCut[]; level?: number } {
    const { size } = this.sizing;
    const { aim, lengthWeight } = this.#options;
    const seams = seamWorths(text, spans);
    const cuts = optimalCuts(vectors, { sizes, walls, seams, size, aim: aim * size, lengthWeight });
    let start = 0;
    return {
      cuts: cuts.map((at) => {
        const held = sizes.slice(start, at + 1).reduce((sum, one) => sum + one, 0);
        start = at;
        return { at, forced: held > size };
      }),
    };
  }
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
