import { expect, it } from "vitest";
import type { Chunk } from "../core/chunk.ts";
import { snippet } from "./snippet.ts";

const chunk = (text: string, contentType = "text"): Chunk =>
  ({ text, metadata: { contentType }, path: [], documentId: "a.md" }) as unknown as Chunk;
const spansOf = (text: string, word: RegExp) =>
  Array.from(text.matchAll(word), (match) => ({ start: match.index, end: match.index + match[0].length }));
const show = (text: string, word: RegExp, contentType?: string, columns = 40): string[] =>
  snippet(chunk(text, contentType), spansOf(text, word), columns, (found) => `<${found}>`);

it("shows the sentence of the words that were found, marked", () => {
  const text = `${"Nothing of note. ".repeat(30)}Here the overlap is aligned.\nIt ends well. ${"More. ".repeat(30)}`;
  const lines = show(text, /overlap|aligned/g);
  expect(lines[0]).toBe("…Here the <overlap> is <aligned>. It ends");
  expect(lines).toHaveLength(3);
  expect(lines[2]).toMatch(/…$/);
});

it("prefers different words to the same one many times", () => {
  const text = `${"pot pot pot pot pot. ".repeat(3)}${"x ".repeat(200)}\nThe red pot stands there.`;
  expect(show(text, /pot|red/g)[0]).toBe("…The <red> <pot> stands there.");
});

it("begins at the beginning where nothing is marked, without the heading", () => {
  expect(show("# Title\n\n## Part\nThe text.", /nothing/g)).toEqual(["The text."]);
  expect(show("---\ntitle: T\n---\n\n# T\n\nThe text.", /text/g)).toEqual(["The <text>."]);
  expect(show("# Title", /nothing/g)).toEqual(["# Title"]);
  expect(show(" \n ", /nothing/g)).toEqual([]);
});

it("keeps lines and relative indentation of code", () => {
  const code = `${"other();\n".repeat(20)}    function found() {\n\n      return\t1;\n    }\n    last();\n    more();`;
  expect(show(code, /found/g, "code")).toEqual(["function <found>() {", "  return 1;", "}", "last();"]);
});

it("shows the marked part of a line of code that is too long", () => {
  const [line] = show(`const a = [${"1, ".repeat(200)}found, ${"2, ".repeat(200)}];`, /found/g, "code");
  expect(line).toMatch(/^….{12}<found>, 2, .*…$/);
  expect(line.replaceAll(/[<>]/g, "").length).toBeLessThanOrEqual(40);
});

it("lets no text steer the terminal", () => {
  for (const kind of ["text", "code"])
    expect(show("a \x1b[31mred\x1b[0m\r\x07 bell found", /found/g, kind).join("\n")).not.toMatch(
      /[\x00-\x09\x0b-\x1f]/,
    );
});

it("survives spans that lie outside or overlap", () => {
  const spans = [
    { start: 0, end: 3 },
    { start: 2, end: 5 },
    { start: 90, end: 99 },
  ];
  expect(snippet(chunk("one two"), spans, 40, (found) => `<${found}>`)).toEqual(["<one t>wo"]);
});
