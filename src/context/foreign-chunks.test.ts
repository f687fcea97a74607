import { expect, it } from "vitest";
import { alignForeignChunks, type ForeignChunk } from "./foreign-chunks.ts";

const MAKER = { name: "theirs", fingerprint: "foreign:theirs" };

function starts(text: string, foreign: readonly ForeignChunk[]): number[] {
  const chunks = alignForeignChunks({ id: "d", text }, foreign, MAKER);
  for (const chunk of chunks) expect(chunk.text).toBe(text.slice(chunk.span.start, chunk.span.end));
  return chunks.map(({ span }) => span.start);
}

it("finds repeated texts one after the other", () => {
  expect(starts("aaaa aaaa\n\naaaa", ["aaaa", "aaaa", "aaaa"])).toEqual([0, 5, 11]);
  expect(starts("aaaaaaaa", ["aaaa", "aaaa"])).toEqual([0, 4]);
  expect(starts("one two\n one two", ["one two", "\n one", " two"])).toEqual([0, 7, 12]);
});

it("finds texts that overlap, and passes over empty ones", () => {
  expect(starts("one two three four", ["one two", "", "two three", "three four"])).toEqual([0, 4, 8]);
  const [first, second] = alignForeignChunks({ text: "one two three" }, ["one two", "two three"], MAKER);
  expect(first.overlap).toEqual({ before: 0, after: 3 });
  expect(second.overlap).toEqual({ before: 3, after: 0 });
});

it("takes objects of either kind, with what they know", () => {
  const document = { id: "d", text: "one two", metadata: { source: "a.md", page: 1 } };
  const chunks = alignForeignChunks(
    document,
    [{ pageContent: "one", metadata: { page: 2, loc: 7 } }, { text: "two" }],
    MAKER,
  );
  expect(chunks.map(({ metadata }) => metadata)).toEqual([
    { source: "a.md", page: 1, loc: 7, chunker: "theirs", chunk: 0, totalChunks: 2 },
    { source: "a.md", page: 1, chunker: "theirs", chunk: 1, totalChunks: 2 },
  ]);
});

it("refuses what does not stand in the text, or not in order, naming it", () => {
  const unaligned = expect.objectContaining({ code: "FOREIGN_CHUNK_UNALIGNED" });
  expect(() => starts("one two", ["Title: one"])).toThrow(unaligned);
  expect(() => starts("one two", ["two", "one"])).toThrow(unaligned);
  expect(() => starts("one two", ["two", "one"])).toThrow(/Chunk 2 .*"one".* from character 5 on/);
  expect(() => starts("one", [{ body: "one" } as unknown as ForeignChunk])).toThrow(
    expect.objectContaining({ code: "INVALID_DOCUMENT" }),
  );
});

it("passes a run of blanks once, however many chunks end before it", () => {
  const text = `${"a".repeat(3_000) + " ".repeat(2_000_000)}b`;
  const pieces = Array.from({ length: 3_000 }, (_, i) => "a".repeat(3_000 - i));
  expect(starts(text, [...pieces, "b"]).at(-1)).toBe(2_003_000);
});
