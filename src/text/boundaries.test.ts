import { describe, expect, it } from "vitest";
import type { Boundary } from "../core/chunk.ts";
import { findBoundary } from "./boundaries.ts";

/** Each text has one seam of the kind, at the "|", and weaker ones around it. */
const CASES: readonly (readonly [Boundary, string])[] = [
  ["section", "The end of it. More words here.\n\n|# Next part\n\nIt begins. Again"],
  ["section", "The end of it. More words.\n\n\n|It begins. Again here"],
  ["section", "End of the page. More\f|Next page. Words"],
  ["paragraph", "One sentence. Two words,\n\n|Three, four. Five"],
  ["paragraph", "One sentence. Two words,\r\n\r\n|Three, four. Five"],
  ["list", "Buy this, and that. Now:\n|- milk, eggs. Bread"],
  ["list", "Buy this, and that. Now:\n|2) milk, eggs. Bread"],
  ["sentence", "words and, more words. |Then others, and more"],
  ["sentence", "她来了，很高兴。|我们走，去吃饭"],
  ["sentence", "वह आया और बैठा। |फिर हम गए"],
  ["line", "words, and more words\n|then others, and more"],
  ["clause", "words and more words; |then others and more"],
  ["word", "wordsandmore |wordsthenothersandmore"],
];

describe("findBoundary", () => {
  it.each(CASES)("finds the %s in %j", (boundary, marked) => {
    const position = marked.indexOf("|");
    const text = marked.replace("|", "");
    for (const ideal of [position - 3, position, position + 3]) {
      expect(findBoundary(text, ideal)).toEqual({ position, boundary });
    }
  });

  it("takes the nearest of equals, and the earlier of two equally near", () => {
    expect(findBoundary("aaa bbb ccc ddd", 9).position).toBe(8);
    expect(findBoundary("aaa bbb ccc ddd", 6).position).toBe(4);
  });

  it("looks only inside the window and on the side asked for", () => {
    const text = `One. Two ${"x".repeat(30)} Three. Four`;
    expect(findBoundary(text, 20, { window: 5 })).toEqual({ position: 20, boundary: "grapheme" });
    expect(findBoundary(text, 20, { side: "before", window: 20 }).position).toBe(5);
    expect(findBoundary(text, 20, { side: "after", window: 40 }).boundary).toBe("sentence");
    expect(findBoundary(text, 20, { weakest: "paragraph" })).toEqual({ position: 20, boundary: "grapheme" });
  });

  it("never lands inside a character", () => {
    const text = "👨‍👩‍👧‍👦".repeat(3);
    expect(findBoundary(text, 13)).toEqual({ position: 11, boundary: "grapheme" });
  });

  it("keeps a heading with what it heads", () => {
    const text = "Some words before. More\n\n## Heading\n\nThe text of it goes on";
    expect(findBoundary(text, text.indexOf("The text")).position).toBe(text.indexOf("## Heading"));
  });

  it("is the end at or past the end of the text", () => {
    expect(findBoundary("abc", 3)).toEqual({ position: 3, boundary: "end" });
    expect(findBoundary("", 0)).toEqual({ position: 0, boundary: "end" });
  });

  it.each([-1, Number.NaN, 1.5])("refuses the window %s and names it", (window) => {
    expect(() => findBoundary("abc", 1, { window })).toThrow(String(window));
  });
});
