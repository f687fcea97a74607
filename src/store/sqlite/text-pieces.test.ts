import fc from "fast-check";
import { expect, it } from "vitest";
import { decodePiece, firstPlace, placesOf, sliceOfPieces, textPieces } from "./text-pieces.ts";

const PIECE = 16_384;

/** Long texts whose odd characters stand around the places where pieces are cut. */
const texts = fc
  .array(
    fc.tuple(
      fc.constantFrom("a", "ä", "語", "😀", "\ud83d", "\ude00", "\0"),
      fc.integer({ min: 1, max: 20_000 }),
    ),
    {
      maxLength: 5,
    },
  )
  .map((runs) => runs.map(([unit, times]) => unit.repeat(times)).join(""));

it("any slice comes back out of the pieces that hold it", () => {
  fc.assert(
    fc.property(
      texts,
      fc.array(fc.tuple(fc.nat(100_000), fc.nat(40_000)), { maxLength: 8 }),
      (text, spans) => {
        const pieces = [...textPieces(text)];
        expect(pieces.map(decodePiece).join("") === text).toBe(true);
        const around = [0, 1, 2].flatMap((k) => [-2, -1, 0, 1].map((d) => [k * PIECE + d, 3] as const));
        for (const [at, length] of [...spans, ...around]) {
          const start = Math.max(0, Math.min(at, text.length));
          const end = Math.min(text.length, start + length);
          const { from, to } = placesOf(5, start, end);
          const own = pieces.slice(from - firstPlace(5), to - firstPlace(5) + 1);
          expect(sliceOfPieces(own, start, end) === text.slice(start, end)).toBe(true);
        }
      },
    ),
    { numRuns: 60 },
  );
});

it("is UTF-8 unless a lone surrogate forbids it; a pair is never cut", () => {
  expect([...textPieces("plain")].map(({ data }) => data.length)).toEqual([5]);
  const pairs = [...textPieces(`x${"😀".repeat(20_000)}`)];
  expect(pairs.every(({ form }) => (form & 1) === 0)).toBe(true);
  expect([...textPieces("\ud83d")].map(({ form, data }) => [form, data.length])).toEqual([[1, 2]]);
  expect([...textPieces("")]).toEqual([]);
});
