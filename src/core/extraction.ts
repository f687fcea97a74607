import type { Call } from "./chunker.ts";
import type { NormalizedMessage } from "./conversation.ts";
import type { TokenUsage } from "./generator.ts";
import type { Span } from "./span.ts";

/** What kind of thing is remembered. Memories of different types are never merged. */
export const MEMORY_TYPES = ["fact", "preference", "decision", "task", "event"] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** Where a memory's words stand: law 11, `message.content.slice(span.start, span.end) === quote`. */
export interface Evidence {
  readonly conversationId: string;
  readonly messageId: string;
  readonly span: Span;
  readonly quote: string;
  /** Of the message, milliseconds since 1970. */
  readonly time?: number;
}

/** Something worth remembering that was said, with the words that say it. Field names with `_` are the ones asked for. */
export interface ExtractedMemory {
  /** A hash of conversation, type, text and first evidence: the same however often it is extracted. */
  readonly id: string;
  readonly type: MemoryType;
  /** One sentence that stands alone. */
  readonly text: string;
  /** Whom or what it is about, as named in the conversation. */
  readonly subject: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** At least one, each verified. */
  readonly evidence: readonly Evidence[];
  /** When what it says begins and ceases to hold, milliseconds since 1970; absent where nothing says so. */
  readonly validFrom?: number;
  readonly validTo?: number;
  /** What made it: `rules@1`, or a model's id. */
  readonly by: string;
  readonly source_chunks?: readonly string[];
  readonly chunk_confidence?: readonly number[];
  readonly merged_from?: readonly string[];
}

export interface ExtractedRelationship {
  /** Ids of memories. */
  readonly from: string;
  readonly to: string;
  /** `updates`, `contradicts`, `extends`, `causes`, `part-of`, `related`, or the model's own word. */
  readonly type: string;
  readonly confidence: number;
}

/** A window of a conversation. */
export interface ConversationChunk {
  /** A hash of the conversation's id, the strategy, its settings and the window's place: the same on every run. */
  readonly id: string;
  readonly conversationId: string;
  /** From 1. */
  readonly sequence: number;
  /** Absent while streaming. */
  readonly totalChunks?: number;
  /** In order. A message that was split stands here as its part, with `part` set. */
  readonly messages: readonly ChunkMessage[];
  readonly tokenCount: number;
  /** How many of the first messages stand in the chunk before too, and how many of the last in the next. */
  readonly overlapWithPrevious: number;
  readonly overlapWithNext: number;
  readonly metadata: {
    /** In the conversation, both inclusive, from 0. */
    readonly startMessageIndex: number;
    readonly endMessageIndex: number;
    /** The strategy that made it; after a fallback, the one that did the work. */
    readonly chunkingStrategy: string;
    /** Why another strategy than the one asked for did the work. */
    readonly fallback?: string;
    /** ISO time, from the clock that was passed in. */
    readonly createdAt: string;
  };
}

/** A message as it stands in a chunk: whole, or a part of one that is larger than a chunk may be. */
export interface ChunkMessage extends NormalizedMessage {
  /** `content` is that of the whole message from `span.start` to `span.end`; parts number from 1. */
  readonly part?: { readonly number: number; readonly total: number; readonly span: Span };
}

/** What an extractor makes of one chunk. */
export interface ChunkExtraction {
  readonly memories: readonly ExtractedMemory[];
  readonly relationships: readonly ExtractedRelationship[];
  /** Memories that were dropped because their quote is not in the chunk, or for another named reason. */
  readonly rejected: readonly { readonly reason: string; readonly text: string }[];
  /** Of all calls made for the chunk; absent where no model was asked. */
  readonly usage?: TokenUsage;
}

/** What finds memories in a window of a conversation. */
export interface ConversationExtractor {
  /** Changes whenever the same chunk could give other memories: part of every cache key. */
  readonly id: string;
  /** `digest` tells what earlier chunks gave, as text. Rejects with `OUTPUT_TRUNCATED` when the chunk holds too much for one reply. */
  extract(
    chunk: ConversationChunk,
    options?: { readonly digest?: string | undefined } & Call,
  ): Promise<ChunkExtraction>;
}

/** One chunk's result, in the stream and in the whole. */
export interface ChunkExtractionResult extends ChunkExtraction {
  readonly chunkId: string;
  readonly sequence: number;
  readonly status: "success" | "failed";
  readonly tokenCount: number;
  /** Milliseconds. */
  readonly processingTime: number;
  readonly error?: Error;
}
