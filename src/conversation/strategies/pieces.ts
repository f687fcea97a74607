import type { NormalizedMessage } from "../../core/conversation.ts";
import { SherdError } from "../../core/errors.ts";
import type { ChunkMessage } from "../../core/extraction.ts";
import type { Chunking } from "./config.ts";
import { splitMessage } from "./split-message.ts";

/** What chunks are put together from: a message, or a part of one that is larger than a chunk may be. */
export interface Piece {
  readonly message: ChunkMessage;
  /** Of the message, in the conversation. */
  readonly index: number;
  readonly tokens: number;
}

/** The message whole where it fits a chunk, else in parts of which each leaves room for the overlap. */
export function piecesOf(
  message: NormalizedMessage,
  index: number,
  chunking: Chunking,
  tokens: number = chunking.tokens.of(message),
): Piece[] {
  if (tokens <= chunking.capacity) return [{ message, index, tokens }];
  if (chunking.preserve === "strict") tooLarge(message, index, tokens, chunking);
  const size = partSize(chunking);
  return splitMessage(message, index, chunking, size, size);
}

/** Half a chunk at least: an overlap as large as the chunk must not grind messages to dust. */
export function partSize({ capacity, overlap }: Chunking): number {
  return Math.max(capacity - overlap, Math.ceil(capacity / 2));
}

function tooLarge(message: NormalizedMessage, index: number, tokens: number, { maximum }: Chunking): never {
  throw new SherdError(
    "MESSAGE_TOO_LARGE",
    `Message ${index} (${message.id}) counts ${tokens} tokens and a chunk may hold ${maximum}. ` +
      `Raise maxTokensPerChunk, or let such messages be split: preserveMessageBoundaries: true.`,
    { messageId: message.id, index, tokens, maximum },
  );
}
