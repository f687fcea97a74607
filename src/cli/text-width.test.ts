import fc from "fast-check";
import { expect, it } from "vitest";
import { displayWidth, fitWidth, wrapRange } from "./text-width.ts";

it.each([
  ["plain", 5],
  ["日本語", 6],
  ["한글", 4],
  ["é", 1],
  ["e\u0301", 1],
  ["👍", 2],
  ["👍🏽", 2],
  ["👩‍👩‍👧", 2],
  ["❤️", 2],
  ["█▌░", 3],
  ["ｆｕｌｌ", 8],
])("%s takes %i columns", (text, columns) => {
  expect(displayWidth(text)).toBe(columns);
});

it("cuts to the columns, never inside a character that is drawn as one", () => {
  expect(fitWidth("short", 5)).toBe("short");
  expect(fitWidth("too long", 5)).toBe("too…");
  expect(fitWidth("日本語です", 5)).toBe("日本…");
  expect(fitWidth("日本語", 6)).toBe("日本語");
});

const lines = (text: string, columns: number, most = 99): string[] =>
  wrapRange(text, { start: 0, end: text.length }, columns, most).map(({ start, end }) =>
    text.slice(start, end),
  );

it("breaks lines at spaces, between wide characters, else anywhere", () => {
  expect(lines("one two three four", 9)).toEqual(["one two", "three", "four"]);
  expect(lines("日本語の文章です", 6)).toEqual(["日本語", "の文章", "です"]);
  expect(lines("abcdefghij kl", 4)).toEqual(["abcd", "efgh", "ij", "kl"]);
  expect(lines("a  b", 10)).toEqual(["a  b"]);
  expect(lines("one two three", 3, 2)).toEqual(["one", "two"]);
  expect(lines("\u0301語a", 2)).toEqual(["\u0301", "語", "a"]);
});

it("keeps every line within the columns and loses nothing but white space", () => {
  const texts = fc.string({
    unit: fc.constantFrom("a", "bc", " ", "\u0301", "語", "👍", "\n"),
    maxLength: 80,
  });
  fc.assert(
    fc.property(texts, fc.integer({ min: 2, max: 20 }), (text, columns) => {
      const shown = lines(text, columns);
      for (const line of shown) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      expect(shown.join("").replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
    }),
    { numRuns: 1_000 },
  );
});
