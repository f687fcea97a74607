import type { Call } from "../../core/chunker.ts";
import type { Embedder } from "../../core/embedder.ts";
import { invalidOption } from "../../core/errors.ts";
import type { ChunkExtractionResult, ExtractedMemory, ExtractedRelationship } from "../../core/extraction.ts";
import { bundledEmbedder } from "../../embed/bundled/bundled-embedder.ts";
import { Deduplication } from "./deduplication.ts";
import { mergeRelationships } from "./relationships.ts";
import type { DeduplicationResult, MergedRelationships } from "./types.ts";
import { TextVectors } from "./vectors.ts";

export interface ChunkDeduplicatorOptions {
  /** Gives texts' vectors. Default: the model that comes with the package. */
  readonly embedder?: Embedder | undefined;
  /** How similar two memories must be to be one, above 0 to 1. Default: 0.85. Guards are asked first, whatever it is. */
  readonly similarityThreshold?: number | undefined;
}

const DEFAULT_SIMILARITY_THRESHOLD = 0.85;

/** Makes one memory of those that several chunks gave in the same or other words, and says how the rest stand to one another. */
export class ChunkDeduplicator {
  readonly #embedder: Embedder | undefined;
  readonly #threshold: number;
  #run: Deduplication | undefined;

  constructor({
    embedder,
    similarityThreshold = DEFAULT_SIMILARITY_THRESHOLD,
  }: ChunkDeduplicatorOptions = {}) {
    if (!(similarityThreshold > 0 && similarityThreshold <= 1))
      invalidOption("similarityThreshold", similarityThreshold, "a number above 0, at most 1");
    this.#embedder = embedder;
    this.#threshold = similarityThreshold;
  }

  async deduplicateAcrossChunks(
    chunkResults: readonly ChunkExtractionResult[],
    call?: Call,
  ): Promise<DeduplicationResult> {
    const run = new Deduplication();
    run.add(chunkResults);
    return this.#finish(run, call);
  }

  /** Takes results as they come, in any order; `finish` judges them. */
  add(chunkResults: readonly ChunkExtractionResult[]): void {
    this.#run ??= new Deduplication();
    this.#run.add(chunkResults);
  }

  /** The result for all that was added since the last `finish`. */
  async finish(call?: Call): Promise<DeduplicationResult> {
    const run = this.#run ?? new Deduplication();
    this.#run = undefined;
    return this.#finish(run, call);
  }

  /** Moves relationships to the memories that theirs were merged into. */
  mergeRelationships(
    memories: readonly ExtractedMemory[],
    relationships: readonly ExtractedRelationship[],
  ): MergedRelationships {
    return mergeRelationships(memories, relationships);
  }

  async #finish(run: Deduplication, call: Call | undefined): Promise<DeduplicationResult> {
    const texts = new TextVectors(this.#embedder ?? (await bundledEmbedder()));
    return run.finish({ threshold: this.#threshold, texts }, call);
  }
}
