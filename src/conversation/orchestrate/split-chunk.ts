import type { ChunkMessage, ConversationChunk } from "../../core/extraction.ts";
import { hashText } from "../../text/hash.ts";
import { type Chunking, type ChunkingConfig, resolveChunking } from "../strategies/config.ts";
import { splitMessage } from "../strategies/split-message.ts";

/** A stretch of fewer tokens that still overflows a reply would overflow it however often it is cut. */
const SMALLEST_SPLIT = 128;
/** A little more than half, so that a seam before the middle leaves no third part of a few words. */
const LARGER_HALF = 0.55;

/**
 * A chunk in two, or in a few where a single message has to be cut: for a model whose reply did not fit. Pieces
 * adjoin, so that nothing in them is asked about twice. None when it cannot be cut further.
 */
export function splitChunk(chunk: ConversationChunk, config?: ChunkingConfig): ConversationChunk[] {
  const chunking = resolveChunking(config);
  const { messages } = chunk;
  if (messages.length > 1) {
    const at = middleOf(messages, chunking);
    return [messages.slice(0, at), messages.slice(at)].map((half) => pieceOf(chunk, half, chunking));
  }
  return partsOf(messages[0], chunking).map((part) => pieceOf(chunk, [part], chunking));
}

/** Behind the message with which half of the tokens is reached; at least one message stands on each side. */
function middleOf(messages: readonly ChunkMessage[], { tokens }: Chunking): number {
  const counts = messages.map((message) => tokens.of(message));
  const half = counts.reduce((sum, count) => sum + count, 0) / 2;
  let sum = 0;
  for (let i = 0; i < messages.length - 1; i++) {
    sum += counts[i];
    if (sum >= half) return i + 1;
  }
  return messages.length - 1;
}

function partsOf(message: ChunkMessage, chunking: Chunking): ChunkMessage[] {
  const { tokens } = chunking;
  const framing = tokens.framing(message);
  const content = tokens.of(message) - framing;
  if (content < SMALLEST_SPLIT) return [];
  const size = framing + Math.ceil(content * LARGER_HALF);
  const pieces = splitMessage(message, 0, chunking, size, size);
  if (pieces.length < 2) return [];
  const { number, total, span } = message.part ?? { number: 1, total: 1, span: { start: 0 } };
  return pieces.map(({ message: piece }, i) => {
    const place = piece.part?.span ?? { start: 0, end: piece.content.length };
    return {
      ...piece,
      // Of a part, the parts stand where it stood in the whole message.
      part: {
        number: number + i,
        total: total + pieces.length - 1,
        span: { start: span.start + place.start, end: span.start + place.end },
      },
    };
  });
}

function pieceOf(
  chunk: ConversationChunk,
  messages: readonly ChunkMessage[],
  { tokens }: Chunking,
): ConversationChunk {
  const place = (message: ChunkMessage) => [message.id, message.part?.span ?? null];
  return {
    ...chunk,
    id: hashText(JSON.stringify([chunk.id, place(messages[0]), place(messages[messages.length - 1])])),
    messages,
    tokenCount: messages.reduce((sum, message) => sum + tokens.of(message), tokens.frame),
    overlapWithPrevious: 0,
    overlapWithNext: 0,
  };
}
