import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Chunk } from "../../src/chunk/index.ts";
import { turnDocument } from "../../src/memory/render-turn.ts";
import { TurnChunker, type TurnChunkerOptions } from "../../src/memory/turn-chunker.ts";
import { turnUnits } from "../../src/memory/turn-units.ts";
import { arbitraryText } from "../support/arbitrary-text.ts";
import { graphemeBoundaries } from "../support/graphemes.ts";
import { o200k } from "../support/splitters.ts";

const RUNS = { numRuns: 250 };

type Options = TurnChunkerOptions & { readonly size: number; readonly maxChunksPerTurn: number };

const arbitraryOptions: fc.Arbitrary<Options> = fc
  .record({
    size: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 5, max: 300 })),
    unit: fc.constantFrom("characters" as const, "characters" as const, "tokens" as const),
    overlapShare: fc.constantFrom(0, 0.1, 0.2, 0.5, 0.95),
    absolute: fc.boolean(),
    maxChunksPerTurn: fc.constantFrom(1, 2, 10, 10_000, 10_000),
    boundaryWindow: fc.constantFrom(0, 5, 50, 1_000),
    semanticBoundaries: fc.boolean(),
  })
  .map(({ overlapShare, absolute, size, ...rest }) => {
    const overlap = absolute ? Math.floor(overlapShare * size) : overlapShare;
    return { ...rest, size, overlap, counter: o200k };
  });

interface Family {
  readonly text: string;
  readonly chunks: readonly Chunk[];
  /** What the laws of chunks speak of: all but a parent. */
  readonly pieces: readonly Chunk[];
  readonly options: Options;
  /** The size that held: the one asked for, or the one the chunks name. */
  readonly size: number;
}

function law(check: (family: Family) => void): Promise<void> {
  return fc.assert(
    fc.asyncProperty(arbitraryText, arbitraryText, arbitraryOptions, async (user, assistant, options) => {
      const document = turnDocument({ user, assistant }, "t", { session: "s" });
      const chunks = await new TurnChunker(options).split(document);
      const pieces = chunks.filter(({ kind }) => kind !== "parent");
      const size = (chunks[0]?.metadata.grownChunkSize as number | undefined) ?? options.size;
      check({ text: document.text, chunks, pieces, options, size });
    }),
    RUNS,
  );
}

describe("the chunks of a turn", () => {
  it("1 Slice: a chunk's text is the turn's at its span", async () => {
    await law(({ text, chunks }) => {
      for (const { text: own, span } of chunks) expect(own).toBe(text.slice(span.start, span.end));
    });
  });

  it("2 Cover: in order, every non-white-space character, and disjoint without overlap", async () => {
    await law(({ text, pieces, options }) => {
      let covered = 0;
      let previousStart = -1;
      for (const { span } of pieces) {
        expect(span.start).toBeGreaterThan(previousStart);
        expect(span.end).toBeGreaterThan(covered);
        if (options.overlap === 0) expect(span.start).toBeGreaterThanOrEqual(covered);
        expect(text.slice(covered, Math.max(covered, span.start)).trim()).toBe("");
        covered = span.end;
        previousStart = span.start;
      }
      expect(text.slice(covered).trim()).toBe("");
    });
  });

  it("3 Size: at most the maximum, asked for or named, unless one grapheme alone exceeds it", async () => {
    await law(({ text, pieces, size, options }) => {
      const boundaries = graphemeBoundaries(text);
      for (const piece of pieces) {
        if (piece.kind === "standard") continue;
        const measured = options.unit === "tokens" ? o200k.count(piece.text) : piece.text.length;
        if (measured <= size) {
          expect(piece.oversize).toBeUndefined();
          continue;
        }
        expect(piece.oversize).toBe(true);
        expect(boundaries.filter((at) => at > piece.span.start && at < piece.span.end)).toEqual([]);
      }
    });
  });

  it("4 Whole characters: no span cuts a grapheme cluster, a surrogate pair or CRLF", async () => {
    await law(({ text, chunks }) => {
      const boundaries = new Set(graphemeBoundaries(text));
      for (const { span } of chunks) {
        expect(boundaries.has(span.start)).toBe(true);
        expect(boundaries.has(span.end)).toBe(true);
      }
    });
  });

  it("5 Overlap: what is recorded is what is shared, and not more than asked for", async () => {
    await law(({ pieces, options, size }) => {
      const { overlap = 0 } = options;
      const most = overlap < 1 ? Math.floor(overlap * size) : overlap;
      pieces.forEach((piece, index) => {
        const next = pieces[index + 1];
        const shared = next === undefined ? 0 : Math.max(0, piece.span.end - next.span.start);
        expect(piece.overlap.after).toBe(shared);
        expect(next?.overlap.before ?? 0).toBe(shared);
        const repeated = piece.text.slice(piece.text.length - shared);
        expect(options.unit === "tokens" ? o200k.count(repeated) : shared).toBeLessThanOrEqual(most);
      });
    });
  });

  it("6 Determinism: the same chunks and ids again, from another chunker of the same options", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryText, arbitraryText, arbitraryOptions, async (user, assistant, options) => {
        const chunks = await new TurnChunker(options).splitTurn({ user, assistant }, "t");
        expect(await new TurnChunker(options).splitTurn({ user, assistant }, "t")).toEqual(chunks);
        expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length);
      }),
      { numRuns: 100 },
    );
  });

  it("one parent with the whole turn and its children, or one standard record; never more than the most", async () => {
    await law(({ text, chunks, pieces, options }) => {
      if (text.trim() === "") {
        expect(chunks).toEqual([]);
        return;
      }
      expect(pieces.length).toBeLessThanOrEqual(options.maxChunksPerTurn);
      const [first] = chunks;
      expect(first.text).toBe(text);
      if (chunks.length === 1) {
        expect(first.kind).toBe("standard");
        return;
      }
      expect(first.kind).toBe("parent");
      expect(pieces.length).toBeGreaterThan(1);
      expect(first.childIds).toEqual(pieces.map(({ id }) => id));
      for (const child of pieces) {
        expect(child.kind).toBe("child");
        expect(child.parentId).toBe(first.id);
      }
    });
  });

  it("chunks that had to grow say so, and only those", async () => {
    await law(({ chunks, pieces, options }) => {
      const grown = new Set(chunks.map(({ metadata }) => metadata.grownChunkSize));
      expect(grown.size).toBeLessThanOrEqual(1);
      const [size] = grown;
      if (typeof size === "number") expect(size).toBeGreaterThan(options.size);
      else if (pieces.length > 1) expect(pieces.length).toBeLessThanOrEqual(options.maxChunksPerTurn);
    });
  });

  it("code, lists, items and tables that fit a chunk by themselves are whole in one", async () => {
    const block = fc.oneof(
      fc.integer({ min: 1, max: 12 }).map((lines) => `\`\`\`\n${"call(it);\n\n".repeat(lines)}\`\`\``),
      fc.integer({ min: 1, max: 12 }).map((items) => "- an item, of a list; it goes on.\n".repeat(items)),
      fc.integer({ min: 1, max: 12 }).map((items) => "1. one\n   - two. Three\n".repeat(items)),
      fc.integer({ min: 1, max: 12 }).map((rows) => `| a | b |\n|---|---|\n${"| c | d |\n".repeat(rows)}`),
      fc.integer({ min: 1, max: 12 }).map((times) => "A sentence, of some words. ".repeat(times)),
    );
    const message = fc.array(block, { maxLength: 8 }).map((blocks) => blocks.join("\n\n"));
    const sizes = fc.record({
      size: fc.integer({ min: 40, max: 400 }),
      overlap: fc.constantFrom(0, 0.2, 0.5),
    });
    await fc.assert(
      fc.asyncProperty(message, message, sizes, async (user, assistant, options) => {
        const document = turnDocument({ user, assistant }, "t");
        const chunks = await new TurnChunker({ ...options, maxChunksPerTurn: 10_000 }).split(document);
        const pieces = chunks.filter(({ kind }) => kind !== "parent");
        for (const { kind, start, end } of await turnUnits(document)) {
          if (kind === "message" || end - start > options.size) continue;
          expect(pieces.some(({ span }) => span.start <= start && span.end >= end)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
