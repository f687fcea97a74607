import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Chunk } from "../../src/chunk/index.ts";
import { arbitraryText } from "../support/arbitrary-text.ts";
import { graphemeBoundaries } from "../support/graphemes.ts";
import { type ArbitraryOptions, arbitraryOptions, SPLITTERS } from "../support/splitters.ts";

const RUNS = { numRuns: 250 };

/** The laws of docs/INVARIANTS.md that speak of chunks, for every splitter there is. */
describe.each(Object.entries(SPLITTERS))("%s", (name, make) => {
  const overlaps = !name.startsWith("code");
  const keeps = (whitespace: unknown): boolean =>
    name.startsWith("code") || (name !== "auto" && whitespace === "keep");

  const law = (check: (text: string, chunks: Chunk[], options: ArbitraryOptions) => void) =>
    fc.assert(
      fc.asyncProperty(arbitraryText, arbitraryOptions, async (text, options) => {
        check(text, await make(options).split({ id: "d", text, metadata: {} }), options);
      }),
      RUNS,
    );

  it("1 Slice: a chunk's text is the document's at its span", async () => {
    await law((text, chunks) => {
      for (const chunk of chunks) expect(chunk.text).toBe(text.slice(chunk.span.start, chunk.span.end));
    });
  });

  it("2 Cover: in order, every non-white-space character, and disjoint without overlap", async () => {
    await law((text, chunks, { overlap, whitespace }) => {
      let covered = 0;
      let previousStart = -1;
      for (const { span } of chunks) {
        expect(span.end).toBeGreaterThan(span.start);
        expect(span.start).toBeGreaterThan(previousStart);
        expect(span.end).toBeGreaterThan(covered);
        if (overlap === 0 || !overlaps) expect(span.start).toBeGreaterThanOrEqual(covered);
        expect(text.slice(covered, Math.max(covered, span.start)).trim()).toBe("");
        if (keeps(whitespace)) expect(span.start).toBeLessThanOrEqual(covered);
        covered = span.end;
        previousStart = span.start;
      }
      expect(text.slice(covered).trim()).toBe("");
      if (keeps(whitespace)) expect(covered).toBe(text.length);
    });
  });

  it("3 Size: at most the maximum in its unit, unless one grapheme alone exceeds it, and says so", async () => {
    await law((text, chunks, { size, unit, counter }) => {
      const boundaries = graphemeBoundaries(text);
      for (const chunk of chunks) {
        const measured = unit === "tokens" ? (counter?.count(chunk.text) ?? 0) : chunk.text.length;
        if (unit === "tokens") expect(chunk.tokens).toBe(measured);
        if (measured <= size) {
          expect(chunk.oversize).toBeUndefined();
          continue;
        }
        expect(chunk.oversize).toBe(true);
        const inside = boundaries.filter((at) => at > chunk.span.start && at < chunk.span.end);
        expect(inside).toEqual([]);
      }
    });
  });

  it("4 Whole characters: no span cuts a grapheme cluster, a surrogate pair or CRLF", async () => {
    await law((text, chunks) => {
      const boundaries = new Set(graphemeBoundaries(text));
      for (const { span } of chunks) {
        expect(boundaries.has(span.start)).toBe(true);
        expect(boundaries.has(span.end)).toBe(true);
      }
    });
  });

  it("5 Overlap: what is recorded is what is shared, and not more than asked for", async () => {
    await law((_text, chunks, { overlap = 0, size, unit, counter }) => {
      const most = overlap < 1 ? Math.floor(overlap * size) : overlap;
      chunks.forEach((chunk, index) => {
        const next = chunks[index + 1];
        const shared = next === undefined ? 0 : Math.max(0, chunk.span.end - next.span.start);
        expect(chunk.overlap.after).toBe(shared);
        expect(next?.overlap.before ?? 0).toBe(shared);
        const repeated = chunk.text.slice(chunk.text.length - shared);
        expect(unit === "tokens" ? (counter?.count(repeated) ?? 0) : shared).toBeLessThanOrEqual(most);
      });
      expect(chunks[0]?.overlap.before ?? 0).toBe(0);
    });
  });

  it("6 Determinism: the same chunks again, from another splitter of the same options, and streamed", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryText, arbitraryOptions, async (text, options) => {
        const document = { id: "d", text, metadata: { source: "s" } };
        const chunks = await make(options).split(document);
        expect(await make(options).split(document)).toEqual(chunks);
        const streamed = (await Array.fromAsync(make(options).stream(document))).map((chunk) => ({
          ...chunk,
          total: chunks.length,
          metadata: { ...chunk.metadata, totalChunks: chunks.length },
        }));
        expect(streamed).toEqual(chunks);
        expect(await make(options).splitText(text)).toEqual(chunks.map((chunk) => chunk.text));
        expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(chunks.length);
      }),
      RUNS,
    );
  });

  it("8 Separate context: what a chunk says beside its text is taken from the document, outside of it", async () => {
    await law((text, chunks) => {
      for (const chunk of chunks) {
        expect(text.includes(chunk.text)).toBe(true);
        if (chunk.context !== undefined) expect(chunk.context.by).toMatch(/^(table head|scope)$/);
      }
    });
  });
});
