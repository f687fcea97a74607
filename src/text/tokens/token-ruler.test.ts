import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryText } from "../../../test/support/arbitrary-text.ts";
import { loadEncoding } from "./encoding.ts";
import type { EncodingName } from "./pretokens.ts";
import { TokenRuler } from "./token-ruler.ts";

/** The position, or the one before it if it would cut a surrogate pair. */
function outsidePair(text: string, at: number): number {
  return /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(Math.max(0, at - 1), at + 1)) ? at - 1 : at;
}

describe.each(["o200k_base", "cl100k_base"] satisfies EncodingName[])("%s", async (name) => {
  const encoding = await loadEncoding(name);

  it("sizes every slice as if it were encoded alone", () => {
    fc.assert(
      fc.property(
        arbitraryText,
        fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 20, maxLength: 20 }),
        (text, slices) => {
          const ruler = new TokenRuler(text, encoding);
          for (const [a, b] of slices) {
            const [start, end] = [a, b]
              .map((at) => outsidePair(text, at % (text.length + 1)))
              .sort((x, y) => x - y);
            expect(ruler.size(start, end)).toBe(encoding.count(text.slice(start, end)));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("still does when what lies behind has been released", () => {
    fc.assert(
      fc.property(arbitraryText, fc.integer({ min: 1, max: 20 }), (piece, step) => {
        const text = piece.repeat(20);
        const ruler = new TokenRuler(text, encoding);
        for (let at = 0; at < text.length; at += step * 13) {
          const start = outsidePair(text, at);
          const end = outsidePair(text, Math.min(text.length, at + step * 20));
          expect(ruler.size(start, end)).toBe(encoding.count(text.slice(start, end)));
          ruler.release(start);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("reaches far: one more edge would be too much, and what it reaches is about what was asked", () => {
    const text = "The quick brown fox jumps over the lazy dog. ".repeat(200);
    const ruler = new TokenRuler(text, encoding);
    for (const start of [0, 4, 45, 100, 4500]) {
      const end = ruler.reach(start, 100);
      expect(encoding.count(text.slice(start, end))).toBe(100);
    }
  });

  it("cuts inside a run that no edge divides", () => {
    const text = "a".repeat(20_000);
    const ruler = new TokenRuler(text, encoding);
    const end = ruler.reach(0, 50);
    expect(encoding.count(text.slice(0, end))).toBeLessThanOrEqual(50);
    expect(encoding.count(text.slice(0, end))).toBeGreaterThan(40);
  });

  it("reaches back no further than the floor or the budget", () => {
    const text = "one two three four five six seven eight nine ten";
    const ruler = new TokenRuler(text, encoding);
    const start = ruler.reachBack(text.length, 4, 0);
    expect(encoding.count(text.slice(start))).toBe(4);
    expect(ruler.reachBack(text.length, 4, text.length - 2)).toBeGreaterThanOrEqual(text.length - 2);
  });
});
