import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { GrammarSource } from "./grammar-source.ts";
import { GrammarLibrary } from "./grammars.ts";
import { compileGrammar } from "./runtime.ts";
import { withSyntaxTree } from "./syntax-tree.ts";

const fromBytes: GrammarSource = (file) =>
  file === "web-tree-sitter.wasm"
    ? undefined
    : readFileSync(new URL(`../../../grammars/${file}`, import.meta.url));

afterEach(() => vi.restoreAllMocks());

describe("compileGrammar", () => {
  it.each<[string, GrammarSource]>([
    ["is nowhere", () => "/nowhere/x.wasm"],
    ["has no source", () => undefined],
    ["is no WebAssembly", () => new Uint8Array([1, 2, 3])],
    ["is refused", () => Promise.reject(new Error("refused"))],
  ])("says so when a grammar %s", async (_, source) => {
    await expect(compileGrammar(source, "x.wasm")).rejects.toMatchObject({
      code: "GRAMMAR_UNAVAILABLE",
      message: expect.stringContaining("x.wasm"),
    });
  });

  it("fetches where there is a web address", async () => {
    const bytes = readFileSync(new URL("../../../grammars/json.wasm", import.meta.url));
    const fetched = vi.spyOn(globalThis, "fetch").mockResolvedValueOnce(new Response(bytes));
    await expect(compileGrammar((file) => `https://example.org/${file}`, "json.wasm")).resolves.toBeDefined();
    expect(fetched).toHaveBeenCalledWith("https://example.org/json.wasm");
    fetched.mockResolvedValueOnce(new Response("", { status: 404 }));
    const missing = compileGrammar((file) => `https://example.org/${file}`, "json.wasm");
    await expect(missing).rejects.toMatchObject({ code: "GRAMMAR_UNAVAILABLE" });
  });
});

// Last, for it breaks the one instance there is.
describe("outside Node", () => {
  const typeOf = (text: string, grammars: GrammarLibrary) =>
    withSyntaxTree(text, "typescript", grammars, ({ tree }) => tree.rootNode.type);

  it("parses with the package's own instance, and says so when that is broken", async () => {
    vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
    const grammars = new GrammarLibrary(fromBytes);
    expect(await typeOf("let a = 1;", grammars)).toBe("program");
    expect(await typeOf("a<b<c,".repeat(20_000), grammars)).toBeUndefined();
    const unavailable = { code: "GRAMMAR_UNAVAILABLE" };
    await expect(typeOf("let a = 1;", grammars)).rejects.toMatchObject(unavailable);
    await expect(typeOf("let a = 1;", new GrammarLibrary(fromBytes))).rejects.toMatchObject(unavailable);
  });
});
