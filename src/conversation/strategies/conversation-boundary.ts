import type { Call } from "../../core/chunker.ts";
import type { NormalizedConversation, NormalizedMessage } from "../../core/conversation.ts";
import type { ConversationChunk } from "../../core/extraction.ts";
import { allPieces, collected } from "./collected.ts";
import { type ChunkingConfig, resolveChunking } from "./config.ts";
import { fits } from "./fits.ts";
import { plannedWindows } from "./planned-windows.ts";
import { splitScores } from "./split-scores.ts";
import type { ChunkingStrategy, ConversationSource } from "./strategy.ts";
import { ChunkMaker, withTotals } from "./windows.ts";

/**
 * Splits where a person would pause: at user turns, long silences and words such as "moving on", never between
 * a tool's call and its result, and so that chunks are of about equal size. Needs all messages before the first
 * chunk, as every place to split is weighed against every other; n log n in their number.
 */
export class ConversationBoundaryStrategy implements ChunkingStrategy {
  readonly name = "conversation-boundary";

  chunk({ id, messages }: NormalizedConversation, config?: ChunkingConfig, call?: Call): ConversationChunk[] {
    return withTotals(this.#chunks(id, messages, config, call));
  }

  async *stream(
    source: ConversationSource,
    config?: ChunkingConfig,
    call?: Call,
  ): AsyncGenerator<ConversationChunk> {
    yield* this.#chunks(source.id, await collected(source, call), config, call);
  }

  canHandle(conversation: NormalizedConversation, config?: ChunkingConfig): boolean {
    return fits(conversation, config);
  }

  *#chunks(
    conversationId: string,
    messages: readonly NormalizedMessage[],
    config?: ChunkingConfig,
    call?: Call,
  ): Generator<ConversationChunk> {
    const chunking = resolveChunking(config);
    call?.signal?.throwIfAborted();
    const pieces = allPieces(messages, chunking);
    const maker = new ChunkMaker(chunking, { conversationId, strategy: this.name });
    yield* maker.makeAll(plannedWindows(pieces, splitScores(messages), chunking));
  }
}
