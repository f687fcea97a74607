import fc from "fast-check";
import { expect, it } from "vitest";
import { CountingText } from "../../../test/support/counting-text.ts";
import { SAMPLE_LIMIT, sampleText } from "./sample.ts";

it("a short text is looked at whole", () => {
  expect(sampleText("a\nb")).toEqual({ parts: ["a\nb"], whole: true });
});

it("of a long text whole lines of its beginning, middle and end are looked at", () => {
  const text = Array.from({ length: 100_000 }, (_, i) => `line ${i}\n`).join("");
  const { parts, whole } = sampleText(text);
  expect(whole).toBe(false);
  expect(parts).toHaveLength(3);
  expect(parts[0].startsWith("line 0\n")).toBe(true);
  expect(parts[2].endsWith("line 99999\n")).toBe(true);
  for (const part of parts) expect(part).toMatch(/^line \d+\n[\s\S]*line \d+\n$/);
});

it("never more than the limit, and nothing that is not in the text", () => {
  const long = fc.array(fc.constantFrom("a", "b c", "\n", "\r\n", "x".repeat(5_000), "🏺"), {
    minLength: 5,
    maxLength: 60,
  });
  fc.assert(
    fc.property(long, fc.integer({ min: 1, max: 30 }), (pieces, times) => {
      const text = pieces.join("").repeat(times);
      const { parts, whole } = sampleText(text);
      expect(parts.join("").length).toBeLessThanOrEqual(SAMPLE_LIMIT);
      expect(whole).toBe(text.length <= SAMPLE_LIMIT);
      for (const part of parts) expect(text.includes(part)).toBe(true);
    }),
  );
});

it("a text of any length is looked at for so many characters and no more", () => {
  for (const length of [SAMPLE_LIMIT + 1, 1_000_000, 100_000_000]) {
    const text = new CountingText("x".repeat(length));
    sampleText(text.asString());
    expect(text.looks).toBeLessThanOrEqual(SAMPLE_LIMIT);
  }
});
