import { describe, expect, it } from "vitest";
import { HtmlChunker } from "./html-chunker.ts";

const prose = (words: number): string => Array.from({ length: words }, (_, i) => `word${i}`).join(" ");

async function split(text: string, size: number, document = {}) {
  const chunks = await new HtmlChunker({ size }).split({ id: "d.html", text, ...document });
  for (const chunk of chunks) expect(chunk.text).toBe(text.slice(chunk.span.start, chunk.span.end));
  return chunks;
}

describe("raw HTML", () => {
  it("is cut before headings, and chunks know what they stand under", async () => {
    const text = `<body><h1>Top</h1><p>${prose(10)}</p><h2>First &amp; best</h2><p>${prose(10)}</p><h2>Second</h2><p>${prose(10)}</p></body>`;
    const chunks = await split(text, 120);
    expect(chunks.map((chunk) => chunk.path)).toEqual([[], ["Top", "First & best"], ["Top", "Second"]]);
    expect(chunks[1].text.startsWith("<h2>First")).toBe(true);
  });

  it.each([
    ["list", `<ul><li>one</li><li>two <b>bold</b></li></ul>`],
    ["table", `<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>`],
    ["code block", `<pre><code class="language-js">f();\n\ng();</code></pre>`],
    ["section", `<section><h3>S</h3><p>x</p><p>y</p></section>`],
    ["paragraph with inline tags", `<p>one <a href="http://x.y/z">two</a>. Three <em>four</em>.</p>`],
  ])("a %s that fits is never cut", async (_name, unit) => {
    const text = `<div><p>${prose(7)}</p>\n${unit}\n<p>${prose(12)}</p>\n${unit}<p>end</p></div>`;
    for (let size = unit.length + 1; size < 260; size += 3) {
      const chunks = await split(text, size);
      const count = chunks.reduce((sum, chunk) => sum + chunk.text.split(unit).length - 1, 0);
      expect(count, `size ${size}`).toBe(2);
    }
  });

  it("a large table is cut between rows, with its head as context", async () => {
    const rows = Array.from({ length: 20 }, (_, i) => `<tr><td>row ${i}</td><td>${i}</td></tr>`).join("\n");
    const text = `<table><thead><tr><th>name</th><th>count</th></tr></thead><tbody>${rows}</tbody></table>`;
    const chunks = await split(text, 200);
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks.slice(1)) {
      expect(chunk.text).toMatch(/^<tr>/);
      expect(chunk.context?.text).toBe("name | count");
    }
  });

  it("a large script is cut along its syntax", async () => {
    const lines = Array.from({ length: 20 }, (_, i) => `  call${i}("argument");`).join("\n");
    const text = `<p>x</p><script>\nfunction main() {\n${lines}\n}\n</script><p>y</p>`;
    const chunks = await split(text, 150);
    for (const chunk of chunks.slice(1, -1)) expect(chunk.text).not.toMatch(/call\d+\($/);
    expect(chunks.some((chunk) => chunk.context?.text.includes("function main()"))).toBe(true);
  });

  it("survives what is broken, unclosed or deep", async () => {
    const hostile = [
      "<div>".repeat(20_000),
      "</div>".repeat(5_000),
      "<p><b><i>".repeat(3_000),
      `<table>${"<tr><td>".repeat(3_000)}`,
      "<!-- never closed ".repeat(100),
      `<script>${"x".repeat(10_000)}`,
      `<a href="${"y".repeat(10_000)}`,
      "<h1>".repeat(5_000),
      "&".repeat(10_000),
      "<".repeat(10_000),
      "<pre><script><pre>".repeat(1_000),
    ];
    for (const text of hostile) {
      const chunks = await new HtmlChunker({ size: 300, whitespace: "keep" }).split({ text });
      expect(chunks.map((chunk) => chunk.text).join("")).toBe(text);
    }
  });
});

it("a document whose loader wrote Markdown is cut along that", async () => {
  const text = `# Title\n\n${prose(10)}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n`;
  const chunks = await split(text, 90, { metadata: { type: "html", format: "markdown" } });
  expect(chunks.at(-1)?.text).toBe("| a | b |\n|---|---|\n| 1 | 2 |");
  expect(chunks.at(-1)?.path).toEqual(["Title"]);
});
