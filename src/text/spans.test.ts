import { expect, it } from "vitest";
import { containsSpan, sharedLength, sliceSpan, trimSpan } from "./spans.ts";

it("trims white space and nothing else", () => {
  const text = " \t\u00a0 a b \r\n";
  expect(sliceSpan(text, trimSpan(text, { start: 0, end: text.length }))).toBe(text.trim());
});

it("gives an empty span where there is only white space", () => {
  expect(trimSpan("   ", { start: 1, end: 3 })).toEqual({ start: 1, end: 1 });
});

it("measures what spans share", () => {
  expect(sharedLength({ start: 0, end: 5 }, { start: 3, end: 9 })).toBe(2);
  expect(sharedLength({ start: 0, end: 3 }, { start: 3, end: 9 })).toBe(0);
  expect(containsSpan({ start: 0, end: 5 }, { start: 1, end: 5 })).toBe(true);
  expect(containsSpan({ start: 0, end: 5 }, { start: 1, end: 6 })).toBe(false);
});
