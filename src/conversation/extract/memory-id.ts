import type { ExtractedMemory } from "../../core/extraction.ts";
import { hashText } from "../../text/hash.ts";

/** The same memory from the same words has the same id, however often and in whichever chunk it is found. */
export function memoryId({
  type,
  text,
  evidence,
}: Pick<ExtractedMemory, "type" | "text" | "evidence">): string {
  const first = evidence[0];
  return `x-${hashText(
    JSON.stringify([first.conversationId, type, text, first.messageId, first.span.start, first.span.end]),
  )}`;
}
