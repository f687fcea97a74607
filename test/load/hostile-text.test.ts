import { afterAll, expect, it } from "vitest";
import { SherdError } from "../../src/core/errors.ts";
import { DocumentLoader } from "../../src/load/index.ts";

afterAll(() => DocumentLoader.close());

const MEGABYTES = 1_000_000;
const nest = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

/** Every case must end in a document or in the error named, in bounded time and memory. */
const CASES: readonly (readonly [
  what: string,
  name: string,
  content: string | Uint8Array,
  expected: string,
])[] = [
  ["JSON nested 100,000 deep", "a.json", nest("[", "]", 100_000), "LIMIT_EXCEEDED"],
  ["JSON objects nested 100,000 deep", "a.json", '{"a":'.repeat(100_000), "LIMIT_EXCEEDED"],
  ["JSON Lines, one of them deep", "a.jsonl", `{}\n${nest("[", "]", 100_000)}\n`, "LIMIT_EXCEEDED"],
  ["JSON of a million empty values", "a.json", `[${",".repeat(1 * MEGABYTES)}]`, "document"],
  ["JSON with an unclosed string of 5 MB", "a.json", `{"a": "${"x".repeat(5 * MEGABYTES)}`, "document"],
  ["JSON with an unclosed comment", "a.json", `{ /* ${"*".repeat(MEGABYTES)}`, "document"],
  ["JSON with a million members", "a.json", `{${'"a":1,'.repeat(MEGABYTES)}"b":2}`, "document"],
  ["JSON with a name of 5 MB", "a.json", `{"${"n".repeat(5 * MEGABYTES)}": 1}`, "document"],
  ["JSON Lines of 500,000 lines", "a.jsonl", "1\n".repeat(500_000), "document"],
  ["YAML with a bomb of aliases", "a.yaml", aliasBomb(), "document"],
  ["YAML of nested keys", "a.yaml", "? ".repeat(30_000), "document"],
  ["YAML nested deep", "a.yaml", `a: ${"[".repeat(60_000)}`, "document"],
  ["YAML of 5 MB in one line", "a.yaml", `a: ${"x ".repeat(2.5 * MEGABYTES)}`, "document"],
  ["YAML of a million keys", "a.yaml", "key: 1\n".repeat(MEGABYTES), "document"],
  ["text of 5 MB in one line", "a.txt", "word ".repeat(MEGABYTES), "document"],
  ["text of 5 MB without a blank", "a.txt", "x".repeat(5 * MEGABYTES), "document"],
  ["text of 5 MB of accents", "a.txt", "\u0301".repeat(2.5 * MEGABYTES), "document"],
  ["text of line ends only", "a.txt", "\r\n".repeat(2 * MEGABYTES), "document"],
  ["text of zero bytes", "a.txt", new Uint8Array(5 * MEGABYTES), "INPUT_BINARY"],
  ["text with one zero byte", "a.txt", "abc\0def", "INPUT_BINARY"],
  ["text with a zero byte far down", "a.txt", `${"abc ".repeat(5_000)}\0`, "document"],
  ["bytes without order", "a.txt", noise(200_000), "INPUT_BINARY"],
  ["high bytes only", "a.txt", new Uint8Array(MEGABYTES).fill(0xff), "document"],
  ["half a UTF-16 file", "a.txt", new Uint8Array([0xff, 0xfe, 0x41]), "document"],
  ["a byte order mark alone", "a.txt", "\ufeff", "document"],
  ["an empty file", "a.txt", "", "document"],
  ["CSV with an unclosed quote of 5 MB", "a.csv", `a,b\n1,"${"x,\n".repeat(1.6 * MEGABYTES)}`, "document"],
  ["CSV of quotes only", "a.csv", '"'.repeat(MEGABYTES), "document"],
  ["CSV with a million columns", "a.csv", "a,".repeat(MEGABYTES), "document"],
  ["CSV of delimiters and quotes", "a.csv", '",'.repeat(MEGABYTES), "document"],
  ["an empty CSV", "a.csv", "", "document"],
  ["a truncated notebook", "a.ipynb", '{"cells": [{"cell_type": "code", "source": ["prin', "INPUT_MALFORMED"],
  ["a notebook that is a list", "a.ipynb", "[1, 2]", "INPUT_MALFORMED"],
  ["a notebook without cells", "a.ipynb", '{"nbformat": 4}', "INPUT_MALFORMED"],
  ["a notebook of wrong types", "a.ipynb", wrongNotebook(), "document"],
  [
    "a notebook nested 100,000 deep",
    "a.ipynb",
    `{"cells": ${nest("[", "]", 100_000)}}`,
    "document or typed error",
  ],
  ["a notebook that is no text", "a.ipynb", new Uint8Array([0, 1, 2, 3]), "INPUT_BINARY"],
  ["front matter with a bomb", "a.md", `---\n${aliasBomb()}\n---\n# Title\n`, "document"],
  ["front matter of nested keys", "a.md", `---\n${"? ".repeat(30_000)}\n---\n# Title\n`, "document"],
  ["front matter never closed", "a.md", `---\na: 1\n${"b: 2\n".repeat(MEGABYTES)}`, "document"],
  ["front matter in TOML, nested", "a.md", `+++\na = ${"[".repeat(60_000)}\n+++\n`, "document"],
  ["Markdown of fences only", "a.md", "```\n".repeat(MEGABYTES), "document"],
  ["Markdown with a heading of 5 MB", "a.md", `# ${"#".repeat(5 * MEGABYTES)}`, "document"],
  ["Markdown of 300,000 headings", "a.md", "# a\n".repeat(300_000), "document"],
  ["Markdown of comments that stay open", "a.md", "<!--\n".repeat(MEGABYTES), "document"],
  ["LaTeX of open braces", "a.tex", `\\title{${"{".repeat(MEGABYTES)}`, "document"],
  ["LaTeX of 100,000 titles", "a.tex", "\\title{".repeat(100_000), "document"],
  ["LaTeX of open environments", "a.tex", "\\begin{a}".repeat(200_000), "document"],
  ["LaTeX of sections without an end", "a.tex", "\\section{".repeat(200_000), "document"],
  ["code of 5 MB in one line", "a.js", "a=1;".repeat(1.25 * MEGABYTES), "document"],
  ["a coding line that lies", "a.py", "# coding: no-such-thing\n", "document"],
];

it.each(CASES)("%s", async (_what, name, content, expected) => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const result = await DocumentLoader.fromBytes(name, bytes).catch((error: unknown) => error);
  const outcome =
    result instanceof SherdError
      ? result.code
      : typeof result === "object" && result !== null && "text" in result
        ? "document"
        : result;
  if (expected === "document or typed error") expect(outcome).toMatch(/^document$|^[A-Z_]+$/);
  else expect(outcome).toBe(expected);
  if (outcome === "document" && typeof content === "string" && !name.endsWith(".ipynb")) {
    // Text formats keep the file: no trick makes them lose a character.
    expect((result as { text: string }).text === content.replace(/^\ufeff/, "")).toBe(true);
  }
});

function aliasBomb(): string {
  const names = Array.from({ length: 20 }, (_, i) => `n${i}`);
  return names
    .map(
      (name, i) =>
        `${name}: &${name} [${Array(9)
          .fill(i === 0 ? "lol" : `*${names[i - 1]}`)
          .join(", ")}]`,
    )
    .join("\n");
}

/** The same on every run. */
function noise(length: number): Uint8Array {
  let state = 12_345;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
}

function wrongNotebook(): string {
  return JSON.stringify({
    cells: [
      null,
      1,
      [],
      {},
      { cell_type: 3, source: {} },
      { cell_type: "code", source: "1", outputs: [null, 5, { data: 7, text: [1] }] },
    ],
    metadata: { kernelspec: [], language_info: { name: 5 } },
  });
}
