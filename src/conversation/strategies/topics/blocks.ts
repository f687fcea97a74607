import type { ConversationMessage } from "../../../core/conversation.ts";
import { analyse } from "../../../text/analysis/analyse.ts";

/** Neighbouring messages that are compared as one: "yes, sure" alone is about nothing. */
export interface TopicBlock {
  /** Indexes of messages, half-open. */
  readonly start: number;
  readonly end: number;
  /** How often each term stands in it. */
  readonly counts: ReadonlyMap<string, number>;
  /** How many terms it has; a little for a block without any. */
  readonly weight: number;
}

/** Terms a block has at least, but for the last: about three sentences. */
const BLOCK_TERMS = 40;
/** A message without a term still takes time. */
const WORDLESS = 0.2;

/** One by one: a long conversation's words need not be in memory together. */
export function* topicBlocks(messages: readonly ConversationMessage[]): Generator<TopicBlock> {
  let start = 0;
  let weight = 0;
  let counts = new Map<string, number>();
  for (const [i, { content }] of messages.entries()) {
    const terms = analyse(content);
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    weight += terms.length || WORDLESS;
    if (weight < BLOCK_TERMS && i + 1 < messages.length) continue;
    yield { start, end: i + 1, counts, weight };
    start = i + 1;
    weight = 0;
    counts = new Map();
  }
}
