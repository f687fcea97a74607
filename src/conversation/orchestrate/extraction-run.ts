import { SherdError } from "../../core/errors.ts";
import type {
  ChunkExtractionResult,
  ConversationChunk,
  ConversationExtractor,
} from "../../core/extraction.ts";
import { type Chunking, resolveChunking } from "../strategies/config.ts";
import type { ChunkingStrategy, ConversationSource } from "../strategies/strategy.ts";
import { Budget } from "./budget.ts";
import { Digest } from "./digest.ts";
import { type ChunkTools, extractChunk } from "./extract-chunk.ts";
import type { ResolvedExtraction } from "./extraction-config.ts";
import { isBudgetSpent } from "./failure-kinds.ts";
import { inParallel } from "./in-parallel.ts";
import { ReplyJournal } from "./journal.ts";
import { markedMessages } from "./marked-messages.ts";
import type { ExtractionSpending } from "./types.ts";

/** One conversation's way through windows, extractor and journal. Chunks are let go as soon as they are done. */
export class ExtractionRun {
  readonly #extractor: ConversationExtractor;
  readonly #strategy: ChunkingStrategy;
  readonly #config: ResolvedExtraction;
  readonly #chunking: Chunking;
  readonly #budget: Budget;
  readonly #counts = { calls: 0, reused: 0, repeated: 0, splits: 0 };
  /** By the strategy that did the work, which after a fallback is not the one asked for. */
  strategyName: string;
  chunks = 0;
  totalTokens = 0;
  overlapTokens = 0;
  chunkingTime = 0;

  constructor(extractor: ConversationExtractor, strategy: ChunkingStrategy, config: ResolvedExtraction) {
    this.#extractor = extractor;
    this.#strategy = strategy;
    this.#config = config;
    this.#chunking = resolveChunking(config.chunking);
    this.#budget = new Budget(extractor, config.maxCost, config.prices);
    this.strategyName = strategy.name;
    this.totalTokens = this.#chunking.tokens.frame;
  }

  get spending(): ExtractionSpending {
    const { cost, usage } = this.#budget;
    return { ...this.#counts, usage, ...(cost === undefined ? {} : { cost }) };
  }

  get isBudgetSpent(): boolean {
    return this.#budget.isSpent;
  }

  elapsed(): number {
    const { clock } = this.#config.chunking;
    return clock === undefined ? performance.now() : clock.now();
  }

  /** Each chunk's result as soon as it is there. */
  async *results(source: ConversationSource): AsyncGenerator<ChunkExtractionResult, void> {
    const { journal: given, parallelChunks, failureMode, signal, chunking, onChunk } = this.#config;
    signal?.throwIfAborted();
    const stop = new AbortController();
    const journal = typeof given === "string" ? await ReplyJournal.open(given) : given;
    const tools: ChunkTools = {
      extractor: this.#extractor,
      chunking,
      budget: this.#budget,
      journal,
      digest: this.#config.digest ? new Digest() : undefined,
      counts: this.#counts,
      stopsAtError: failureMode === "fail-fast",
      standing: undefined,
      signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
      elapsed: () => this.elapsed(),
      now: () => this.#chunking.now(),
    };
    try {
      const results = inParallel(
        this.#windows(source, tools.signal),
        parallelChunks,
        (chunk) => extractChunk(chunk, tools),
        () => stop.abort(),
      );
      for await (const result of results) {
        if (result.error !== undefined && failureMode === "fail-fast" && !isBudgetSpent(result.error))
          throw failed(result, result.error);
        onChunk?.(result);
        yield result;
      }
    } finally {
      if (journal !== given) await journal?.close();
    }
  }

  async *#windows(source: ConversationSource, signal: AbortSignal): AsyncGenerator<ConversationChunk> {
    const messages = markedMessages(source.messages);
    const chunks = this.#strategy.stream({ id: source.id, messages }, this.#config.chunking, { signal });
    let asked = this.elapsed();
    for await (const chunk of chunks) {
      this.chunkingTime += this.elapsed() - asked;
      this.#count(chunk);
      yield chunk;
      asked = this.elapsed();
    }
    this.chunkingTime += this.elapsed() - asked;
  }

  #count({ messages, overlapWithPrevious, tokenCount, metadata }: ConversationChunk): void {
    const { tokens } = this.#chunking;
    let repeated = 0;
    for (let i = 0; i < overlapWithPrevious; i++) repeated += tokens.of(messages[i]);
    this.chunks++;
    this.overlapTokens += repeated;
    this.totalTokens += tokenCount - tokens.frame - repeated;
    this.strategyName = metadata.chunkingStrategy;
  }
}

function failed({ chunkId, sequence }: ChunkExtractionResult, error: Error): SherdError {
  const code = error instanceof SherdError ? error.code : undefined;
  return new SherdError(
    "EXTRACTION_FAILED",
    `Chunk ${sequence} failed and failureMode is "fail-fast": ${error.message} ` +
      `With a journal, the same call goes on from there; "continue-on-error" extracts the other chunks.`,
    { chunkId, sequence, errors: [{ chunkId, sequence, error }], ...(code === undefined ? {} : { code }) },
    { cause: error },
  );
}
