import fc from "fast-check";
import { expect, it } from "vitest";
import { normalisedWords } from "./characters.ts";
import { PieceTable } from "./piece-table.ts";
import { WordPieces } from "./word-pieces.ts";

const letters = Array.from({ length: 0x250 }, (_, i) => String.fromCharCode(i)).filter((c) => c !== "\n");
const vocabulary = ["[UNK]", "[SEP]", ...letters, ...letters.map((c) => `##${c}`), "pot", "##ter"];
const pieces = new WordPieces(new PieceTable(vocabulary.join("\n")));
const tokens = (text: string): string[] => pieces.encode(text).map((id) => vocabulary[id]);

it("lower-cases, drops accents and ends words at blanks and punctuation", () => {
  expect(tokens("POTter's\tpöt")).toEqual(["pot", "##ter", "'", "s", "pot"]);
});

it("leaves out control characters and goes on with the word", () => {
  expect(tokens("p\0o\u200bt \u{e000}pot\ud800")).toEqual(["pot", "pot"]);
});

it("takes special tokens that are written out as they are, and others apart", () => {
  expect(tokens("pot[SEP]pot")).toEqual(["pot", "[SEP]", "pot"]);
  expect(tokens("[sep")).toEqual(["[", "s", "##e", "##p"]);
  // One whose neighbours decide what becomes of it, before a special token.
  expect(tokens("\u302epot[SEP]")).toEqual(["[UNK]", "[SEP]"]);
});

it("does not know words of more than 100 characters, whatever their code units", () => {
  expect(tokens("a".repeat(100))).toHaveLength(100);
  expect(tokens("a".repeat(101))).toEqual(["[UNK]"]);
  expect(tokens("a".repeat(100_000))).toEqual(["[UNK]"]);
  expect(tokens(`${"😀".repeat(60)} pot`)).toEqual(["[UNK]", "pot"]);
});

it("finds the words that the long way finds, in any text", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.string({
      unit: fc.constantFrom(
        "a",
        "É",
        " ",
        "\u0301",
        "\u302e",
        "\u302f",
        "\u{1d165}",
        "가",
        "豈",
        ";",
        "[",
        "≠",
        "ΑΣ",
      ),
      maxLength: 40,
    }),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      const words = [...normalisedWords(text)];
      expect(pieces.encode(text)).toEqual(words.flatMap((word) => pieces.encode(word)));
    }),
    { numRuns: 2_000 },
  );
});
