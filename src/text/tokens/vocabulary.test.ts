import fc from "fast-check";
import { expect, test } from "vitest";
import { NO_RANK, Vocabulary } from "./vocabulary.ts";

/** Bytes as characters: few different ones, so that tokens share much, also beyond what a key holds. */
const bytes = fc
  .array(fc.constantFrom(0, 1, 97, 98, 255), { minLength: 1, maxLength: 30 })
  .map((codes) => String.fromCharCode(...codes));

test("knows the rank of every token, wherever it stands, and of nothing else", () => {
  fc.assert(
    fc.property(fc.uniqueArray(bytes, { maxLength: 80 }), fc.array(bytes), (tokens, others) => {
      const vocabulary = Vocabulary.of(tokens.map((token) => Array.from(token, (one) => one.charCodeAt(0))));
      const ranks = new Map(tokens.map((token, rank) => [token, rank]));
      for (const token of [...tokens, ...others]) {
        const rank = ranks.get(token) ?? NO_RANK;
        expect(vocabulary.rank(`a${token}b`, 1, 1 + token.length)).toBe(rank);
        expect(vocabulary.has(token)).toBe(rank !== NO_RANK);
      }
    }),
  );
});

test("ranks that are not used leave no gap in the others", () => {
  const vocabulary = Vocabulary.of(["a", undefined, "ab", undefined, "a token that is long"]);
  expect(["a", "ab", "a token that is long"].map((one) => vocabulary.rank(one, 0, one.length))).toEqual([
    0, 2, 4,
  ]);
});

test("another thread's tables are as good", () => {
  const { tables } = Vocabulary.of(["a", "ab", "a token that is long"]);
  const copy = new Vocabulary(structuredClone(tables));
  expect(copy.rank("a token that is long", 0, 20)).toBe(2);
  expect(copy.tables.slots.buffer).toBeInstanceOf(SharedArrayBuffer);
});
