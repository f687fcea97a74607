import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CodeChunker } from "./code-chunker.ts";
import { codeStructure } from "./code-structure.ts";
import { type CodeLanguage, languageOf } from "./languages.ts";

const folder = new URL("../../../test/fixtures/code/", import.meta.url);
const read = (file: string): string => readFileSync(new URL(`${file}.txt`, folder), "utf8");
const FIXTURES = readdirSync(folder).flatMap((file) => (file.endsWith(".txt") ? file.slice(0, -4) : []));
const language = (file: string): CodeLanguage => languageOf(file) as CodeLanguage;

const cut = (text: string, of: CodeLanguage, size: number): Promise<string[]> =>
  new CodeChunker({ language: of, size, minimum: 0 }).splitText(text);

describe("seams", () => {
  const functions = (comment: string): string =>
    `function first(value) {\n  return value + 1000000;\n}\n\n${comment}function second(value) {\n  return value + 2000000;\n}\n`;

  it("keep a comment with what follows it", async () => {
    const text = functions("// Adds two.\n// Or a little more.\n");
    expect((await cut(text, "javascript", 110))[1]).toMatch(
      /^\/\/ Adds two\.\n\/\/ Or a little more\.\nfunction second/,
    );
  });

  it("part a comment from a function only when both do not fit", async () => {
    const text = functions(`/* ${"long ".repeat(20)}*/\n`);
    const pieces = await cut(text, "javascript", 110);
    expect(pieces.at(-1)).toMatch(/^function second[\s\S]*\}\n$/);
  });

  it("keep a comment behind code on its line", async () => {
    const text = `a = compute_the_first(1);\nb = compute_the_second(2); // why\nc = compute_the_third(3);\n${"d = 4;\n".repeat(20)}`;
    expect(await cut(text, "javascript", 60)).toContain(
      "a = compute_the_first(1);\nb = compute_the_second(2); // why\n",
    );
  });

  it("keep decorators and docstrings with their function", async () => {
    const text = `import a\n\n\n@a.route("/a/long/path/for/this")\n@a.cached\ndef view(request):\n    """Shows it."""\n    return request\n\n\nx = 1\n${"y = 2\n".repeat(30)}`;
    const pieces = await cut(text, "python", 140);
    expect(pieces.find((piece) => piece.includes("def view"))).toMatch(
      /@a\.route[\s\S]*@a\.cached\ndef view\(request\):\n {4}"""Shows it\."""\n {4}return request\n/,
    );
  });

  it("keep else with its if while they fit, and cut there first when they do not", async () => {
    const branch = (name: string): string => `    ${name}("a word or two");\n`.repeat(4);
    const text = `function f(a) {\n${"  before();\n".repeat(12)}  if (a) {\n${branch("one")}  } else if (b) {\n${branch("two")}  } else {\n${branch("three")}  }\n}\n`;
    const whole = await cut(text, "javascript", 400);
    expect(whole).toHaveLength(2);
    expect(whole[1]).toMatch(/^ {2}if \(a\)/);
    expect(whole[1]).toContain(`three("a word or two");\n  }\n`);
    const parted = await cut(text, "javascript", 200);
    expect(parted.filter((piece) => /^ {2}\} else/.test(piece))).toHaveLength(2);
  });

  it("keep a signature with its first statement and a bracket with the last", async () => {
    const statements = Array.from({ length: 12 }, (_, i) => `  statement${i}();\n`).join("");
    const pieces = await cut(`function f() {\n${statements}}\n`, "javascript", 100);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces[0]).toMatch(/^function f\(\) \{\n {2}statement0/);
    expect(pieces.at(-1)).toMatch(/statement11\(\);\n\}\n$/);
  });

  it("keep a method whole that fits, though its class has no other and does not", async () => {
    const statements = Array.from({ length: 12 }, (_, i) => `    statement${i}();\n`).join("");
    const method = `  run() {\n${statements}  }\n`;
    const text = `class ${"Long".repeat(10)} extends Base {\n${method}}\n`;
    expect(await cut(text, "javascript", method.length + 3)).toContainEqual(expect.stringContaining(method));
  });

  it("lie at the starts of lines in code with short lines", async () => {
    for (const file of ["catalogue.ts", "survey.py", "store.go", "Restorer.cs", "exhibit.rb"]) {
      const text = read(file);
      const { positions } = (await codeStructure(text, language(file))).seams;
      expect(positions.filter((position) => text[position - 1] !== "\n")).toEqual([]);
    }
  });

  it("lie inside long lines, between statements first", async () => {
    const text = Array.from({ length: 40 }, (_, i) => `function f${i}(a){return a.map(b=>b+${i})}`).join("");
    const pieces = await cut(text, "javascript", 200);
    expect(pieces.filter((piece) => !piece.startsWith("function f"))).toEqual([]);
  });

  it("are no more than a cut needs in a line of many small items", async () => {
    const text = JSON.stringify(Array.from({ length: 10_000 }, (_, i) => i));
    const { positions } = (await codeStructure(text, "json")).seams;
    expect(positions.length).toBeGreaterThan(text.length / 100);
    expect(positions.length).toBeLessThan(text.length / 40);
  });

  it("are no more than a few for each line, and in order", async () => {
    for (const file of FIXTURES) {
      const text = read(file);
      const { positions } = (await codeStructure(text, language(file))).seams;
      expect(positions.length).toBeLessThanOrEqual(text.split("\n").length);
      expect(positions.every((position, i) => i === 0 || position > positions[i - 1])).toBe(true);
    }
  });

  it("grow with the text, not faster", async () => {
    const text = read("catalogue.ts");
    const once = (await codeStructure(text, "typescript")).seams.positions.length;
    const often = (await codeStructure(text.repeat(20), "typescript")).seams.positions.length;
    expect(often).toBeLessThanOrEqual(once * 20 + 20);
  });
});
