import type { NormalizedMessage } from "../../core/conversation.ts";
import { resolveChunking } from "../strategies/config.ts";
import type { ConversationSource } from "../strategies/strategy.ts";
import { checkMessage } from "./check-message.ts";
import type { ResolvedExtraction } from "./extraction-config.ts";

/** A byte-level vocabulary never gives more tokens than bytes, and a UTF-16 unit has three bytes at most. */
const MOST_TOKENS_A_UNIT = 3;
/** Role, name and the tokens around them; a long name is in the units. */
const MOST_FRAMING = 16;
/** No text that somebody wrote has fewer tokens than this for a UTF-16 unit; runs of blanks may. */
const LEAST_TOKENS_A_UNIT = 1 / 20;

/**
 * Whether a conversation counts more than the threshold. Lengths alone settle it for most; near the threshold
 * the messages are counted, as far as needed. Messages that arrive one by one cannot be counted before they are
 * read: they are cut.
 */
export function needsChunking(
  { messages }: ConversationSource,
  { chunking, chunkAbove }: ResolvedExtraction,
): boolean {
  if (!Array.isArray(messages)) return true;
  const all = messages as readonly NormalizedMessage[];
  let units = 0;
  for (const [index, message] of all.entries()) {
    checkMessage(message, index);
    const { content, role, name } = message;
    units += content.length + role.length + (name?.length ?? 0);
  }
  if (units * MOST_TOKENS_A_UNIT + (all.length + 1) * MOST_FRAMING <= chunkAbove) return false;
  if (units * LEAST_TOKENS_A_UNIT > chunkAbove) return true;
  const { tokens } = resolveChunking(chunking);
  let counted = tokens.frame;
  for (const message of all) {
    counted += tokens.of(message);
    if (counted > chunkAbove) return true;
  }
  return false;
}
