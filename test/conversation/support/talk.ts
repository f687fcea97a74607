import { evidenceAt } from "../../../src/conversation/extract/evidence.ts";
import { memoryId } from "../../../src/conversation/extract/memory-id.ts";
import type { NormalizedConversation, NormalizedMessage } from "../../../src/core/conversation.ts";
import { SherdError } from "../../../src/core/errors.ts";
import type {
  ChunkExtraction,
  ConversationChunk,
  ConversationExtractor,
} from "../../../src/core/extraction.ts";

const NAMES = ["Ada", "Bela", "Chen", "Dora", "Emil"];

/** The i-th message of a made conversation: each says one thing that can be remembered. */
export function sayingOf(i: number): string {
  const name = NAMES[i % NAMES.length];
  const sayings = [
    `I live at number ${i} of the harbour road with ${name}.`,
    `I prefer room ${i} to all others.`,
    `We decided to use plan ${i} for the garden.`,
    `I need to call ${name} about invoice ${i} tomorrow.`,
  ];
  return sayings[i % sayings.length];
}

export function talkMessage(i: number, content = sayingOf(i)): NormalizedMessage {
  return {
    id: `m${i}`,
    role: i % 5 === 4 ? "assistant" : "user",
    content,
    parts: [{ kind: "text", text: content, span: { start: 0, end: content.length } }],
    time: Date.UTC(2026, 0, 1) + i * 60_000,
  };
}

export function talk(count: number, id = "talk"): NormalizedConversation {
  return {
    id,
    format: "test",
    messages: Array.from({ length: count }, (_, i) => talkMessage(i)),
    source: { name: "test", place: "" },
    losses: [],
    metadata: {},
  };
}

/** One memory a message, quoting all of it. */
export function everyMessage(chunk: ConversationChunk): ChunkExtraction {
  const memories = chunk.messages.map((message) => {
    const evidence = [evidenceAt(chunk.conversationId, message, { start: 0, end: message.content.length })];
    const fields = { type: "fact" as const, text: message.content.slice(0, 200), evidence };
    return { ...fields, id: memoryId(fields), subject: "user", confidence: 0.9, by: "test" };
  });
  return { memories, relationships: [], rejected: [] };
}

/** An extractor by a function, which also remembers the chunks it was given. */
export function scripted(
  work: (
    chunk: ConversationChunk,
    digest: string | undefined,
    signal: AbortSignal | undefined,
  ) => ChunkExtraction | Promise<ChunkExtraction>,
  id = "scripted@1",
): ConversationExtractor & { readonly seen: string[]; readonly digests: (string | undefined)[] } {
  const seen: string[] = [];
  const digests: (string | undefined)[] = [];
  return {
    id,
    seen,
    digests,
    async extract(chunk, { digest, signal } = {}) {
      seen.push(chunk.id);
      digests.push(digest);
      return work(chunk, digest, signal);
    },
  };
}

export function truncated(): SherdError {
  return new SherdError("OUTPUT_TRUNCATED", "The reply was cut off.", {
    usage: { input: 10, cachedInput: 0, output: 5 },
  });
}
