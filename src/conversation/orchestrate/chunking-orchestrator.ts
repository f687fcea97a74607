import { invalidOption } from "../../core/errors.ts";
import type { ChunkExtractionResult, ConversationExtractor } from "../../core/extraction.ts";
import { ChunkDeduplicator } from "../deduplicate/chunk-deduplicator.ts";
import { chunkingStrategies, strategyNamed } from "../strategies/registry.ts";
import { SlidingWindowStrategy } from "../strategies/sliding-window.ts";
import type { ChunkingStrategy, ConversationSource } from "../strategies/strategy.ts";
import { type ExtractionEstimate, estimateExtraction } from "./estimate-extraction.ts";
import { type ExtractionConfig, type ResolvedExtraction, resolveExtraction } from "./extraction-config.ts";
import { ExtractionRun } from "./extraction-run.ts";
import { ReplyJournal } from "./journal.ts";
import { markedMessages } from "./marked-messages.ts";
import { needsChunking } from "./needs-chunking.ts";
import type { ChunkedExtractionResult } from "./types.ts";

export interface ChunkingOrchestratorOptions {
  /** By name; `config.strategy` picks one. Default: all that come with the package. */
  readonly strategies?: ReadonlyMap<string, ChunkingStrategy> | undefined;
  readonly deduplicator?: ChunkDeduplicator | undefined;
}

/**
 * Takes a conversation of any size through an extractor, window by window, and puts together what the windows
 * gave. Windows are made when their turn comes and let go after it: memory does not grow with the conversation
 * where the strategy streams (`sliding-window`), only with what is found in it.
 */
export class ChunkingOrchestrator {
  readonly #strategies: ReadonlyMap<string, ChunkingStrategy>;
  readonly #deduplicator: ChunkDeduplicator;

  constructor(options: ChunkingOrchestratorOptions = {}) {
    this.#strategies = options.strategies ?? chunkingStrategies();
    this.#deduplicator = options.deduplicator ?? new ChunkDeduplicator();
  }

  /** Whether a conversation is too large for one call: more than `chunkAbove` tokens. */
  needsChunking(conversation: ConversationSource, config?: ExtractionConfig): boolean {
    return needsChunking(conversation, resolveExtraction(config));
  }

  /** In windows, whether needed or not. Throws `EXTRACTION_FAILED` under `fail-fast`; otherwise errors are in the result. */
  async extractWithChunking(
    conversation: ConversationSource,
    workspaceId: string,
    extractor: ConversationExtractor,
    config?: ExtractionConfig,
  ): Promise<ChunkedExtractionResult> {
    const run = this.#run(extractor, resolveExtraction(config));
    return this.#collect(run, conversation, workspaceId, config?.signal, true);
  }

  /** As one chunk, whatever its size. */
  async extractWhole(
    conversation: ConversationSource,
    workspaceId: string,
    extractor: ConversationExtractor,
    config?: ExtractionConfig,
  ): Promise<ChunkedExtractionResult> {
    const run = new ExtractionRun(extractor, new SlidingWindowStrategy(), asOne(resolveExtraction(config)));
    return this.#collect(run, conversation, workspaceId, config?.signal, false);
  }

  /** Each chunk's result as soon as it is there, duplicates not merged. To stop reading stops the work. */
  extractChunks(
    conversation: ConversationSource,
    extractor: ConversationExtractor,
    config?: ExtractionConfig,
  ): AsyncGenerator<ChunkExtractionResult, void> {
    return this.#run(extractor, resolveExtraction(config)).results(conversation);
  }

  /** What `extractWithChunking` (or, with `whole`, `extractWhole`) would send and cost. Nothing is sent. */
  async estimate(
    conversation: ConversationSource,
    extractor: ConversationExtractor,
    config?: ExtractionConfig & { readonly whole?: boolean | undefined },
  ): Promise<ExtractionEstimate> {
    const { whole = false, ...rest } = config ?? {};
    const asked = resolveExtraction(rest);
    const resolved = whole ? asOne(asked) : asked;
    const strategy = whole ? new SlidingWindowStrategy() : this.#strategy(resolved);
    const source = { id: conversation.id, messages: markedMessages(conversation.messages) };
    const chunks = strategy.stream(source, resolved.chunking, { signal: resolved.signal });
    const { journal: given } = resolved;
    const journal = typeof given === "string" ? await ReplyJournal.openExisting(given) : given;
    try {
      return await estimateExtraction(chunks, extractor, resolved, journal);
    } finally {
      if (journal !== given) await journal?.close();
    }
  }

  #run(extractor: ConversationExtractor, resolved: ResolvedExtraction): ExtractionRun {
    return new ExtractionRun(extractor, this.#strategy(resolved), resolved);
  }

  #strategy({ chunking }: ResolvedExtraction): ChunkingStrategy {
    return strategyNamed(chunking.strategy ?? "sliding-window", this.#strategies);
  }

  async #collect(
    run: ExtractionRun,
    conversation: ConversationSource,
    workspaceId: string,
    signal: AbortSignal | undefined,
    enabled: boolean,
  ): Promise<ChunkedExtractionResult> {
    if (typeof workspaceId !== "string" || workspaceId === "")
      invalidOption("workspaceId", workspaceId, "a name");
    const started = run.elapsed();
    const chunks: ChunkExtractionResult[] = [];
    for await (const result of run.results(conversation)) chunks.push(result);
    chunks.sort((a, b) => a.sequence - b.sequence);
    const extracted = run.elapsed();

    const deduplication = await this.#deduplicator.deduplicateAcrossChunks(chunks, { signal });
    const memories = deduplication.uniqueMemories;
    const found = chunks.flatMap(({ relationships }) => relationships);
    const { relationships } = this.#deduplicator.mergeRelationships(memories, [
      ...found,
      ...deduplication.relationships,
    ]);
    const ended = run.elapsed();

    const total = ended - started;
    const counted = chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
    return {
      conversationId: conversation.id,
      workspaceId,
      memories,
      relationships,
      chunks,
      totalTokens: run.totalTokens,
      chunkingStrategy: run.strategyName,
      processingTime: total,
      errors: chunks.flatMap(({ chunkId, sequence, error }) =>
        error === undefined ? [] : [{ chunkId, sequence, error }],
      ),
      isBudgetSpent: run.isBudgetSpent,
      spending: run.spending,
      chunking: {
        enabled,
        strategy: run.strategyName,
        totalChunks: chunks.length,
        totalTokens: run.totalTokens,
        averageTokensPerChunk: chunks.length === 0 ? 0 : Math.round(counted / chunks.length),
        overlapTokens: run.overlapTokens,
        processingTime: {
          chunking: run.chunkingTime,
          extraction: extracted - started - run.chunkingTime,
          deduplication: ended - extracted,
          total,
        },
      },
      deduplication,
    };
  }
}

/** A window that nothing is too large for. */
function asOne(resolved: ResolvedExtraction): ResolvedExtraction {
  const { tokenCountMethod, counter, clock } = resolved.chunking;
  const maxTokensPerChunk = Number.MAX_SAFE_INTEGER;
  return {
    ...resolved,
    chunking: { tokenCountMethod, counter, clock, maxTokensPerChunk, overlapTokens: 0, minChunkSize: 0 },
  };
}
