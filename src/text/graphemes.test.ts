import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryText } from "../../test/support/arbitrary-text.ts";
import { graphemeBoundaries } from "../../test/support/graphemes.ts";
import { graphemeCeil, graphemeFloor, isGraphemeBoundary } from "./graphemes.ts";

it("agrees with a segmentation of the whole text at every position", () => {
  fc.assert(
    fc.property(arbitraryText, (text) => {
      const boundaries = graphemeBoundaries(text);
      const whole = new Set(boundaries);
      let floor = 0;
      for (let at = 0; at <= text.length; at++) {
        if (whole.has(at)) floor = at;
        expect(graphemeFloor(text, at)).toBe(floor);
        expect(graphemeCeil(text, at)).toBe(boundaries.find((boundary) => boundary >= at));
        expect(isGraphemeBoundary(text, at)).toBe(floor === at);
      }
    }),
    { numRuns: 300 },
  );
});

it("gives the same answer from any known boundary", () => {
  const text = "🇩🇪".repeat(50) + "e\u0301".repeat(50) + "👨‍👩‍👧‍👦".repeat(10);
  const boundaries = graphemeBoundaries(text);
  for (let at = 0; at <= text.length; at += 7) {
    const before = boundaries.filter((boundary) => boundary <= at);
    const expected = before.at(-1);
    for (const known of before) expect(graphemeFloor(text, at, known)).toBe(expected);
  }
});

it("finds the end of a cluster far longer than its window", () => {
  const text = `a${"\u0301".repeat(10_000)}b`;
  expect(graphemeCeil(text, 5)).toBe(10_001);
});
