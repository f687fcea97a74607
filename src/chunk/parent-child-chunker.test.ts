import { describe, expect, it } from "vitest";
import { ParentChildChunker } from "./parent-child-chunker.ts";
import { SentenceSplitter } from "./sentence-splitter.ts";
import { validateChunks } from "./validate/validate-chunks.ts";

const markdown = Array.from(
  { length: 30 },
  (_, i) => `## Part ${i}\n\n${`The vessel number ${i} was found in a well. `.repeat(10 + (i % 7) * 5)}`,
).join("\n\n");

describe("by default", async () => {
  const document = { id: "finds.md", text: markdown };
  const chunks = await new ParentChildChunker().split(document);
  const parents = chunks.filter((chunk) => chunk.kind === "parent");
  const children = chunks.filter((chunk) => chunk.kind === "child");

  it("parents have 800 to 1,200 tokens and end at sections, children at most 400", () => {
    expect(parents.length + children.length).toBe(chunks.length);
    for (const parent of parents) {
      expect(parent.tokensBy).toBe("o200k_base");
      expect(parent.tokens).toBeLessThanOrEqual(1_200);
      expect(parent.text).toMatch(/^## Part/);
    }
    expect(parents.slice(0, -1).filter((parent) => parent.tokens < 800)).toEqual([]);
    for (const child of children) expect(child.tokens).toBeLessThanOrEqual(400);
  });

  it("every child lies inside its parent and ids link both ways", () => {
    const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
    expect(byId.size).toBe(chunks.length);
    for (const child of children) {
      const parent = byId.get(child.parentId ?? "");
      expect(parent?.kind).toBe("parent");
      expect(parent?.childIds).toContain(child.id);
      expect(child.span.start).toBeGreaterThanOrEqual(parent?.span.start ?? Number.NaN);
      expect(child.span.end).toBeLessThanOrEqual(parent?.span.end ?? Number.NaN);
    }
    expect(parents.flatMap((parent) => parent.childIds)).toEqual(children.map((child) => child.id));
  });

  it("both cover the document, exactly", async () => {
    const { counts } = await validateChunks(document, chunks);
    const { altered, uncovered, misordered, orphan } = counts;
    expect({ altered, uncovered, misordered, orphan }).toEqual({});
  });
});

it("children come from any chunker, moved to their place in the document", async () => {
  const children = new SentenceSplitter({ size: 100 });
  const chunks = await new ParentChildChunker({ unit: "characters", parentSize: 600, children }).split({
    id: "d.md",
    text: markdown,
  });
  for (const chunk of chunks) expect(chunk.text).toBe(markdown.slice(chunk.span.start, chunk.span.end));
  expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(chunks.length);
  expect(chunks.filter((chunk) => chunk.kind === "child").length).toBeGreaterThan(50);
  const report = await validateChunks({ id: "d.md", text: markdown }, chunks);
  expect(report.counts.uncovered ?? 0).toBe(0);
  expect(report.counts.orphan ?? 0).toBe(0);
});

it("keeps code's scope and imports in children", async () => {
  const methods = Array.from(
    { length: 12 },
    (_, i) => `  method${i}(x: number) {\n    return basename(String(x + ${i}));\n  }`,
  );
  const text = `import { basename } from "node:path";\n\nexport class Big {\n${methods.join("\n\n")}\n}\n`;
  const chunks = await new ParentChildChunker({ parentSize: 300, childSize: 60 }).split({
    id: "big.ts",
    text,
  });
  const child = chunks.findLast((chunk) => chunk.kind === "child");
  expect(child?.path[0]).toBe("Big");
  expect(child?.code?.imports).toEqual([`import { basename } from "node:path";`]);
});

it("tables are not forced into families", async () => {
  const text = `name,count\n${Array.from({ length: 500 }, (_, i) => `thing ${i},${i}`).join("\n")}\n`;
  const chunks = await new ParentChildChunker().split({ id: "t.csv", text });
  expect(chunks.length).toBeGreaterThan(3);
  expect(new Set(chunks.map((chunk) => chunk.kind))).toEqual(new Set(["standard"]));
});

it("refuses children larger than their parents", () => {
  expect(() => new ParentChildChunker({ parentSize: 100, childSize: 200 })).toThrow(
    /childSize must be at most/,
  );
});
