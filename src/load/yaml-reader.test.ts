import { describe, expect, it } from "vitest";
import { readYamlMapping, yamlProblem } from "./yaml-reader.ts";

describe("YAML settings", () => {
  it("are read as JSON values", () => {
    const text = "title: A page\ndate: 2024-05-01\ntags: [a, b]\nbase: &b {x: 1}\ncopy: *b\nempty:\n";
    expect(readYamlMapping(text)).toEqual({
      value: {
        title: "A page",
        date: "2024-05-01",
        tags: ["a", "b"],
        base: { x: 1 },
        copy: { x: 1 },
        empty: null,
      },
    });
    expect(readYamlMapping("# nothing\n")).toEqual({ value: {} });
  });

  it.each([
    ["a list", "- a\n- b"],
    ["two keys in one line", "a: b: c"],
    ["an unclosed quote", 'a: "b'],
    ["a bomb of aliases", bomb()],
    ["keys that are mappings, nested", "? ".repeat(20_000)],
    ["brackets without end", `a: ${"[".repeat(30_000)}`],
  ])("%s is a problem, not an error", (_what, text) => {
    expect(readYamlMapping(text)).toEqual({ problem: expect.any(String) });
  });

  it("of several documents are checked each", () => {
    expect(yamlProblem("a: 1\n---\nb: 2\n")).toBeUndefined();
    expect(yamlProblem("a: 1\n---\nb: c: d\n")).toEqual(expect.any(String));
  });
});

/** Nine levels of nine references each: 9⁹ values. */
function bomb(): string {
  const names = [..."abcdefghi"];
  return names
    .map(
      (name, i) =>
        `${name}: &${name} [${Array(9)
          .fill(i === 0 ? "lol" : `*${names[i - 1]}`)
          .join(", ")}]`,
    )
    .join("\n");
}
