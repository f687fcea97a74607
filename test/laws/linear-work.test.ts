import { describe, expect, it } from "vitest";
import { type Cut, cutText } from "../../src/chunk/cut.ts";
import { naturalSeams } from "../../src/chunk/natural-seams.ts";
import { resolveSizing, type Sizing } from "../../src/chunk/options.ts";
import { separatorSeams } from "../../src/chunk/separators.ts";
import type { Ruler } from "../../src/text/ruler.ts";
import { sentenceSpans } from "../../src/text/sentences.ts";
import { loadEncoding } from "../../src/text/tokens/encoding.ts";
import { TokenRuler } from "../../src/text/tokens/token-ruler.ts";
import { CountingText } from "../support/counting-text.ts";
import { o200k } from "../support/splitters.ts";

/** What has hung or blown up one splitter or another; each piece is repeated to the length wanted. */
const HOSTILE: Readonly<Record<string, string>> = {
  "prose without a stop": "words and words and more ",
  "one letter": "a",
  "one ideograph": "中",
  spaces: " ",
  newlines: "\n",
  CRLF: "\r\n",
  "lone carriage returns": "word\rword\r\r",
  "form feeds": "page\f",
  stops: ".",
  "spaced stops": ". ",
  "stops and closers": '."',
  brackets: "(",
  quotes: '"',
  abbreviations: "e.g. ",
  initials: "A. B. ",
  numbers: "1. ",
  digits: "1234567890",
  headings: "# H\n",
  "heading marks": "#",
  bullets: "- ",
  "combining marks": "\u0301",
  flags: "🇩🇪",
  families: "👨‍👩‍👧‍👦",
  "joiners only": "\u200d",
  "prepended marks": "\u0600",
  "lone high surrogates": "\ud83d",
  "lone low surrogates": "\udc69",
  "no-break spaces": "\u00a0",
  "Thai without spaces": "สวัสดีชาวโลก",
  conjuncts: "क्षत्रिय",
  separators: "<<<<",
  "ideographic stops": "。",
  "short lines": "Ab\n",
  lists: "1. a\n",
};

const N = 6_000;
const encoding = await loadEncoding("o200k_base");

interface Work {
  readonly looks: number;
  readonly sizings: number;
}

const RULERS = {
  characters: (text: CountingText, sizing: Sizing) => sizing.ruler(text.asString()),
  tokens: (text: CountingText) => new TokenRuler(text.asString(), encoding),
} as const;

const CHOOSERS = {
  fixed: () => () => undefined,
  natural: naturalSeams([["section"], ["paragraph"], ["list"], ["sentence"], ["line"], ["clause"], ["word"]]),
  sentences: naturalSeams([["section", "paragraph", "list", "sentence"], ["line", "clause"], ["word"]]),
  separators: separatorSeams([
    { text: "\n\n", cut: "after" },
    { text: "<", cut: "before" },
    { text: " ", cut: "after" },
  ]),
} as const;

function measure(
  piece: string,
  length: number,
  unit: keyof typeof RULERS,
  seams: keyof typeof CHOOSERS,
): Work {
  const text = new CountingText(piece.repeat(Math.ceil(length / piece.length)));
  const sizing = resolveSizing({ size: 20, unit, counter: o200k, overlap: 4 }, { overlap: 0 });
  const { ruler, sizings } = countSizings(RULERS[unit](text, sizing));
  for (const _ of cutText(text.asString(), ruler, sizing, CHOOSERS[seams]) as Iterable<Cut>);
  return { looks: text.looks, sizings: sizings() };
}

function countSizings(inner: Ruler): { ruler: Ruler; sizings: () => number } {
  let calls = 0;
  const counted = <A extends unknown[], R>(call: (...args: A) => R) => {
    return (...args: A): R => {
      calls++;
      return call(...args);
    };
  };
  const ruler: Ruler = {
    size: counted((start, end) => inner.size(start, end)),
    reach: counted((start, size) => inner.reach(start, size)),
    reachBack: counted((end, size, floor) => inner.reachBack(end, size, floor)),
    release: (position) => inner.release(position),
  };
  return { ruler, sizings: () => calls };
}

describe.each(Object.keys(RULERS) as (keyof typeof RULERS)[])("7 Linear work, by %s", (unit) => {
  describe.each(Object.keys(CHOOSERS) as (keyof typeof CHOOSERS)[])("%s seams", (seams) => {
    it.each(Object.entries(HOSTILE))("%s: four times the text, four times the work", (_name, piece) => {
      const small = measure(piece, N, unit, seams);
      const large = measure(piece, 4 * N, unit, seams);
      // Half again for what does not scale down; quadratic work would be sixteenfold.
      expect(large.looks).toBeLessThan(6 * small.looks + 4_000);
      expect(large.sizings).toBeLessThan(6 * small.sizings + 100);
      expect(large.sizings).toBeLessThanOrEqual(4 * (4 * N));
    });
  });
});

it.each(Object.entries(HOSTILE))("sentences of %s take linear work", (_name, piece) => {
  const looks = [N, 4 * N].map((length) => {
    const text = new CountingText(piece.repeat(Math.ceil(length / piece.length)));
    for (const _ of sentenceSpans(text.asString()));
    return text.looks;
  });
  expect(looks[1]).toBeLessThan(6 * looks[0] + 4_000);
});

it.each(["\u3000\u0301", "।\u0301", "؟\u0301", "。\u0301", "! \u0301", "สวัสดี", "한국어", "🇩🇪"])(
  "the work is linear also when the size grows with the text: %j",
  (piece) => {
    const looks = [N, 4 * N].map((length) => {
      const text = new CountingText(piece.repeat(Math.ceil(length / piece.length)));
      const sizing = resolveSizing({ size: Math.floor(length / 4), overlap: 0.2 }, { overlap: 0 });
      for (const _ of cutText(text.asString(), sizing.ruler(text.asString()), sizing, CHOOSERS.natural));
      return text.looks;
    });
    expect(looks[1]).toBeLessThan(6 * looks[0] + 4_000);
  },
);

it("sizes few slices a chunk on ordinary prose", () => {
  const text = new CountingText(
    "The quick brown fox jumps over the lazy dog. It runs, and it hides. ".repeat(400),
  );
  const sizing = resolveSizing({ size: 100, unit: "tokens", counter: o200k }, { overlap: 0 });
  const { ruler, sizings } = countSizings(new TokenRuler(text.asString(), encoding));
  const chunks = [...cutText(text.asString(), ruler, sizing, CHOOSERS.natural)].length;
  expect(sizings()).toBeLessThanOrEqual(6 * chunks);
});
