import type { NormalizedConversation } from "../../core/conversation.ts";
import { SherdError } from "../../core/errors.ts";
import type { ChunkMessage, ConversationChunk } from "../../core/extraction.ts";
import { type ChunkingConfig, resolveChunking } from "./config.ts";

/**
 * Throws `CHUNKING_INVALID` with the first law that chunks of a conversation break. For strategies of one's own:
 * everything behind chunking (extraction, evidence, resuming) relies on these laws.
 */
export function checkConversationChunks(
  { id, messages }: Pick<NormalizedConversation, "id" | "messages">,
  chunks: readonly ConversationChunk[],
  config?: ChunkingConfig,
): void {
  const { maximum, tokens } = resolveChunking(config);
  const ids = new Set<string>();
  /** The next message that no chunk holds yet, and how much of it chunks do. */
  let at = 0;
  let covered = 0;
  chunks.forEach((chunk, number) => {
    const fail = (law: string, seen: unknown): never => broken(law, seen, chunk, number);
    const { metadata } = chunk;
    if (chunk.conversationId !== id) fail(`conversationId is ${JSON.stringify(id)}`, chunk.conversationId);
    if (ids.has(chunk.id)) fail("ids are unique", chunk.id);
    ids.add(chunk.id);
    if (chunk.sequence !== number + 1) fail(`sequence is ${number + 1}`, chunk.sequence);
    if (chunk.messages.length === 0) fail("a chunk holds a message", chunk.messages);
    const counted = chunk.messages.reduce((sum, message) => sum + tokens.of(message), tokens.frame);
    if (chunk.tokenCount !== counted) fail(`tokenCount is ${counted}`, chunk.tokenCount);
    if (counted > maximum) fail(`a chunk counts at most ${maximum} tokens`, counted);

    const before = chunks[number - 1];
    const overlap = chunk.overlapWithPrevious;
    if (overlap !== (before?.overlapWithNext ?? 0))
      fail("overlapWithPrevious is what the chunk before says", overlap);
    if (overlap >= chunk.messages.length) fail("a chunk holds something new", overlap);
    const repeated = before?.messages.slice(before.messages.length - overlap) ?? [];
    if (!repeated.every((message, i) => isSamePiece(message, chunk.messages[i])))
      fail("the first messages are the last ones of the chunk before", overlap);
    if (before !== undefined && overlap >= before.messages.length)
      fail("a chunk begins behind the one before", overlap);

    for (const message of chunk.messages.slice(overlap)) {
      const whole = messages[at];
      if (message.id !== whole?.id) fail(`message ${at} (${whole?.id}) comes next`, message.id);
      const { start, end } = message.part?.span ?? { start: 0, end: whole.content.length };
      if (start !== covered || whole.content.slice(start, end) !== message.content)
        fail(`content goes on at ${covered} of message ${at}`, start);
      covered = end;
      if (end < whole.content.length) continue;
      at++;
      covered = 0;
    }
    const last = covered > 0 ? at : at - 1;
    if (metadata.endMessageIndex !== last) fail(`endMessageIndex is ${last}`, metadata.endMessageIndex);
    const first = messages[metadata.startMessageIndex]?.id;
    if (first !== chunk.messages[0].id) fail("startMessageIndex names the first message", first);
  });
  if (chunks.at(-1)?.overlapWithNext)
    broken("the last chunk has no next", chunks.length, chunks[chunks.length - 1]);
  if (at < messages.length) broken(`message ${at} stands in a chunk`, messages[at].id);
}

function isSamePiece(a: ChunkMessage, b: ChunkMessage): boolean {
  return a.id === b.id && a.part?.span.start === b.part?.span.start && a.part?.span.end === b.part?.span.end;
}

function broken(law: string, seen: unknown, chunk?: ConversationChunk, number?: number): never {
  const place = number === undefined ? "" : `Chunk ${number + 1}: `;
  throw new SherdError(
    "CHUNKING_INVALID",
    `${place}the law is that ${law}; seen: ${JSON.stringify(seen)}. Correct the strategy that made the chunks.`,
    { law, seen, ...(chunk === undefined ? {} : { chunkId: chunk.id }) },
  );
}
