import { SherdError } from "../../core/errors.ts";
import {
  type ChunkExtraction,
  type ChunkMessage,
  type ConversationChunk,
  type Evidence,
  MEMORY_TYPES,
} from "../../core/extraction.ts";
import { isEvidenceOf } from "../extract/evidence.ts";

const MOST_SHOWN = 200;

/**
 * An extraction without memories whose evidence does not stand in the chunk, whoever made it: law 11 holds for
 * extractors of one's own too. What is dropped is counted with the rejected.
 */
export function verified(extraction: ChunkExtraction, chunk: ConversationChunk): ChunkExtraction {
  checkForm(extraction);
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
    ({ evidence }) => Array.isArray(evidence) && evidence.length > 0 && evidence.every(stands),
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

/** An extractor of one's own may give anything. */
function checkForm(extraction: ChunkExtraction): void {
  for (const list of ["memories", "relationships", "rejected"] as const) {
    if (!Array.isArray(extraction?.[list]))
      throw new SherdError(
        "EXTRACTION_FAILED",
        `The extractor gave no list of ${list}; extract(chunk) must give { memories, relationships, rejected }, each a list.`,
        { list },
      );
  }
  if (!extraction.memories.every((memory) => MEMORY_TYPES.includes(memory?.type)))
    throw new SherdError(
      "EXTRACTION_FAILED",
      `The extractor gave a memory whose type is none of: ${MEMORY_TYPES.join(", ")}.`,
    );
}
