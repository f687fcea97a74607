import { expect, it } from "vitest";
import { unsupportedNumber } from "./number-guard.ts";

const MARCH_6 = Date.UTC(2026, 2, 6);

it.each([
  ["the same", "takes 10 mg", "I take 10 mg", undefined],
  ["another", "takes 5 mg", "I take 10 mg", "5"],
  ["one written otherwise", "costs 1500 euros", "costs 1,500 euros", undefined],
  ["one with more figures", "costs 100 euros", "costs 10 euros", "100"],
  ["an hour of the afternoon", "meets at 15:00", "meet at 3 pm", undefined],
  ["another hour", "meets at 16:00", "meet at 3 pm", "16:00"],
  ["a day from the valid time", "meets 2 people on March 6, 2026", "meet 2 people tomorrow", undefined],
  ["a small one where the quote has only words", "has 2 cats", "I have two cats", undefined],
  ["a great one where the quote has only words", "has 200 cats", "I have two cats", "200"],
])("with %s: %s from %s", (_name, text, quote, expected) => {
  expect(unsupportedNumber(text, [quote], [quote], [MARCH_6])).toBe(expected);
});

it("accepts what another sentence of the quoted message says", () => {
  expect(unsupportedNumber("has 30 cows", ["I have cows, 2 barns"], ["I have cows, 2 barns. 30!"], [])).toBe(
    undefined,
  );
});
