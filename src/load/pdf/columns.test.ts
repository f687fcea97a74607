import { describe, expect, it } from "vitest";
import { makeLines } from "./lines.ts";
import type { Piece } from "./pieces.ts";

const piece = (text: string, left: number, y: number, right = left + text.length * 5, size = 10): Piece => ({
  text,
  left,
  right,
  y,
  size,
  mono: false,
  rtl: false,
  spaced: false,
});

/** Full lines of a column, from the top down. */
const column = (name: string, left: number, right: number, count: number, top = 700): Piece[] =>
  Array.from({ length: count }, (_, i) => piece(`${name}${i}`, left, top - i * 12, right));

const texts = (...pieces: Piece[]): string[] => makeLines([pieces], 0).map((line) => line.text);
const names = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${name}${i}`);

describe("reading order", () => {
  it("reads two columns one after the other, whatever order they were drawn in", () => {
    const [left, right] = [column("l", 50, 280, 8), column("r", 310, 540, 8)];
    const mixed = left.flatMap((one, i) => [right[i], one]);
    expect(texts(...mixed)).toEqual([...names("l", 8), ...names("r", 8)]);
  });

  it("reads three columns", () => {
    const pieces = [column("c", 400, 540, 8), column("a", 50, 190, 8), column("b", 225, 365, 8)].flat();
    expect(texts(...pieces)).toEqual([...names("a", 8), ...names("b", 8), ...names("c", 8)]);
  });

  it("starts anew at a line that reaches across", () => {
    const pieces = [
      piece("title", 50, 740, 540),
      ...column("l", 50, 280, 6),
      ...column("r", 310, 540, 6),
      piece("wide", 50, 600, 540),
      ...column("m", 50, 280, 6, 570),
      ...column("s", 310, 540, 6, 570),
    ];
    expect(texts(...pieces)).toEqual([
      "title",
      ...names("l", 6),
      ...names("r", 6),
      "wide",
      ...names("m", 6),
      ...names("s", 6),
    ]);
  });

  it("reads columns whose lines are not level", () => {
    const pieces = [...column("l", 50, 280, 8, 700), ...column("r", 310, 540, 8, 696)];
    expect(texts(...pieces)).toEqual([...names("l", 8), ...names("r", 8)]);
  });

  it("reads tables row by row", () => {
    const rows = Array.from({ length: 10 }, (_, i) => [
      piece("name", 50, 700 - i * 12),
      piece("12", 200, 700 - i * 12),
      piece("3.5", 330, 700 - i * 12),
    ]);
    expect(texts(...rows.flat())).toEqual(Array.from({ length: 10 }, () => "name\t12\t3.5"));
  });

  it("reads a table of contents line by line", () => {
    const rows = Array.from({ length: 12 }, (_, i) => [
      piece(`chapter ${i}`, 50, 700 - i * 12, 250),
      piece(String(i), 520, 700 - i * 12, 530),
    ]);
    expect(texts(...rows.flat())[3]).toBe("chapter 3\t3");
  });
});

describe("lines", () => {
  it("puts spaces where there are gaps, and none inside words", () => {
    expect(
      texts(piece("Hel", 50, 700, 65), piece("lo", 65.2, 700, 75), piece("there", 78, 700, 100)),
    ).toEqual(["Hello there"]);
  });

  it("keeps raised and lowered text in its line, and draws doubled text once", () => {
    expect(texts(piece("x", 50, 700, 55), piece("2", 55, 704, 58, 7), piece("next", 50, 688))).toEqual([
      "x2",
      "next",
    ]);
    expect(texts(piece("bold", 50, 700, 70), piece("bold", 50.4, 700, 70.4))).toEqual(["bold"]);
  });

  it("reads scripts from the right in their order", () => {
    const rtl = (text: string, left: number): Piece => ({ ...piece(text, left, 700, left + 30), rtl: true });
    expect(texts(rtl("ג", 50), rtl("ב", 90), rtl("א", 130))).toEqual(["א ב ג"]);
  });

  it("sets accents on the letters below them", () => {
    expect(texts(piece("f", 50, 700, 54), piece("¨", 54, 700, 58), piece("ur", 54.2, 700, 64))).toEqual([
      "für",
    ]);
  });
});
