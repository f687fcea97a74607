import { describe, expect, it } from "vitest";
import { MarkdownChunker } from "./markdown-chunker.ts";

const prose = (words: number): string => Array.from({ length: words }, (_, i) => `word${i}`).join(" ");

async function split(text: string, size: number, options = {}) {
  const chunks = await new MarkdownChunker({ size, ...options }).split({ id: "d.md", text });
  for (const chunk of chunks) expect(chunk.text).toBe(text.slice(chunk.span.start, chunk.span.end));
  return chunks;
}

describe("sections", () => {
  it("keeps a section that fits whole, though a fuller chunk could be had", async () => {
    const text = `# A\n\nshort\n\n# B\n\n${prose(20)}\n\n${prose(20)}\n`;
    const [first, second] = await split(text, text.length - 10);
    expect(first.text).toBe("# A\n\nshort");
    expect(second.text.startsWith("# B")).toBe(true);
    expect(first.boundary).toBe("section");
  });

  it("merges small siblings", async () => {
    const text = "## A\n\none\n\n## B\n\ntwo\n\n## C\n\nthree\n";
    expect((await split(text, 30)).map((chunk) => chunk.text)).toEqual([
      "## A\n\none\n\n## B\n\ntwo",
      "## C\n\nthree",
    ]);
  });

  it("gives every chunk the headings it stands under", async () => {
    const text = `# Top\n\n## **Bold** [link](x)\n\n${prose(30)}\n\nSetext\n---\n\n${prose(30)}\n`;
    const paths = (await split(text, 120)).map((chunk) => chunk.path);
    expect(paths[0]).toEqual(["Top"]);
    expect(paths).toContainEqual(["Top", "Bold link"]);
    expect(paths.at(-1)).toEqual(["Top", "Setext"]);
  });

  it("does not end a chunk with a heading", async () => {
    const text = `${prose(10)}\n\n## Next\n\n${prose(40)}\n`;
    for (let size = 70; size < 200; size += 7) {
      for (const chunk of await split(text, size)) expect(chunk.text).not.toMatch(/## Next$/);
    }
  });

  it("parts a heading only from a table or a fence that fits alone", async () => {
    const table = `| a | b |\n|---|---|\n${"| 1 | 2 |\n".repeat(8)}`.trimEnd();
    const chunks = await split(`## Over\n\n${table}\n\n${prose(40)}\n`, table.length + 2);
    expect(chunks.slice(0, 2).map((chunk) => chunk.text)).toEqual(["## Over", table]);
    expect(chunks[1].path).toEqual(["Over"]);
  });

  it("takes no heading from a fence or from front matter", async () => {
    const text = "---\ntitle: x\n# no heading\n---\n\n# Yes\n\n```sh\n# comment\n```\n";
    const chunks = await split(text, 1000);
    expect(chunks[0].path).toEqual([]);
    const [last] = (await split(text, 30)).slice(-1);
    expect(last.path).toEqual(["Yes"]);
  });
});

/** Documents in which each unit stands between paragraphs, for every place a cut may fall. */
const UNITS: Readonly<Record<string, string>> = {
  fence: "```ts\nconst a = 1;\n\nconst b = 2;\n```",
  "tilde fence": "~~~~\none\n\n```\ntwo\n~~~~",
  "unclosed fence in a list": "- item\n\n  ```js\n  f();\n\n  g();\n  ```",
  table: "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |",
  formula: "$$\na = b\n- c\n+ d\n$$",
  "bracket formula": "\\[\nx\n= y\n\\]",
  quote: "> first\n>\n> second",
  list: "- one\n- two\n  - nested\n\n    more\n- three",
  "indented code": "    one\n\n    two\n",
  html: "<details>\n<summary>x</summary>\ntext\n</details>",
};

describe.each(["\n", "\r\n", "\r"])("units with line ends %j", (end) => {
  it.each(Object.entries(UNITS))("a %s that fits is never cut", async (_name, unit) => {
    const source = `# Title\n\n${prose(9)}\n\n${unit}\n\n${prose(13)}\n\n${unit}\n\nend\n`;
    const text = source.replaceAll("\n", end);
    const written = unit.trimEnd().replaceAll("\n", end);
    for (let size = written.length + 8; size < 260; size += 3) {
      const whole = (await split(text, size)).filter((chunk) => chunk.text.includes(written.trimStart()));
      const count = whole.reduce((sum, chunk) => sum + chunk.text.split(written.trimStart()).length - 1, 0);
      expect(count, `size ${size}`).toBe(2);
    }
  });
});

describe("what is too large", () => {
  it("a table is cut between rows, and the rows carry its head as context", async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `| row ${i} | ${i * 7} |`);
    const text = `Prices:\n\n| name | price |\n|---|--:|\n${rows.join("\n")}\n\nAfter.\n`;
    const chunks = await split(text, 120);
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks[0].context).toBeUndefined();
    for (const chunk of chunks.slice(1, -1)) {
      expect(chunk.text).toMatch(/^\| row \d+ \| \d+ \|(\n\| row \d+ \| \d+ \|)*(\n\nAfter\.)?$/);
      expect(chunk.context).toEqual({ text: "| name | price |\n|---|--:|", by: "table head", status: "ok" });
    }
  });

  it("a list is cut between items", async () => {
    const text = Array.from({ length: 20 }, (_, i) => `- item ${i} with\n  a second line`).join("\n");
    for (const chunk of await split(text, 100)) expect(chunk.text).toMatch(/^- item[\s\S]*second line$/);
  });

  it("a fence is cut along its language's syntax, and the parts know their place", async () => {
    const body = Array.from({ length: 12 }, (_, i) => `  step${i}(value, "some text");`).join("\n");
    const text = `Intro.\n\n\`\`\`ts\nimport { z } from "zod";\n\nfunction run(value: string) {\n${body}\n}\n\`\`\`\n`;
    const chunks = await split(text, 160);
    const inside = chunks.filter((chunk) => chunk.code !== undefined);
    expect(inside.length).toBeGreaterThan(1);
    for (const { text: part } of chunks) expect(part).not.toMatch(/step\d+\($/m);
    expect(inside.at(-1)?.context?.text).toContain("function run(value: string)");
    expect(inside.at(-1)?.code?.language).toBe("typescript");
    const line = text.slice(0, inside.at(-1)?.span.start).split("\n").length;
    expect(inside.at(-1)?.code?.startLine).toBe(line);
  });

  it("a paragraph is cut at sentences", async () => {
    const text = `# T\n\n${"This is one sentence of a long paragraph. ".repeat(20)}\n`;
    for (const chunk of await split(text, 200)) expect(chunk.text).toMatch(/\.$/);
  });
});

it("what a line announces stays with it", async () => {
  const text = `${prose(8)}\n\nThe steps are these:\n\n- one\n- two\n- three\n\n${prose(8)}\n`;
  for (let size = 60; size < 140; size += 3) {
    const chunks = await split(text, size);
    expect(chunks.some((chunk) => chunk.text.includes("these:\n\n- one\n- two\n- three"))).toBe(true);
  }
});

it("keeps its work small on nesting and on what is never closed", async () => {
  const hostile = [
    ">".repeat(10_000),
    "- ".repeat(10_000),
    Array.from({ length: 1_000 }, (_, i) => `${"  ".repeat(i)}- a`).join("\n"),
    "```\n".repeat(5_001),
    "$$ a\n".repeat(20_000),
    "\\[ a\n".repeat(20_000),
    "[a]: b\n".repeat(5_000),
    "|a".repeat(5_000),
    "<div>\n".repeat(5_000),
    "# ".repeat(10_000),
    "*".repeat(50_000),
  ];
  for (const text of hostile) {
    const chunks = await split(text, 500, { whitespace: "keep" });
    expect(chunks.map((chunk) => chunk.text).join("")).toBe(text);
  }
});
