import fc from "fast-check";
import { expect, test } from "vitest";
import { LONGEST_SLICE, SliceCache } from "./slice-cache.ts";

test("what is known is what was put there, whatever else came", () => {
  const slice = fc.oneof(fc.string({ maxLength: LONGEST_SLICE }), fc.stringMatching(/^[\0ab]{0,12}$/));
  fc.assert(
    fc.property(fc.array(fc.tuple(slice, slice), { maxLength: 200 }), (slices) => {
      const cache = new SliceCache();
      const truth = new Map<string, number>();
      for (const [i, [before, text]] of slices.entries()) {
        const known = cache.get(before + text, before.length, before.length + text.length);
        if (known >= 0) expect(known).toBe(truth.get(text));
        else if (cache.set(i)) truth.set(text, i);
      }
    }),
  );
});

test("remembers ASCII alone, and nothing of an empty slice", () => {
  const cache = new SliceCache();
  for (const [text, isKept] of [
    ["word", true],
    ["twelve units", true],
    ["é", false],
    ["aé", false],
    ["", false],
  ] as const) {
    expect(cache.get(text, 0, text.length)).toBe(-1);
    expect(cache.set(7)).toBe(isKept);
    expect(cache.get(text, 0, text.length)).toBe(isKept ? 7 : -1);
  }
});

test("forgets when it is cleared", () => {
  const cache = new SliceCache();
  cache.get("word", 0, 4);
  cache.set(1);
  cache.clear();
  expect(cache.get("word", 0, 4)).toBe(-1);
});

test("holds as many as it has room for, and the newest always", () => {
  const cache = new SliceCache();
  for (let i = 0; i < 300_000; i++) {
    const word = `w${i}`;
    if (cache.get(word, 0, word.length) < 0) cache.set(i);
    expect(cache.get(word, 0, word.length)).toBe(i);
  }
});
