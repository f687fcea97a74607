import { expect, it } from "vitest";
import { LineIndex } from "./lines.ts";

it("counts LF, CRLF and lone CR as one line end each", () => {
  const text = "a\nbb\r\nccc\rd";
  const lines = new LineIndex(text);
  expect(lines.lineCount).toBe(4);
  expect(lines.positionAt(text.indexOf("b"))).toEqual({ line: 2, column: 1 });
  expect(lines.positionAt(text.indexOf("c") + 2)).toEqual({ line: 3, column: 3 });
  expect(lines.positionAt(text.indexOf("d"))).toEqual({ line: 4, column: 1 });
});

it("leads from every offset to its place and back", () => {
  const text = "first\n\nthird 👍\r\nfourth";
  const lines = new LineIndex(text);
  for (let offset = 0; offset <= text.length; offset++) {
    expect(lines.offsetAt(lines.positionAt(offset))).toBe(offset);
  }
});

it("takes offsets outside the text for its ends", () => {
  const lines = new LineIndex("ab\nc");
  expect(lines.positionAt(-5)).toEqual({ line: 1, column: 1 });
  expect(lines.positionAt(99)).toEqual({ line: 2, column: 2 });
});
