import fc from "fast-check";
import { expect, test } from "vitest";
import { TokenCounter } from "../text/tokens/token-counter.ts";
import { exceeds, exceedsWithin } from "./exceeds.ts";
import { resolveSizing } from "./options.ts";

const counter = await TokenCounter.create();

test("a part of a text exceeds as it would by itself", () => {
  const text = fc.array(fc.constantFrom("word", " ", "\n", "  ", "é", "{", "x1", "日本", "'s", "\t"), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(
      text,
      text,
      text,
      fc.integer({ min: 1, max: 30 }),
      fc.boolean(),
      (before, part, after, size, trim) => {
        const sizing = { ...resolveSizing({ size, unit: "tokens", counter }, { overlap: 0 }), trim };
        const start = before.join("").length;
        const end = start + part.join("").length;
        const whole = [...before, ...part, ...after].join("");
        expect(exceedsWithin(whole, sizing)({ start, end })).toBe(exceeds(part.join(""), sizing));
      },
    ),
    { numRuns: 500 },
  );
});

test("also in a text too long for its counts to be kept", () => {
  const sizing = resolveSizing({ size: 3, unit: "tokens", counter }, { overlap: 0 });
  const text = "one two three four ".repeat(20_000);
  const isLarge = exceedsWithin(text, sizing);
  expect(isLarge({ start: 0, end: 13 })).toBe(false);
  expect(isLarge({ start: 0, end: 18 })).toBe(true);
});
