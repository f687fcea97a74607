import type { NormalizedConversation } from "../../core/conversation.ts";
import { type ChunkingConfig, resolveChunking } from "./config.ts";

/** Whether a conversation can be cut at all: under `"strict"` a message larger than a chunk cannot. */
export function fits({ messages }: NormalizedConversation, config?: ChunkingConfig): boolean {
  const { preserve, tokens, capacity } = resolveChunking(config);
  if (preserve !== "strict") return messages.every((message) => tokens.framing(message) < capacity);
  return messages.every((message) => tokens.of(message) <= capacity);
}
