import { describe, expect, it } from "vitest";
import { codeStructure } from "./code-structure.ts";
import { GrammarLibrary, packagedGrammars } from "./grammars.ts";
import type { CodeLanguage } from "./languages.ts";
import { LONGEST_PARSED } from "./parse-bounded.ts";
import { hasSyntaxError } from "./syntax-errors.ts";
import { withSyntaxTree } from "./syntax-tree.ts";

const rootType = (
  text: string,
  language: CodeLanguage,
  grammars = packagedGrammars,
): Promise<string | undefined> => withSyntaxTree(text, language, grammars, ({ tree }) => tree.rootNode.type);

const shapeOf = (text: string, language: CodeLanguage): Promise<string | undefined> =>
  withSyntaxTree(text, language, packagedGrammars, ({ tree }) => tree.rootNode.toString());

/** Ambiguous without end: every "<" may open type arguments, and the parser keeps all readings. */
const AMBIGUOUS = "a<b<c,".repeat(20_000);

describe("withSyntaxTree", () => {
  it("hands the tree over", async () => {
    expect(await rootType("x = 1", "python")).toBe("module");
  });

  it("counts places in UTF-16 units", async () => {
    const text = "const ä = '😀';\nlet b = 2;";
    const start = await withSyntaxTree(
      text,
      "javascript",
      packagedGrammars,
      ({ tree }) => tree.rootNode.child(1)?.startIndex,
    );
    expect(start).toBe(text.indexOf("let"));
  });

  it.each<[string, CodeLanguage, string]>([
    ["raw strings that never end, read again from each start", "rust", 'r#"'.repeat(40_000)],
    ["selectors that never end", "css", "a: ".repeat(40_000)],
    ["labels of nothing, in recovery from", "rust", "a: ".repeat(60_000)],
    ["prose in recovery from one error after the other", "kotlin", "lambda:".repeat(20_000)],
    ["elements nested without end", "html", "<a>".repeat(20_000)],
    ["a text that only a program writes", "json", `[${"1,".repeat(LONGEST_PARSED / 2)}1]`],
  ])("gives up on %s, and parses on", async (_, language, text) => {
    const before = await shapeOf("a", language);
    expect(await rootType(text, language)).toBeUndefined();
    expect(await shapeOf("a", language)).toBe(before);
  });

  it.each<[string, CodeLanguage, string]>([
    ["a hundred thousand brackets", "javascript", "[".repeat(100_000) + "]".repeat(100_000)],
    ["as many in data", "json", "[".repeat(100_000) + "]".repeat(100_000)],
    ["as many that stay open", "typescript", "(".repeat(100_000)],
    ["as many blocks", "c", "{".repeat(100_000)],
    ["zero bytes", "python", "\0".repeat(50_000)],
  ])("stands %s", async (_, language, text) => {
    expect(await rootType(text, language)).toBeDefined();
  });

  it("replaces a parser that ran out of memory, and parses on", async () => {
    const grammars = new GrammarLibrary();
    const { runtime } = await grammars.open("typescript");
    expect(await rootType("let a = 1;", "typescript", grammars)).toBe("program");
    expect(await rootType(AMBIGUOUS, "typescript", grammars)).toBeUndefined();
    expect(runtime.retired).toBe(true);
    expect(await rootType("let a = 1;", "typescript", grammars)).toBe("program");
  });

  it("replaces a parser whose reader failed, and tells the failure", async () => {
    const grammars = new GrammarLibrary();
    const failing = withSyntaxTree("x = 1", "python", grammars, () => {
      throw new TypeError("my own mistake");
    });
    await expect(failing).rejects.toThrow("my own mistake");
    expect(await rootType("x = 1", "python", grammars)).toBe("module");
  });

  it("parses many texts at once", async () => {
    const grammars = new GrammarLibrary();
    const texts = Array.from({ length: 20 }, (_, i) => (i === 7 ? AMBIGUOUS : `let a${i} = ${i};`));
    const types = await Promise.all(texts.map((text) => rootType(text, "typescript", grammars)));
    expect(types.filter((type) => type === "program")).toHaveLength(19);
  });

  it("takes no more memory for the two thousandth text than for the tenth", async () => {
    const grammars = new GrammarLibrary();
    const { runtime } = await grammars.open("json");
    // Deep, so that a cursor that is not deleted leaves much behind.
    const text = "[".repeat(3_000) + "]".repeat(3_000);
    const parse = async (times: number): Promise<number> => {
      for (let i = 0; i < times; i++) await codeStructure(text, "json", { grammars });
      return runtime.memoryBytes;
    };
    const early = await parse(10);
    expect(await parse(2_000)).toBe(early);
    expect(runtime.retired).toBe(false);
  });

  it("lets a memory go that has grown large", async () => {
    const grammars = new GrammarLibrary();
    const { runtime } = await grammars.open("json");
    await rootType("[".repeat(1_000_000), "json", grammars);
    expect(runtime.retired).toBe(true);
    const next = await grammars.open("json");
    expect(next.runtime.memoryBytes).toBeLessThan(64 * 1024 * 1024);
  });
});

describe("hasSyntaxError", () => {
  it("tells code that parses from code that does not", async () => {
    expect(await hasSyntaxError("def f():\n    return 1\n", "python")).toBe(false);
    expect(await hasSyntaxError("def f(:\n", "py")).toBe(true);
    expect(await hasSyntaxError("function f() { return 1; }", "php")).toBe(false);
  });

  it("does not know what has no grammar", async () => {
    expect(await hasSyntaxError("SELECT", "sql")).toBeUndefined();
    expect(await hasSyntaxError("?", "klingon")).toBeUndefined();
  });
});
