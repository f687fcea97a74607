import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CodeChunker } from "./code-chunker.ts";
import type { CodeDescription } from "./code-describer.ts";
import { codeStructure } from "./code-structure.ts";
import { type CodeLanguage, languageOf } from "./languages.ts";

const folder = new URL("../../../test/fixtures/code/", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, folder), "utf8");

/** Fixtures end in ".txt", so that no tool takes them for the project's own code. */
const FIXTURES = readdirSync(folder)
  .filter((file) => file.endsWith(".txt"))
  .map((file) => file.slice(0, -".txt".length));

interface Facts {
  readonly defines: readonly string[][];
  readonly chunk: {
    readonly path: readonly string[];
    readonly imports: readonly string[];
    readonly globalDeps: readonly string[];
    readonly lines: readonly [number, number];
  };
}
const FACTS = JSON.parse(read("facts.json")) as Record<string, Facts>;

const language = (file: string): CodeLanguage => {
  const known = languageOf(file);
  if (known === undefined) throw new Error(`no language for ${file}`);
  return known;
};

async function descriptions(
  text: string,
  of: CodeLanguage,
  size: number,
  pack = false,
): Promise<CodeDescription[]> {
  const { describe: describeSpan } = await codeStructure(text, of, { pack });
  const chunks = await new CodeChunker({ language: of, size, pack }).split({ text });
  return chunks.map(({ span }) => describeSpan?.(span) as CodeDescription);
}

describe("every fixture", () => {
  it("is there for every language with a structure of its own", () => {
    const languages = new Set(FIXTURES.map(language));
    expect(languages.size).toBe(19);
  });

  it.each(FIXTURES)("%s is cut without a loss, and whole units stay whole", async (file) => {
    const text = read(`${file}.txt`);
    const { outline = [] } = await codeStructure(text, language(file));
    for (const size of [200, 400, 700, 1600]) {
      const chunks = await new CodeChunker({ size, language: language(file) }).split({ text });
      expect(chunks.map((chunk) => chunk.text).join("")).toBe(text);
      expect(chunks.filter((chunk) => chunk.text.length > size)).toEqual([]);
      // A unit reaches to the next one, so what stands between them must fit too.
      const fitting = outline.filter(({ span }) => span.end - span.start + 8 <= size);
      const torn = fitting.filter(
        ({ span }) => !chunks.some((chunk) => chunk.span.start <= span.start && chunk.span.end >= span.end),
      );
      expect(torn.map(({ title }) => title)).toEqual([]);
    }
  });

  it.each(Object.keys(FACTS))(
    "%s has its definitions by themselves when they are not packed",
    async (file) => {
      const found = await descriptions(read(`${file}.txt`), language(file), 6_000);
      expect(found.map(({ code }) => code?.defines)).toEqual(FACTS[file].defines);
    },
  );

  it.each(Object.keys(FACTS))("%s tells what a chunk needs of the rest", async (file) => {
    const { path, imports, globalDeps, lines } = FACTS[file].chunk;
    const found = await descriptions(read(`${file}.txt`), language(file), 6_000);
    const chunk = found.find(({ code }) => code?.startLine === lines[0]);
    expect(chunk?.path).toEqual(path);
    expect(chunk?.code).toMatchObject({ imports, globalDeps, startLine: lines[0], endLine: lines[1] });
  });
});

describe("descriptions", () => {
  it("have the signatures around a chunk that starts inside them as context", async () => {
    const body = Array.from({ length: 30 }, (_, i) => `        self.total += ${i}\n`).join("");
    const text = `class Sum(Base):\n    def add(\n        self,\n        more: int,\n    ) -> int:\n${body}        return self.total\n`;
    const found = await descriptions(text, "python", 300);
    expect(found[0].context).toBeUndefined();
    expect(found[1].context).toEqual({
      text: "class Sum(Base):\ndef add( self, more: int, ) -> int:",
      by: "scope",
      status: "ok",
    });
    expect(found[1].path).toEqual(["Sum", "add"]);
  });

  it("bound the length of a signature", async () => {
    const parameters = Array.from({ length: 60 }, (_, i) => `parameter${i}`).join(", ");
    const body = "  work();\n".repeat(60);
    const found = await descriptions(`function f(${parameters}) {\n${body}}\n`, "javascript", 400);
    expect(found.at(-1)?.context?.text.length).toBeLessThanOrEqual(160);
    expect(found.at(-1)?.context?.text).toMatch(/^function f\(parameter0, .*…$/);
  });

  it("have only scopes in their path that hold all of a chunk", async () => {
    const text = "function a() {\n  return 1;\n}\n\nfunction b() {\n  return 2;\n}\n";
    expect((await descriptions(text, "javascript", 500, true))[0].path).toEqual([]);
    expect((await descriptions(text, "javascript", 500))[0].path).toEqual(["a"]);
  });

  it("follow what a chunk needs to the imports of that, and no further", async () => {
    const text = `import a from "a";\nimport b from "b";\nimport c from "c";\nconst one = () => two(a);\nconst two = (x) => one(b, x);\nconst three = () => c;\n\nexport function last() {\n  return one();\n}\n`;
    const found = await descriptions(text, "typescript", 500);
    expect(found.at(-1)?.code).toMatchObject({
      imports: [`import a from "a";`, `import b from "b";`],
      globalDeps: ["one"],
      defines: ["last"],
    });
  });

  it("list no more than a reader can bear", async () => {
    const includes = Array.from({ length: 300 }, (_, i) => `#include <a${i}.h>\n`).join("");
    const values = Array.from({ length: 300 }, (_, i) => `int v${i} = ${i};\n`).join("");
    const uses = Array.from({ length: 300 }, (_, i) => `  use(v${i});\n`).join("");
    const found = await descriptions(`${includes}${values}\nvoid f(void)\n{\n${uses}}\n`, "c", 20_000);
    expect(found.at(-1)?.code?.imports).toHaveLength(100);
    expect(found.at(-1)?.code?.globalDeps).toHaveLength(200);
  });

  it("do not take members for names of the module", async () => {
    const text = `import name from "x";\nconst value = 1;\n\nfunction f(o) {\n  return o.name + o?.value + { value: 2 }.x;\n}\n`;
    const found = await descriptions(text, "javascript", 500);
    expect(found.at(-1)?.code).toMatchObject({ imports: [], globalDeps: [] });
    const python = "import name\nvalue = 1\n\n\ndef f(o):\n    return o.name + o.value\n";
    const same = await descriptions(python, "python", 500);
    expect(same.at(-1)?.code).toMatchObject({ imports: [], globalDeps: [] });
  });

  it("do not take an object's methods for the module's", async () => {
    const text =
      "const tools = {\n  cut(a) {\n    return a;\n  },\n};\n\nfunction f(cut) {\n  return cut(tools);\n}\n";
    expect((await descriptions(text, "javascript", 500)).at(-1)?.code?.globalDeps).toEqual(["tools"]);
  });

  it("do not need the definition they are in", async () => {
    const text = `import a from "a";\n\nclass Sum {\n  of = a;\n${"  more = 1;\n".repeat(30)}  copy() {\n    return new Sum();\n  }\n}\n`;
    expect((await descriptions(text, "javascript", 200)).at(-1)?.code).toMatchObject({
      imports: [],
      globalDeps: [],
      defines: ["copy"],
    });
  });

  it("do not take words in comments and strings for names", async () => {
    const text = `import name from "x";\nconst value = 1;\n\nfunction f() {\n  // name and value\n  return "name" + 'value' + \`value\`;\n}\n`;
    expect((await descriptions(text, "javascript", 500)).at(-1)?.code).toMatchObject({
      imports: [],
      globalDeps: [],
    });
  });

  it("see names in templates and defaults", async () => {
    const text = `import name from "x";\nconst value = 1;\n\nfunction f(a = value) {\n  return \`\${name}\`;\n}\n`;
    expect((await descriptions(text, "javascript", 500)).at(-1)?.code).toMatchObject({
      imports: [`import name from "x";`],
      globalDeps: ["value"],
    });
  });
});

describe("odd texts", () => {
  it.each(FIXTURES)("%s may be broken anywhere", async (file) => {
    const text = read(`${file}.txt`);
    for (let share = 1; share < 8; share++) {
      const at = Math.floor((text.length * share) / 8);
      for (const broken of [
        text.slice(at),
        text.slice(0, at),
        `${text.slice(0, at)}}])${text.slice(at + 7)}`,
      ]) {
        const pieces = await new CodeChunker({ language: language(file), size: 300 }).splitText(broken);
        expect(pieces.join("")).toBe(broken);
      }
    }
  });

  it.each(["", " ", "\n", "\r\n\r\n", "\ufeff", "\0", "\ud800", "👩‍👩‍👧", "a", "}"])(
    "%j is cut too",
    async (text) => {
      for (const of of new Set(FIXTURES.map(language))) {
        const pieces = await new CodeChunker({ language: of, size: 2 }).splitText(text);
        expect(pieces.join("")).toBe(text);
      }
    },
  );

  it("keep CRLF whole", async () => {
    const text = read("survey.py.txt").replaceAll("\n", "\r\n");
    const pieces = await new CodeChunker({ language: "python", size: 300 }).splitText(text);
    expect(pieces.join("")).toBe(text);
    expect(pieces.filter((piece) => piece.startsWith("\n"))).toEqual([]);
  });

  it("PHP needs no opening tag", async () => {
    const text = "function a() {\n  return 1;\n}\n\nfunction b() {\n  return a();\n}\n";
    const found = await descriptions(text, "php", 500);
    expect(found.map(({ code }) => [code?.defines, code?.startLine, code?.endLine])).toEqual([
      [["a"], 1, 3],
      [["b"], 5, 7],
    ]);
  });
});
