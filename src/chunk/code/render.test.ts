import { expect, it } from "vitest";
import { renderWithImports } from "./render.ts";

const facts = { language: "python", globalDeps: [], defines: [], startLine: 1, endLine: 1 };

it("puts the imports before the text, and a blank line between", () => {
  const code = { ...facts, imports: ["import a", "import b"] };
  expect(renderWithImports({ text: "\n  \n    return a + b\n\n", code })).toBe(
    "import a\nimport b\n\n    return a + b",
  );
});

it("is the bare text where nothing is needed or known", () => {
  expect(renderWithImports({ text: "x = 1\n", code: { ...facts, imports: [] } })).toBe("x = 1");
  expect(renderWithImports({ text: "x = 1" })).toBe("x = 1");
});
