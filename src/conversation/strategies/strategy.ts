import type { Call } from "../../core/chunker.ts";
import type { NormalizedConversation, NormalizedMessage } from "../../core/conversation.ts";
import type { ConversationChunk } from "../../core/extraction.ts";
import type { ChunkingConfig } from "./config.ts";

/** A conversation whose messages may arrive one by one. A `NormalizedConversation` is one. */
export interface ConversationSource {
  readonly id: string;
  readonly messages: Iterable<NormalizedMessage> | AsyncIterable<NormalizedMessage>;
}

/**
 * A way to cut a conversation into chunks. Laws, held by `checkConversationChunks`: order is kept; every
 * message stands in at least one chunk, whole or in parts that make it up; recorded overlaps are exact; each
 * chunk begins behind the one before; none counts more than the maximum; ids are the same on every run.
 */
export interface ChunkingStrategy {
  readonly name: string;
  /** All chunks, with `totalChunks`; a promise where a model is asked. */
  chunk(
    conversation: NormalizedConversation,
    config?: ChunkingConfig,
    call?: Call,
  ): ConversationChunk[] | Promise<ConversationChunk[]>;
  /** The same chunks one by one, without `totalChunks`. */
  stream(source: ConversationSource, config?: ChunkingConfig, call?: Call): AsyncIterable<ConversationChunk>;
  /** Whether `chunk` would succeed, as far as that shows without doing it. */
  canHandle(conversation: NormalizedConversation, config?: ChunkingConfig): boolean;
}
