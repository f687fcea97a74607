import type { ChunkMessage, ConversationChunk } from "../../../src/core/extraction.ts";

/** A chunk of the messages given, each with what a normaliser would add. */
export function chunkOf(
  messages: readonly (Partial<ChunkMessage> & { readonly content: string })[],
  conversationId = "c1",
): ConversationChunk {
  return {
    id: "chunk-1",
    conversationId,
    sequence: 1,
    messages: messages.map((message, index) => ({
      id: `m${index + 1}`,
      role: "user",
      parts: [{ kind: "text", text: message.content, span: { start: 0, end: message.content.length } }],
      ...message,
    })),
    tokenCount: 0,
    overlapWithPrevious: 0,
    overlapWithNext: 0,
    metadata: {
      startMessageIndex: 0,
      endMessageIndex: messages.length - 1,
      chunkingStrategy: "sliding-window",
      createdAt: "2026-03-05T10:00:00.000Z",
    },
  };
}
