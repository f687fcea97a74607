import { describe, expect, it } from "vitest";
import { yamlIndentation } from "./yaml-indentation.ts";

/** The level of the seam before each line that has one. */
function levels(text: string): Record<string, number> {
  const { seams } = yamlIndentation(text);
  const at = seams.positions.map((position) => (text.slice(position).split("\n", 1)[0] ?? "").trim());
  return Object.fromEntries(at.map((line, i) => [line, seams.levels[i]]));
}

const titles = (text: string): string[] =>
  yamlIndentation(text).definitions.flatMap(({ isScope, title }) => (isScope ? [title] : []));

describe("yamlIndentation", () => {
  it("is the deeper the more a line is indented", () => {
    const found = levels("a: 1\nb:\n  c: 1\n  d:\n    e: 1\n    f: 1\ng: 1");
    expect(found["g: 1"]).toBe(found["b:"]);
    expect(found["d:"]).toBeGreaterThan(found["b:"]);
    expect(found["f: 1"]).toBeGreaterThan(found["d:"]);
  });

  it("keeps a key with its first line: that seam is the weakest of its depth", () => {
    const found = levels("a:\n  b: 1\n  c: 1\n  d: 1");
    expect(found["b: 1"]).toBeGreaterThan(found["c: 1"]);
    expect(found["c: 1"]).toBe(found["d: 1"]);
  });

  it("has items below their key, wherever they stand", () => {
    const found = levels("a:\n- b: 1\n  c: 1\n- d: 1\ne: 1");
    expect(found["- d: 1"]).toBeGreaterThan(found["e: 1"]);
    expect(found["c: 1"]).toBeGreaterThan(found["- d: 1"]);
  });

  it("parts documents first, and groups before lines", () => {
    const found = levels("a: 1\nb: 1\n\nc: 1\n---\nd: 1");
    expect(found["---"]).toBeLessThan(found["c: 1"]);
    expect(found["c: 1"]).toBeLessThan(found["b: 1"]);
  });

  it("keeps comments with what follows", () => {
    const { seams } = yamlIndentation("a: 1\n# about b\nb: 1");
    expect(seams.positions).toEqual([5]);
  });

  it("takes keys with something below them for scopes", () => {
    expect(titles(`a: 1\n"b c":\n  d: |\n    text: more\n- e:\n    'f':\n      g: 1`)).toEqual([
      "b c",
      "d",
      "f",
    ]);
  });

  it("takes any text, CRLF and no last line break included", () => {
    for (const text of ["", "\n\n", "a", "---", "# only", ": :", "a:\r\n  b: 1\r\n", "\t- x"]) {
      const { positions } = yamlIndentation(text).seams;
      expect(positions.every((position) => position > 0 && position < text.length)).toBe(true);
    }
    expect(levels("a:\r\n  b: 1\r\n  c: 1\r\nd: 1")).toHaveProperty("d: 1");
  });
});
