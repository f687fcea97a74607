import { RuleExtractor } from "../conversation/extract/rules/rule-extractor.ts";
import type { Chunk } from "../core/chunk.ts";
import type { Call } from "../core/chunker.ts";
import type { NormalizedMessage } from "../core/conversation.ts";
import type { DocumentInput } from "../core/document.ts";
import type { ConversationChunk, ConversationExtractor } from "../core/extraction.ts";
import { messageSpans, type Turn } from "./render-turn.ts";

/** Facts of one chunk that lead to it; a turn that states more is a list, which its own words find. */
const MOST_FACTS = 8;

interface TurnFact {
  readonly text: string;
  /** Where its words begin in the turn's text. */
  readonly start: number;
}

export interface FoundFacts {
  /** Of the extractor. */
  readonly by: string;
  readonly facts: readonly TurnFact[];
}

/** What a turn states, each with its place. */
export async function factsOf(
  turn: Turn,
  document: DocumentInput,
  at: number,
  extractor: ConversationExtractor = new RuleExtractor(),
  call: Call = {},
): Promise<FoundFacts> {
  const messages = [message("user", turn.user, at), message("assistant", turn.assistant, at)].filter(
    ({ content }) => content !== "",
  );
  const spans = messageSpans(document);
  const starts = new Map(messages.map(({ id }, index) => [id, spans[index]?.content ?? 0]));
  const { memories } = await extractor.extract(windowOf(messages), call);
  const facts = memories.map(({ text, evidence: [first] }) => ({
    text,
    start: (starts.get(first.messageId) ?? 0) + first.span.start,
  }));
  return { by: extractor.id, facts };
}

/** The chunks with their facts as context beside them; a fact goes with the chunk that holds its first word. */
export function withFacts(chunks: readonly Chunk[], { by, facts }: FoundFacts): Chunk[] {
  if (facts.length === 0) return [...chunks];
  return chunks.map((chunk) => {
    if (chunk.kind === "parent") return chunk;
    const { start, end } = chunk.span;
    const own = facts.filter((fact) => fact.start >= start && fact.start < end).slice(0, MOST_FACTS);
    if (own.length === 0) return chunk;
    return { ...chunk, context: { text: own.map(({ text }) => text).join("\n"), by, status: "ok" } };
  });
}

/** The facts that lead to a chunk. */
export function factsIn({ context }: Pick<Chunk, "context">): string[] {
  return context === undefined || context.text === "" ? [] : context.text.split("\n");
}

function message(role: "user" | "assistant", content: string, time: number): NormalizedMessage {
  const span = { start: 0, end: content.length };
  return { id: role, role, content, parts: [{ kind: "text", text: content, span }], time };
}

function windowOf(messages: readonly NormalizedMessage[]): ConversationChunk {
  return {
    id: "turn",
    conversationId: "turn",
    sequence: 1,
    messages,
    tokenCount: 0,
    overlapWithPrevious: 0,
    overlapWithNext: 0,
    metadata: {
      startMessageIndex: 0,
      endMessageIndex: messages.length - 1,
      chunkingStrategy: "turn",
      createdAt: "",
    },
  };
}
