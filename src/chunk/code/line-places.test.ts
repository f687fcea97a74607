import { describe, expect, it } from "vitest";
import { LinePlaces } from "./line-places.ts";

const text = "a {\n\tb;\n} else {\r\n  c;\n\n  d; e;\r\n \r\nf";
const places = new LinePlaces(text);
const at = (part: string): number => text.indexOf(part);

describe("LinePlaces", () => {
  it("finds the start of a line before blanks only", () => {
    expect(places.lineStart(at("b;"))).toBe(4);
    expect(places.lineStart(at("c;"))).toBe(at("  c;"));
    expect(places.lineStart(at("e;"))).toBe(-1);
    expect(places.lineStart(0)).toBe(-1);
  });

  it("passes over closing brackets where asked", () => {
    expect(places.lineStart(at("else"))).toBe(-1);
    expect(places.lineStartBeforeClosers(at("else"))).toBe(at("} else"));
    expect(places.lineStartBeforeClosers(at("e;"))).toBe(-1);
  });

  it("sees blank lines, also with CRLF and blanks", () => {
    expect(places.isBlankAbove(at("  d;"))).toBe(true);
    expect(places.isBlankAbove(at("f"))).toBe(true);
    expect(places.isBlankAbove(at("  c;"))).toBe(false);
    expect(places.isBlankAbove(0)).toBe(false);
  });

  it("goes up marked lines", () => {
    const toml = "x = 1\n# one\n# two\n[y]";
    const lines = new LinePlaces(toml);
    expect(lines.startOfMarked(toml.indexOf("[y]"), "#")).toBe(toml.indexOf("# one"));
    expect(lines.startOfMarked(toml.indexOf("# one"), "#")).toBe(toml.indexOf("# one"));
  });

  it("knows long lines", () => {
    const long = `${"a".repeat(50)}\n${"b".repeat(300)}\n${"c".repeat(50)}\n${"d".repeat(300)}`;
    const lines = new LinePlaces(long);
    expect(["a", "b", "c", "d"].map((letter) => lines.isInLongLine(long.indexOf(letter) + 10))).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });
});
