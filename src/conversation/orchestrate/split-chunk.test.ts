import { expect, it } from "vitest";
import type { ChunkMessage, ConversationChunk } from "../../core/extraction.ts";
import { splitChunk } from "./split-chunk.ts";

function chunkOf(messages: readonly ChunkMessage[]): ConversationChunk {
  return {
    id: "chunk",
    conversationId: "c",
    sequence: 4,
    messages,
    tokenCount: 0,
    overlapWithPrevious: 1,
    overlapWithNext: 1,
    metadata: { startMessageIndex: 0, endMessageIndex: 0, chunkingStrategy: "test", createdAt: "" },
  };
}

const message = (id: string, content: string): ChunkMessage => ({
  id,
  role: "user",
  content,
  parts: [{ kind: "text", text: content, span: { start: 0, end: content.length } }],
});

it("cuts between messages where half of the tokens lie", () => {
  const words = "some words that count ".repeat(20);
  const chunk = chunkOf([
    message("a", words.repeat(4)),
    message("b", words),
    message("c", words),
    message("d", words),
  ]);
  const halves = splitChunk(chunk);
  expect(halves.map(({ messages }) => messages.map(({ id }) => id))).toEqual([["a"], ["b", "c", "d"]]);
  expect(halves.map(({ sequence }) => sequence)).toEqual([4, 4]);
  expect(new Set([chunk.id, ...halves.map(({ id }) => id)]).size).toBe(3);
  expect(splitChunk(chunk)).toEqual(halves);
});

it("cuts a message, and a part of one again, into stretches that adjoin in the whole", () => {
  const content = Array.from({ length: 200 }, (_, i) => `Sentence number ${i} says little.`).join(" ");
  const whole = message("a", content);
  const parts = splitChunk(chunkOf([whole])).flatMap(({ messages }) => messages);
  expect(parts.length).toBe(2);
  const smaller = parts.flatMap((part) => splitChunk(chunkOf([part])).flatMap(({ messages }) => messages));
  for (const list of [parts, smaller]) {
    expect(list.map((part) => part.content).join("")).toBe(content);
    for (const { part, content: words } of list)
      expect(content.slice(part?.span.start, part?.span.end)).toBe(words);
    for (const { part } of list.slice(1)) expect(part?.number).toBeGreaterThan(1);
  }
});

it("leaves alone what is too small for it to help", () => {
  expect(splitChunk(chunkOf([message("a", "A short sentence.")]))).toEqual([]);
});
