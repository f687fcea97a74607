import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { exports } = JSON.parse(readFileSync(`${root}/package.json`, "utf8")) as {
  exports: Record<string, string | { types: string; default: string }>;
};

const doors = Object.entries(exports).filter(
  (entry): entry is [string, { types: string; default: string }] => {
    return typeof entry[1] === "object";
  },
);

describe.each(doors)("the door %s", (_name, { types, default: code }) => {
  it("leads to one index file, with its types beside it", () => {
    const source = code.replace("./dist/", "src/").replace(/\.js$/, ".ts");
    expect(existsSync(`${root}/${source}`)).toBe(true);
    expect(source.endsWith("index.ts")).toBe(true);
    expect(types).toBe(code.replace(/\.js$/, ".d.ts"));
  });
});

it("the main door offers everything the narrower ones do", async () => {
  const main = Object.keys(await import("../../src/index.ts"));
  for (const door of [
    await import("../../src/text/index.ts"),
    await import("../../src/chunk/index.ts"),
    await import("../../src/embed/index.ts"),
  ]) {
    expect(main).toEqual(expect.arrayContaining(Object.keys(door)));
  }
});

it("the public names are the ones the product was asked for", async () => {
  const main = Object.keys(await import("../../src/index.ts"));
  expect(main).toEqual(
    expect.arrayContaining([
      "TextSplitter",
      "RecursiveTextSplitter",
      "SentenceSplitter",
      "SemanticChunker",
      "ContextualChunker",
      "DocumentLoader",
      "VectorStore",
      "RAGTool",
      "TokenCounter",
      "ChunkingOrchestrator",
      "ChunkDeduplicator",
      "MemoryExtractor",
      "EpisodicMemory",
      "SherdError",
    ]),
  );
});
