import { describe, expect, it } from "vitest";
import { Bm25 } from "../../bench/semantic/bm25.ts";

const TEXTS = [
  "the kiln fires clay",
  "clay, clay and more clay",
  "a tax office",
  "the office kiln of the tax people",
];

function index(): Bm25 {
  const bm25 = new Bm25();
  for (const text of TEXTS) bm25.add(text);
  return bm25;
}

describe("BM25", () => {
  it("ranks by rare and repeated words, and leaves out what shares none", () => {
    expect(
      index()
        .search("clay", 10)
        .map((hit) => hit.index),
    ).toEqual([1, 0]);
    expect(index().search("tax kiln", 10)[0].index).toBe(3);
    expect(index().search("submarine", 10)).toEqual([]);
  });

  it("scores as the formula says", () => {
    // Two of four texts hold "clay"; text 0 has 3 terms (kiln, fire, clai) and the mean is 12 / 4.
    const weight = Math.log(1 + (4 - 2 + 0.5) / (2 + 0.5));
    const length = 0.25 + (0.75 * 3) / (12 / 4);
    expect(index().scores("clay")[0]).toBeCloseTo((weight * 2.2) / (1 + 1.2 * length), 10);
  });

  it("gives equals in the order they were added, and no more than asked for", () => {
    const bm25 = new Bm25();
    for (let i = 0; i < 5; i++) bm25.add("same words");
    expect(bm25.search("words", 3).map((hit) => hit.index)).toEqual([0, 1, 2]);
    expect(new Bm25().search("words", 3)).toEqual([]);
  });
});
