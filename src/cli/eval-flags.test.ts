import { expect, it } from "vitest";
import { readEvalFlags } from "./eval-flags.ts";

it("has the outline in words, as a knowledge base does, unless told otherwise", () => {
  expect(readEvalFlags({}).contextIn).toBe("words");
  expect(readEvalFlags({ context: "outline", contextIn: "both" }).contextIn).toBe("both");
});

it("takes no context and context in neither for the same", () => {
  expect(readEvalFlags({ context: "none" }).contextIn).toBe("neither");
  expect(readEvalFlags({ contextIn: "neither" }).contextIn).toBe("neither");
  expect(readEvalFlags({ context: "none", contextIn: "neither" }).contextIn).toBe("neither");
});

it.each([
  [{ context: "llm" }, /--context must be none, outline; got "llm"/],
  [{ contextIn: "title" }, /--context-in must be words, vectors, both, neither; got "title"/],
  [{ context: "none", contextIn: "both" }, /--context-in must be neither, or left out, with --context none/],
  [{ embedder: "none", contextIn: "vectors" }, /--context-in must be words or neither where there are no/],
  [{ mode: "words", contextIn: "both" }, /--context-in must be words or neither where there are no vectors/],
])("refuses %j", (flags, message) => {
  expect(() => readEvalFlags(flags)).toThrow(message);
});
