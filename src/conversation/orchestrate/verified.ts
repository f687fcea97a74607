import type { ChunkExtraction, ChunkMessage, ConversationChunk, Evidence } from "../../core/extraction.ts";
import { isEvidenceOf } from "../extract/evidence.ts";

const MOST_SHOWN = 200;

/**
 * An extraction without memories whose evidence does not stand in the chunk, whoever made it: law 11 holds for
 * extractors of one's own too. What is dropped is counted with the rejected.
 */
export function verified(extraction: ChunkExtraction, chunk: ConversationChunk): ChunkExtraction {
  const byId = new Map<string, ChunkMessage[]>();
  for (const message of chunk.messages) {
    const pieces = byId.get(message.id);
    if (pieces === undefined) byId.set(message.id, [message]);
    else pieces.push(message);
  }
  const stands = (evidence: Evidence): boolean =>
    evidence.conversationId === chunk.conversationId &&
    byId.get(evidence.messageId)?.some((message) => isEvidenceOf(evidence, message)) === true;
  const memories = extraction.memories.filter(
    ({ evidence }) => evidence.length > 0 && evidence.every(stands),
  );
  if (memories.length === extraction.memories.length) return extraction;
  const kept = new Set(memories.map(({ id }) => id));
  const dropped = extraction.memories.filter(({ id }) => !kept.has(id));
  return {
    ...extraction,
    memories,
    relationships: extraction.relationships.filter(({ from, to }) => kept.has(from) && kept.has(to)),
    rejected: [
      ...extraction.rejected,
      ...dropped.map(({ text }) => ({
        reason: "its evidence does not stand in the chunk",
        text: String(text).slice(0, MOST_SHOWN),
      })),
    ],
  };
}
