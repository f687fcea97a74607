import { describe, expect, it } from "vitest";
import { CODE_LANGUAGES, languageOf } from "./languages.ts";

describe("languageOf", () => {
  it.each([
    ["src/a.ts", "typescript"],
    ["a.d.ts", "typescript"],
    ["C:\\work\\View.TSX", "tsx"],
    ["index.mjs", "javascript"],
    ["jsx", "javascript"],
    ["Python", "python"],
    ["py", "python"],
    ["C++", "cpp"],
    ["c#", "csharp"],
    ["sh", "bash"],
    ["shell", "bash"],
    ["Gemfile", "ruby"],
    ["lib/Makefile", "makefile"],
    ["yml", "yaml"],
    ["pyproject.toml", "toml"],
    ["query.sql", "sql"],
  ])("knows %s", (name, language) => {
    expect(languageOf(name)).toBe(language);
  });

  it.each(["", "readme.md", "text", "a.unknown", ".", "constructor", "__proto__"])(
    "leaves %j alone",
    (name) => {
      expect(languageOf(name)).toBeUndefined();
    },
  );

  it("tells C++ headers from C headers by their text", () => {
    expect(languageOf("a.h", "struct a { int b; };")).toBe("c");
    expect(languageOf("a.h", "#pragma once\n  namespace x {\n}")).toBe("cpp");
    expect(languageOf("a.c", "namespace x {}")).toBe("c");
  });

  it("knows every language by its own name", () => {
    for (const language of CODE_LANGUAGES) expect(languageOf(language)).toBe(language);
  });
});
