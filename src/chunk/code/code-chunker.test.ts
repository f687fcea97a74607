import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SherdError } from "../../core/errors.ts";
import { TokenCounter } from "../../text/tokens/token-counter.ts";
import { CodeChunker } from "./code-chunker.ts";
import { renderWithImports } from "./render.ts";

const read = (file: string): string =>
  readFileSync(new URL(`../../../test/fixtures/code/${file}.txt`, import.meta.url), "utf8");

const JAVASCRIPT = "function a() {\n  return 1;\n}\n\nfunction b() {\n  return a();\n}\n";

describe("CodeChunker", () => {
  it("gives the two chunks of the seed document's example, each with what it needs", async () => {
    const chunker = new CodeChunker({ language: "python", pack: false });
    const chunks = await chunker.split({ text: read("data-processor.py") });
    expect(chunks.map((chunk) => `${renderWithImports(chunk)}\n`)).toEqual([
      read("data-processor-1.py"),
      read("data-processor-2.py"),
    ]);
    expect(chunks[1].code).toEqual({
      language: "python",
      imports: ["import numpy as np"],
      globalDeps: ["process_data"],
      defines: ["DataProcessor", "__init__", "analyze"],
      startLine: 7,
      endLine: 12,
    });
  });

  it("packs small neighbours unless told otherwise", async () => {
    expect(await new CodeChunker({ language: "js" }).splitText(JAVASCRIPT)).toHaveLength(1);
    expect(await new CodeChunker({ language: "js", pack: false }).splitText(JAVASCRIPT)).toHaveLength(2);
  });

  it.each([
    ["its own metadata", { text: JAVASCRIPT, metadata: { codeLanguage: "js", source: "a.py" } }],
    ["its source", { text: JAVASCRIPT, metadata: { source: "lib/a.mjs" }, id: "a.py" }],
    ["its id", { text: JAVASCRIPT, id: "lib/a.js" }],
  ])("learns a document's language from %s", async (_, document) => {
    const [chunk] = await new CodeChunker().split(document);
    expect(chunk.code?.language).toBe("javascript");
  });

  it("cuts code of no known language between lines", async () => {
    const text = "line one\n".repeat(50);
    const chunks = await new CodeChunker({ size: 100 }).split({ text });
    expect(chunks.map((chunk) => chunk.text).join("")).toBe(text);
    expect(chunks.every((chunk) => chunk.text.endsWith("\n") && chunk.code === undefined)).toBe(true);
  });

  it("cuts a language without a grammar by its separators", async () => {
    const text = `func first() {\n${"  work()\n".repeat(8)}}\nfunc second() {\n${"  work()\n".repeat(8)}}\n`;
    const chunks = await new CodeChunker({ language: "swift", size: 120 }).splitText(text);
    expect(chunks.join("")).toBe(text);
    expect(chunks[1]).toMatch(/^func second/);
  });

  it("counts tokens when asked to", async () => {
    const counter = await TokenCounter.create();
    const chunks = await new CodeChunker({ language: "ts", unit: "tokens", counter, size: 120 }).split({
      text: read("catalogue.ts"),
    });
    expect(chunks.length).toBeGreaterThan(4);
    expect(chunks.filter((chunk) => chunk.tokens > 120 || counter.count(chunk.text) > 120)).toEqual([]);
  });

  it("streams what it collects", async () => {
    const chunker = new CodeChunker({ language: "go", size: 400 });
    const text = read("store.go");
    const streamed: string[] = [];
    for await (const chunk of chunker.stream({ text })) streamed.push(chunk.id);
    expect(streamed).toEqual((await chunker.split({ text })).map((chunk) => chunk.id));
  });

  it("has a fingerprint that tells language and packing apart", () => {
    const of = (options: ConstructorParameters<typeof CodeChunker>[0]): string =>
      new CodeChunker(options).fingerprint;
    expect(of({ language: "js" })).toBe(of({ language: "javascript" }));
    expect(new Set([of({}), of({ language: "js" }), of({ pack: false }), of({ size: 5 })]).size).toBe(4);
  });

  it.each([
    [{ language: "klingon" }, "language"],
    [{ overlap: 10 }, "overlap"],
    [{ pack: "no" }, "pack"],
    [{ sizes: 5 }, "option"],
  ])("refuses %j", (options, option) => {
    const make = () => new CodeChunker(options as ConstructorParameters<typeof CodeChunker>[0]);
    expect(make).toThrow(SherdError);
    expect(make).toThrow(option);
  });

  it("says which grammar is missing if its language was asked for, and else does without", async () => {
    const grammars = (file: string) =>
      file === "web-tree-sitter.wasm" ? undefined : new URL(`file:///nowhere/${file}`);
    const asked = new CodeChunker({ language: "python", grammars }).split({ text: "x = 1" });
    await expect(asked).rejects.toMatchObject({
      code: "GRAMMAR_UNAVAILABLE",
      details: { file: "python.wasm" },
    });
    const [chunk] = await new CodeChunker({ grammars }).split({ text: "x = 1", id: "a.py" });
    expect(chunk).toMatchObject({ text: "x = 1" });
    expect(chunk.code).toBeUndefined();
  });

  it("takes grammars as bytes", async () => {
    const grammars = (file: string): Uint8Array =>
      readFileSync(
        new URL(
          file === "web-tree-sitter.wasm"
            ? `../../../node_modules/web-tree-sitter/${file}`
            : `../../../grammars/${file}`,
          import.meta.url,
        ),
      );
    const [chunk] = await new CodeChunker({ grammars, language: "json" }).split({ text: "{}" });
    expect(chunk.code?.language).toBe("json");
  });

  it("stops when it is told to", async () => {
    const signal = AbortSignal.abort();
    await expect(
      new CodeChunker({ language: "js" }).split({ text: JAVASCRIPT }, { signal }),
    ).rejects.toThrow();
  });
});
