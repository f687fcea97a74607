import { readFileSync } from "node:fs";
import { eld } from "eld/small";
import fc from "fast-check";
import { expect, it } from "vitest";
import { LanguageProfiles } from "./language-profiles.ts";
import { tellLanguage } from "./tell-language.ts";

const file = new URL("../../../model/natural-language/profiles.bin", import.meta.url);
const profiles = new LanguageProfiles(readFileSync(file));
const fixture = new URL("../../../test/fixtures/encodings/texts.json", import.meta.url);
const TEXTS = Object.values(
  JSON.parse(readFileSync(fixture, "utf8")) as Record<string, { text: string }>,
).map(({ text }) => text);

/** What the package says whose tables these are. */
function reference(text: string): string | undefined {
  const result = eld.detect(text);
  return result.language !== "" && result.isReliable() ? result.language : undefined;
}

/** As many answers as there are texts say little where all are alike. */
function expectSame(texts: readonly string[]): Set<string | undefined> {
  const answers = texts.map((text) => tellLanguage(text, profiles));
  expect(answers).toEqual(texts.map(reference));
  return new Set(answers);
}

it("every part of texts in many languages is told as the package tells it", () => {
  const parts = TEXTS.flatMap((text) =>
    [5, 12, 40, 150, 700].flatMap((length) =>
      Array.from({ length: 12 }, (_, i) => text.slice(7 * i, 7 * i + length)),
    ),
  );
  expect(expectSame(parts).size).toBeGreaterThan(20);
});

it("every character of the first plane is one of a word, or not, as in the package", () => {
  const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
  const lines = Array.from({ length: 0x10000 / 64 }, (_, i) => units.slice(64 * i, 64 * i + 64).join(""));
  expectSame([...lines, ...lines.map((line) => [...line].join("the "))]);
  // A character between letters makes one word of them, or two: what is told of the text depends on it.
  const between = units.filter(
    (unit) => tellLanguage(`bereikb${unit}arheid`, profiles) !== reference(`bereikb${unit}arheid`),
  );
  expect(between).toEqual([]);
});

it("any text is told as the package tells it", () => {
  const word = fc.oneof(
    fc.constantFrom(
      "'",
      "’",
      "`",
      " ",
      "  ",
      "l’",
      "the",
      "und",
      "İ",
      "Σ",
      "ΟΔΟΣ",
      "ß",
      "x".repeat(90),
      "ɐ",
      "𝐀",
      "\ud800",
    ),
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.constantFrom(...TEXTS.map((text) => text.slice(0, 60))),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), fc.constantFrom("", " "), (words, joint) => {
      expectSame([words.join(joint)]);
    }),
    { numRuns: 2_000 },
  );
});

it("a file that is not whole is refused", () => {
  const whole = readFileSync(file);
  expect(() => new LanguageProfiles(whole.subarray(0, -1))).toThrow("do not add up");
  expect(() => new LanguageProfiles(Buffer.alloc(100))).toThrow("begins otherwise");
});
