import { describe, expect, it } from "vitest";
import { separatorStructure } from "./separator-structure.ts";

/** The text cut at every seam. */
function pieces(text: string, preset: Parameters<typeof separatorStructure>[1]): string[] {
  const { positions } = separatorStructure(text, preset).seams;
  return [0, ...positions].map((position, i) => text.slice(position, positions[i]));
}

describe("separatorStructure", () => {
  it("cuts before words that open a line", () => {
    expect(pieces("import Foo\n\nfunc a() {\n}\nfunc b() {\n    func c()\n}", "swift")).toEqual([
      "import Foo\n\n",
      "func a() {\n}\n",
      "func b() {\n",
      "    func c()\n}",
    ]);
  });

  it("cuts behind what ends a statement", () => {
    expect(pieces("SELECT 1;\nSELECT 2;\n", "sql")).toEqual(["SELECT 1;\n", "SELECT 2;\n"]);
  });

  it("takes CRLF for a line feed", () => {
    expect(pieces("a\r\nclass B\r\nclass C", "scala")).toEqual(["a\r\n", "class B\r\n", "class C"]);
  });

  it("ranks as its preset does", () => {
    const { levels } = separatorStructure("x\nobject A\n  def b\nclass C", "scala").seams;
    const [object, method, type] = levels;
    expect(object).toBeLessThan(type);
    expect(type).toBeLessThan(method);
  });

  it("leaves a text without a preset to its lines", () => {
    expect(separatorStructure("a\nb", undefined).seams.positions).toEqual([]);
  });
});
