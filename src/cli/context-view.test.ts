import { expect, it } from "vitest";
import { chunkOf } from "../../test/support/chunks.ts";
import type { Hit } from "../search/types.ts";
import { TokenCounter } from "../text/index.ts";
import { packContext } from "./context-view.ts";

const PARTS = { words: 1, context: 0, document: 0, meaning: 0, rerank: 0, parent: 0 };

/** A chunk of so many words, found in a parent of more. */
function hit(id: string, words: number, around: number): Hit {
  const chunk = chunkOf(`${id}${" clay".repeat(words)}`, { id, documentId: `${id}.md` });
  const parent = chunkOf(chunk.text + " river".repeat(around), { id: `${id} p`, documentId: `${id}.md` });
  const { text, span, tokens } = parent;
  return { chunk, parent, text, span, tokens, score: 1, parts: PARTS, highlights: [], duplicates: [] };
}

it("gives what is too long with its surroundings without them, and passes over what is too long even so", async () => {
  const hits = [hit("first", 20, 500), hit("long", 500, 0), hit("last", 20, 20)];
  const { text, hits: given, tokens } = await packContext(hits, 160);
  expect(given).toBe(2);
  expect(text).toContain("> first clay");
  expect(text).toContain("[2] last.md");
  expect(text).toContain("river");
  expect(text).not.toContain("long");
  expect(tokens).toBe((await TokenCounter.create()).count(text));
  expect(tokens).toBeLessThanOrEqual(160);
});

it("fills the budget and never passes it", async () => {
  const hits = Array.from({ length: 30 }, (_, i) => hit(`n${i}`, 10, 10));
  const all = (await packContext(hits, 1_000_000)).tokens;
  for (let budget = 60; budget < all; budget += 37) {
    const { tokens } = await packContext(hits, budget);
    expect(tokens).toBeLessThanOrEqual(budget);
    expect(tokens).toBeGreaterThan(budget - 60);
  }
});

it("says what the shortest needs where none fits", async () => {
  const hits = [hit("a", 100, 100), hit("b", 30, 100)];
  const { text, hits: given, least } = await packContext(hits, 20);
  expect([text, given]).toEqual(["", 0]);
  expect((await packContext(hits, least)).hits).toBe(1);
  expect((await packContext(hits, least - 1)).hits).toBe(0);
});
