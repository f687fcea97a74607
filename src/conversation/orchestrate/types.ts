import type { ChunkExtractionResult, ExtractedMemory, ExtractedRelationship } from "../../core/extraction.ts";
import type { TokenUsage } from "../../core/generator.ts";
import type { DeduplicationResult } from "../deduplicate/types.ts";

/** How a conversation was cut, and what each step took in milliseconds. */
export interface ChunkingMetadata {
  /** False when the conversation was small enough for one call. */
  readonly enabled: boolean;
  readonly strategy: string;
  readonly totalChunks: number;
  /** Of the conversation, each message counted once. */
  readonly totalTokens: number;
  readonly averageTokensPerChunk: number;
  /** What chunks repeat of the ones before, all together. */
  readonly overlapTokens: number;
  readonly processingTime: {
    /** Reading and windowing. */
    readonly chunking: number;
    /** From the first chunk to the last reply, without windowing. */
    readonly extraction: number;
    readonly deduplication: number;
    readonly total: number;
  };
}

/** A chunk that gave an error; the others are not touched by it. */
export interface ChunkError {
  readonly chunkId: string;
  readonly sequence: number;
  readonly error: Error;
}

/** What was asked of a model, and what came out of the journal instead. */
export interface ExtractionSpending {
  /** Calls of the extractor that were made. */
  readonly calls: number;
  /** Replies that a journal had from an earlier run. */
  readonly reused: number;
  /** Calls that an earlier run had begun and was stopped in: these alone may have been paid for twice. */
  readonly repeated: number;
  /** Chunks, or pieces of them, that were cut in two because their reply was too long. */
  readonly splits: number;
  /** Of the calls that were made, failed ones too. */
  readonly usage: TokenUsage;
  /** In US dollars; absent where the model's price is not known. */
  readonly cost?: number;
}

export interface ChunkedExtractionResult {
  readonly conversationId: string;
  readonly workspaceId: string;
  /** Duplicates merged; every one with evidence that stands in the conversation. */
  readonly memories: readonly ExtractedMemory[];
  readonly relationships: readonly ExtractedRelationship[];
  /** In the order of their sequence. */
  readonly chunks: readonly ChunkExtractionResult[];
  readonly totalTokens: number;
  readonly chunkingStrategy: string;
  /** Milliseconds. */
  readonly processingTime: number;
  readonly errors: readonly ChunkError[];
  /** The budget ended before the conversation did: chunks with `BUDGET_SPENT` were not asked about. */
  readonly isBudgetSpent: boolean;
  readonly spending: ExtractionSpending;
  readonly chunking: ChunkingMetadata;
  readonly deduplication: DeduplicationResult;
}
