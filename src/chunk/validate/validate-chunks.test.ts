import { describe, expect, it } from "vitest";
import type { Chunk } from "../../core/chunk.ts";
import { MarkdownChunker } from "../markdown/markdown-chunker.ts";
import { RecursiveTextSplitter } from "../recursive-text-splitter.ts";
import { TextSplitter } from "../text-splitter.ts";
import { validateChunks } from "./validate-chunks.ts";

const text = `# Jars\n\nA jar is a vessel. It has a lid.\n\n\`\`\`js\nconst jar = 1;\nconst lid = 2;\n\`\`\`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nThe end of it is here. Nothing more follows.\n`;
const document = { id: "jars.md", text };
const good = await new MarkdownChunker({ size: 60 }).split(document);
const change = (index: number, changes: Partial<Chunk>): Chunk[] =>
  good.with(index, { ...good[index], ...changes });
const kinds = async (chunks: readonly Chunk[], from = document) =>
  (await validateChunks(from, chunks)).counts;

it("finds nothing wrong with good chunks", async () => {
  expect(await validateChunks(document, good, { size: 60 })).toMatchObject({ issues: [], score: 1 });
});

describe("finds", () => {
  it("text that is not the document's", async () => {
    expect(await kinds(change(1, { text: "invented" }))).toMatchObject({ altered: 1 });
  });

  it("text that is in no chunk", async () => {
    const report = await validateChunks(document, good.toSpliced(1, 1));
    expect(report.counts).toMatchObject({ uncovered: 1 });
    expect(report.issues.find(({ kind }) => kind === "uncovered")?.message).toContain(
      "39 characters are in no chunk",
    );
    expect((await validateChunks(document, [])).counts).toMatchObject({ uncovered: 1 });
  });

  it("chunks out of order", async () => {
    expect(await kinds([good[1], good[0], ...good.slice(2)])).toMatchObject({ misordered: 1 });
  });

  it("chunks over the maximum", async () => {
    const counts = (await validateChunks(document, good, { size: 20 })).counts;
    expect(counts.oversize).toBeGreaterThan(1);
  });

  it("cut fences and tables, but not those that could not stay whole", async () => {
    expect(
      (await kinds(new TextSplitter({ size: 47, overlap: 0 }).split(document)))["cut-unit"],
    ).toBeGreaterThan(0);
    expect(await kinds(await new MarkdownChunker({ size: 20 }).split(document))).not.toHaveProperty(
      "cut-unit",
    );
  });

  it("cut sentences", async () => {
    const prose = { id: "p.txt", text: "One sentence stands here alone. Another one follows it. ".repeat(9) };
    expect(
      (await kinds(new TextSplitter({ size: 70, overlap: 0 }).split(prose), prose))["cut-sentence"],
    ).toBeGreaterThan(2);
    expect(await kinds(new RecursiveTextSplitter({ size: 70 }).split(prose), prose)).toEqual({});
  });

  it("code that no longer parses by itself", async () => {
    const code = {
      id: "a.ts",
      text: `export function f(a: number) {\n  if (a > 1) {\n    return [1,\n      2];\n  }\n  return a;\n}\n`,
    };
    const cut = new TextSplitter({ size: 60, overlap: 0 }).split(code);
    expect((await kinds(cut, code))["broken-syntax"]).toBeGreaterThan(0);
  });

  it("a heading alone", async () => {
    const lone = new TextSplitter({ size: 6, overlap: 0 }).split(document);
    expect((await kinds(lone))["lone-heading"]).toBeGreaterThan(0);
  });

  it("orphans", async () => {
    const parent = { ...good[0], kind: "parent" as const, childIds: [] };
    expect((await kinds([parent, ...good.slice(1)])).orphan).toBe(1);
    const child = { ...good[0], kind: "child" as const, parentId: "nobody" };
    expect((await kinds([child, ...good])).orphan).toBe(1);
  });
});

it("a score falls with what is wrong, from 1 to 0", async () => {
  const scores = [
    (await validateChunks(document, good)).score,
    (await validateChunks(document, change(0, { text: "x" }))).score,
    (
      await validateChunks(
        document,
        good.map((chunk) => ({ ...chunk, text: "x" })),
      )
    ).score,
  ];
  expect(scores[0]).toBe(1);
  expect(scores[1]).toBeLessThan(1);
  expect(scores[1]).toBeGreaterThan(scores[2]);
  expect(scores[2]).toBe(0);
});
