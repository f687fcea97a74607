import { describe, expect, it } from "vitest";
import { ContentAwareChunker } from "./content-aware-chunker.ts";

const auto = new ContentAwareChunker({ unit: "characters", size: 400 });
const prose = (words: number): string => Array.from({ length: words }, (_, i) => `word${i}`).join(" ");

/** What each document is cut by, from its name, its loader's word, or its text alone. */
const DOCUMENTS: readonly [
  string,
  { id?: string; text: string; metadata?: Record<string, unknown> },
  string,
][] = [
  ["a Markdown file", { id: "a.md", text: "# A\n\ntext\n" }, "markdown"],
  ["a Python file", { id: "a.py", text: "def f():\n    return 1\n" }, "code"],
  ["a JSON file", { id: "a.json", text: '{"a": [1, 2]}' }, "code"],
  ["a CSV file", { id: "a.csv", text: "a,b\n1,2\n" }, "table"],
  ["raw HTML", { id: "a.html", text: "<p>x</p>" }, "html"],
  ["HTML that a loader read", { id: "a.html", text: "# X", metadata: { format: "markdown" } }, "markdown"],
  ["a workbook that a loader read", { id: "a.xlsx", text: "a,b\n", metadata: { format: "sheet" } }, "table"],
  ["LaTeX", { id: "a.tex", text: "\\section{A}\ntext" }, "latex"],
  ["a bare string of Markdown", { text: "# Title\n\n- one\n- two\n\n```js\nf();\n```\n" }, "markdown"],
  [
    "a bare string of TypeScript",
    { text: "import x from 'y';\n\nexport function f(a: string): number {\n  return a.length;\n}\n" },
    "code",
  ],
  [
    "a bare string of prose",
    { text: "It rained all day. Nobody came to see the pots, and the kiln stayed cold." },
    "prose",
  ],
  ["an empty string", { text: "" }, "prose"],
];

it.each(DOCUMENTS)("%s", async (_name, document, chunker) => {
  const chunks = await auto.split(document);
  if (document.text !== "") expect(chunks.length).toBeGreaterThan(0);
  for (const chunk of chunks) {
    expect(chunk.metadata.chunker).toBe(chunker);
    expect(chunk.text).toBe(document.text.slice(chunk.span.start, chunk.span.end));
  }
});

it("counts in tokens unless told otherwise: 400 at most", async () => {
  const chunks = await new ContentAwareChunker().split({ text: `${prose(2_000)}.` });
  expect(chunks.length).toBeGreaterThan(5);
  for (const chunk of chunks) {
    expect(chunk.tokensBy).toBe("o200k_base");
    expect(chunk.tokens).toBeLessThanOrEqual(400);
  }
});

it("cuts a mixed text region by region", async () => {
  const code = `def total(values):\n    result = 0\n    for value in values:\n        result += value\n    return result\n`;
  const text = `Hello Anna,\n\nthe function that fails is this one, and I cannot see why it does so on my machine:\n\n${code}\nCould you have a look at it before the weekend? It would help a lot. Thanks, Ben\n`;
  const chunks = await new ContentAwareChunker({ unit: "characters", size: 140 }).split({ text });
  expect(chunks.some((chunk) => chunk.text.includes(code.trim()))).toBe(true);
});

describe('preset "agent"', () => {
  const agent = new ContentAwareChunker({ preset: "agent" });
  const lengths = async (id: string, text: string) =>
    (await agent.split({ id, text })).map((chunk) => chunk.text.length);

  it("code may fill 16,000 characters and never overlaps", async () => {
    const text = Array.from({ length: 1_500 }, (_, i) => `export const value${i} = "${i}";`).join("\n");
    const chunks = await agent.split({ id: "a.ts", text });
    expect(Math.max(...chunks.map((chunk) => chunk.text.length))).toBeGreaterThan(14_000);
    expect(Math.max(...chunks.map((chunk) => chunk.text.length))).toBeLessThanOrEqual(16_000);
    for (const chunk of chunks) expect(chunk.overlap).toEqual({ before: 0, after: 0 });
  });

  it("mixed text takes 60 % of it, prose 40 %, with overlap", async () => {
    const paragraphs = `${"The kiln was built of brick and clay. ".repeat(12)}\n\n`.repeat(60);
    const mixed = Math.max(...(await lengths("a.md", `\`\`\`\ncode\n\`\`\`\n\n${paragraphs}`)));
    const text = await agent.split({ id: "a.txt", text: paragraphs });
    expect(mixed).toBeGreaterThan(6_400);
    expect(mixed).toBeLessThanOrEqual(9_600);
    expect(Math.max(...text.map((chunk) => chunk.text.length))).toBeLessThanOrEqual(6_400);
    expect(text[1].overlap.before).toBeGreaterThan(100);
  });
});

it('preset "search": 400 tokens of code, 210 of prose', async () => {
  const search = new ContentAwareChunker({ preset: "search" });
  const tokens = async (id: string, text: string) =>
    (await search.split({ id, text })).map((chunk) => chunk.tokens);
  const prose = await tokens("a.txt", "The kiln was built of brick and clay. ".repeat(300));
  expect(Math.max(...prose)).toBeLessThanOrEqual(210);
  // The last two share what is left.
  expect(Math.min(...prose.slice(0, -2))).toBeGreaterThan(160);
  const code = Array.from({ length: 300 }, (_, i) => `export const value${i} = "${i}";`).join("\n");
  expect(Math.max(...(await tokens("a.ts", code)))).toBeGreaterThan(300);
  expect(Math.max(...(await tokens("a.ts", code)))).toBeLessThanOrEqual(400);
});

it("refuses options that cannot work, at once", () => {
  expect(() => new ContentAwareChunker({ size: 0 })).toThrow(/size must be/);
  expect(() => new ContentAwareChunker({ preset: "big" as "agent" })).toThrow(/preset must be "agent"/);
  expect(() => new ContentAwareChunker({ sise: 3 } as never)).toThrow(/option must be one of/);
});
