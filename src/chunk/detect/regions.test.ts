import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CountingText } from "../../../test/support/counting-text.ts";
import { type Region, regions } from "./regions.ts";

const PROSE_BEFORE =
  "Hello Anna,\n\nthe function that fails is this one, and I cannot see why it does so:\n\n";
const PYTHON =
  "def total(values):\n    result = 0\n    for value in values:\n        result += value\n    return result\n\n";
const PROSE_AFTER = "Could you have a look at it before the weekend?\nIt would help us a lot. Thanks, Ben\n";

const shape = (found: readonly Region[]) =>
  found.map(({ type, language }) => (language === undefined ? type : `${type} ${language}`));

describe("regions", () => {
  it("sets code apart from the prose around it, at its first and last line", () => {
    const text = PROSE_BEFORE + PYTHON + PROSE_AFTER;
    const found = regions(text);
    expect(shape(found)).toEqual(["text", "code python", "text"]);
    expect(text.slice(found[1].span.start, found[1].span.end)).toBe(PYTHON);
  });

  it("finds indented code", () => {
    const indented = PYTHON.replace(/^(?=.)/gm, "    ");
    const text = PROSE_BEFORE + indented + PROSE_AFTER;
    expect(regions(text).map(({ span }) => text.slice(span.start, span.end))).toEqual([
      PROSE_BEFORE,
      indented,
      PROSE_AFTER,
    ]);
  });

  it("keeps comments and docstrings with their code", () => {
    const code =
      'def total(values):\n    """Adds the values up.\n\n    The sum of nothing is zero, as everybody would expect it to be.\n    """\n    # Start with nothing and add one value after the other.\n    result = 0\n    return sum(values, result)\n\n';
    expect(shape(regions(PROSE_BEFORE + code + PROSE_AFTER))).toEqual(["text", "code python", "text"]);
  });

  it("a stack trace is code without a language", () => {
    const trace =
      'Traceback (most recent call last):\n  File "pot.py", line 3, in fire\n    heat(9)\n  File "kiln.py", line 7, in heat\n    raise ValueError(9)\n\n';
    const found = regions(
      `The program worked yesterday, but today it ends with this:\n\n${trace}${PROSE_AFTER}`,
    );
    expect(found.map(({ type }) => type)).toEqual(["text", "code", "text"]);
    const java =
      "\tat org.example.Kiln.fire(Kiln.java:12)\n\tat org.example.Main.main(Main.java:3)\nCaused by: java.io.IOException: cold\n\tat org.example.Kiln.light(Kiln.java:4)\n";
    expect(
      shape(regions(`The server stops after some hours with an error like this one.\n\n${java}`)),
    ).toEqual(["text", "code"]);
  });

  it("a fenced block is Markdown, fences included; an open fence is none", () => {
    const fence = "```js\nf();\n```\n";
    const found = regions(`${PROSE_AFTER}\n${fence}${PROSE_AFTER}`);
    expect(shape(found)).toEqual(["text", "markdown", "text"]);
    expect(shape(regions(`${PROSE_AFTER}\n\`\`\`\n${PROSE_AFTER}`))).not.toContain("markdown");
  });

  it("rows with the same cells are a table", () => {
    const rows = "name | age | weight\njar  | 10  | 2.5\nlid  | 2   | 0.2\n";
    expect(shape(regions(`${PROSE_AFTER}\n${rows}\n${PROSE_AFTER}`))).toEqual(["text", "table", "text"]);
  });

  it("what is all prose or all code is one region", () => {
    expect(shape(regions(PROSE_AFTER.repeat(3)))).toEqual(["text"]);
    expect(shape(regions(PYTHON.repeat(3)))).toEqual(["code python"]);
    expect(regions("")).toEqual([]);
    expect(shape(regions("\n \n"))).toEqual(["text"]);
  });
});

describe("laws of regions", () => {
  const line = fc.constantFrom(
    "Some words of prose here, and then some more of them.",
    "x = f(1);",
    "",
    "    return a",
    "Ab",
    "\t\tif (x) {",
    "```",
    '"""',
    "/*",
    "*/",
    "a | b | c",
    "\ud800\u0000",
  );
  const end = fc.constantFrom("\n", "\r\n", "\r", "");
  const text = fc.array(fc.tuple(line, end), { maxLength: 60 }).map((lines) => lines.flat().join(""));

  it("tile the text, at line ends, with no two alike side by side", () => {
    fc.assert(
      fc.property(text, (value) => {
        const found = regions(value);
        expect(found.map(({ span }) => value.slice(span.start, span.end)).join("")).toBe(value);
        found.forEach(({ span, type }, i) => {
          expect(span.end).toBeGreaterThan(span.start);
          if (i === 0) return;
          expect(span.start).toBe(found[i - 1].span.end);
          expect(value[span.start - 1]).toMatch(/[\r\n]/);
          expect(value.slice(span.start - 1, span.start + 1)).not.toBe("\r\n");
          expect(type).not.toBe(found[i - 1].type);
        });
      }),
      { numRuns: 500 },
    );
  });

  it("are the same every time", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(regions(value)).toEqual(regions(value));
      }),
    );
  });

  it.each([
    ["mixed text", PROSE_BEFORE + PYTHON + PROSE_AFTER],
    ["one line", "words and words "],
    ["line ends", "\n"],
    ["open comments", "/*\n"],
    ["open fences", "```a\n"],
    ["rows", "a | b | c\n"],
    ["changes at every line", "Some words of prose here, and more.\n\nx = f(1);\n\n"],
  ])("are found by looking at every character a few times: %s", (_, unit) => {
    const looks = (length: number) => {
      const text = new CountingText(unit.repeat(Math.ceil(length / unit.length)));
      regions(text.asString());
      return text.looks / text.length;
    };
    expect(looks(40_000)).toBeLessThan(6);
    expect(looks(80_000)).toBeLessThan(1.1 * looks(40_000));
  });

  it("are found in lines without end", () => {
    expect(regions("x".repeat(2_000_000))).toHaveLength(1);
    expect(regions("[1, 2], ".repeat(300_000))).toHaveLength(1);
  });
});
