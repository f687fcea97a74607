import { afterAll, describe, expect, it } from "vitest";
import type { Section } from "../../src/core/document.ts";
import { DocumentLoader } from "../../src/load/index.ts";

afterAll(() => DocumentLoader.close());

const load = (name: string, text: string) => DocumentLoader.fromBytes(name, new TextEncoder().encode(text));
const slices = (text: string, outline: readonly Section[] = []) =>
  outline.map(({ title, locator, span }) => [title || locator, text.slice(span.start, span.end)]);

describe("Markdown", () => {
  it("keeps the whole file and reads its front matter, in YAML", async () => {
    const written = "---\ntitle: The title\ntags: [a, b]\n---\n\n# Heading\n\nText.\n";
    const { text, metadata, outline } = await load("a.md", written);
    expect(text).toBe(written);
    expect(metadata).toMatchObject({
      type: "markdown",
      format: "markdown",
      title: "The title",
      frontMatter: { title: "The title", tags: ["a", "b"] },
    });
    expect(slices(text, outline)).toEqual([["Heading", "# Heading\n\nText.\n"]]);
  });

  it("and in TOML; else the first heading is the title", async () => {
    const { metadata } = await load("a.md", '+++\ndate = 2024-05-01\n[extra]\nx = "y"\n+++\n# First\n');
    expect(metadata).toMatchObject({
      title: "First",
      frontMatter: { date: "2024-05-01", extra: { x: "y" } },
    });
    expect(metadata.warnings).toBeUndefined();
  });

  it.each([
    ["---\ntitle: a: b: c\n---\n# H\n"],
    ["---\n- a list\n---\n# H\n"],
    ["+++\ntitle = \n+++\n# H\n"],
    ["---\ntitle: never closed\n# H\n"],
  ])("warns of front matter it cannot read: %j", async (written) => {
    const { text, metadata } = await load("a.md", written);
    expect(text).toBe(written);
    expect(metadata.frontMatter).toBeUndefined();
    expect(metadata.warnings).toEqual([expect.stringContaining("front matter was not read")]);
  });
});

describe("code", () => {
  it("knows its language and the encoding it declares", async () => {
    const bytes = Buffer.from("# -*- coding: latin-1 -*-\nname = 'Zo\xeb'\n", "latin1");
    const { text, metadata } = await DocumentLoader.fromBytes("src/a.py", bytes);
    expect(text).toContain("Zoë");
    expect(metadata).toMatchObject({
      type: "code",
      format: "code",
      codeLanguage: "python",
      encoding: "windows-1252",
    });
    expect(metadata.language).toBeUndefined();
  });

  it("is told by its first line where the name says nothing", async () => {
    expect((await load("bin/tool", "#!/bin/bash\necho hi\n")).metadata).toMatchObject({
      codeLanguage: "bash",
    });
  });
});

describe("JSON", () => {
  it("has its members as outline", async () => {
    const written = '{"name": "x", "list": [1, 2]}';
    const { text, outline, metadata } = await load("a.json", written);
    expect(text).toBe(written);
    expect(slices(text, outline)).toEqual([
      ["name", '"name": "x"'],
      ["list", '"list": [1, 2]'],
    ]);
    expect(metadata.warnings).toBeUndefined();
  });

  it.each([
    ["a.json", '{"a": 1,}'],
    ["a.json", '{"a": [1'],
    ["a.json", "not json"],
  ])("that is broken is loaded with a warning (%s, %j)", async (name, written) => {
    const { text, metadata } = await load(name, written);
    expect(text).toBe(written);
    expect(metadata).toMatchObject({ format: "json", warnings: [expect.stringContaining("not valid JSON")] });
  });

  it("with comments is no mistake in .jsonc", async () => {
    expect((await load("a.jsonc", '{ // why\n "a": 1, }')).metadata.warnings).toBeUndefined();
  });

  it("Lines have a record each, and the first bad line is named", async () => {
    const { text, outline, metadata } = await load("a.jsonl", '{"a":1}\r\n\n{"b":2}\n{"c"\n');
    expect(slices(text, outline)).toEqual([
      ["line 1", '{"a":1}'],
      ["line 3", '{"b":2}'],
      ["line 4", '{"c"'],
    ]);
    expect(metadata).toMatchObject({ type: "jsonl", format: "json", records: 3 });
    expect(metadata.warnings).toEqual([expect.stringContaining("line 4")]);
  });
});

describe("YAML", () => {
  it("has its outermost keys as outline", async () => {
    const written = '# head\na: 1\n"b c":\n  a: 2\n  text: |\n    d: 3\nlist:\n- x: 1\n---\ne: 5\n';
    const { text, outline, metadata } = await load("a.yml", written);
    expect(outline?.map(({ title }) => title)).toEqual(["a", "b c", "list", "e"]);
    expect(slices(text, outline)[1][1]).toBe('"b c":\n  a: 2\n  text: |\n    d: 3\n');
    expect(metadata).toMatchObject({ type: "yaml", format: "yaml" });
    expect(metadata.warnings).toBeUndefined();
  });

  it("that is broken is loaded with a warning", async () => {
    const { metadata } = await load("a.yaml", "a: b: c\n");
    expect(metadata.warnings).toEqual([expect.stringContaining("not valid YAML")]);
  });
});

describe("CSV", () => {
  it.each([
    ["a.csv", "name,age\nAda,36\n\nBo,40\n", ","],
    ["a.csv", "name;age\nAda;36,5\nBo;40,1\n", ";"],
    ["a.csv", "name|age\nAda|36\nBo|40", "|"],
    ["a.tsv", "name\tage\nAda, Countess\t36\nBo\t40\n", "\t"],
  ])("%s %j is divided by %j", async (name, written, delimiter) => {
    const { text, metadata } = await load(name, written);
    expect(text).toBe(written);
    expect(metadata).toMatchObject({
      type: "csv",
      format: "csv",
      delimiter,
      columns: ["name", "age"],
      rows: 3,
    });
    expect(metadata.warnings).toBeUndefined();
  });

  it("counts rows, not line ends inside quotes", async () => {
    const { metadata } = await load("a.csv", 'a,b\n"one\ntwo ""x""\n",2\r\n3,4');
    expect(metadata).toMatchObject({ rows: 3, columns: ["a", "b"] });
  });

  it("warns of rows that differ and of a quote that is not closed", async () => {
    expect((await load("a.csv", "a,b\n1,2\n1,2,3\n")).metadata.warnings).toEqual([
      "Rows differ in length: the first has 2 cells, row 3 has 3.",
    ]);
    expect((await load("a.csv", 'a,b\n1,"2\n3,4\n')).metadata.warnings).toContainEqual(
      expect.stringContaining("not closed"),
    );
  });
});

describe("LaTeX", () => {
  it("has its sections as outline, without those in comments", async () => {
    const written = [
      "\\documentclass{article}",
      "% \\title{Old}",
      "\\title[Short]{A \\emph{New} Title\\\\of 50\\% worth\\thanks{x}}",
      "\\begin{document}",
      "\\section{One}",
      "Text.",
      "\\subsection*{Inner}",
      "% \\section{No}",
      "\\section{Two}",
      "\\end{document}",
    ].join("\n");
    const { text, outline, metadata } = await load("a.tex", written);
    expect(text).toBe(written);
    expect(metadata).toMatchObject({ type: "latex", format: "latex", title: "A New Title of 50% worth" });
    const titles = outline?.map(({ title, level }) => [title, level]);
    expect(titles).toEqual([
      ["One", 3],
      ["Inner", 4],
      ["Two", 3],
    ]);
  });
});

describe("notebooks", () => {
  const notebook = {
    cells: [
      { cell_type: "markdown", source: ["# Study\n", "\n", "Some words."] },
      {
        cell_type: "code",
        source: "print(1)\n",
        outputs: [
          { output_type: "stream", name: "stdout", text: ["\u001b[31m1\u001b[0m\n"] },
          { output_type: "display_data", data: { "image/png": "AAAA", "text/plain": "<Figure>" } },
          { output_type: "error", ename: "ValueError", evalue: "no", traceback: ["long"] },
        ],
      },
      { cell_type: "code", source: "", outputs: [] },
      {
        cell_type: "code",
        source: ["x = '```'"],
        outputs: [{ output_type: "stream", text: "y".repeat(10_000) }],
      },
      { cell_type: "raw", source: "raw" },
      "no cell",
      { cell_type: "markdown", source: 7 },
    ],
    metadata: { kernelspec: { display_name: "Julia 1.9", language: "julia" } },
    nbformat: 4,
  };

  it("become Markdown with a section a cell", async () => {
    const { text, outline, metadata } = await load("a.ipynb", JSON.stringify(notebook));
    const cells = outline?.filter(({ kind }) => kind === "cell");
    expect(slices(text, cells).map(([locator, part]) => [locator, part?.slice(0, 110)])).toEqual([
      ["cell 1", "# Study\n\nSome words."],
      [
        "cell 2",
        "```julia\nprint(1)\n```\n\n```text\n1\n```\n\n```text\n<Figure>\n```\n\n```text\nValueError: no\n```",
      ],
      ["cell 4", `\`\`\`\`julia\nx = '\`\`\`'\n\`\`\`\`\n\n\`\`\`text\n${"y".repeat(76)}`],
      ["cell 5", "```\nraw\n```"],
    ]);
    expect(metadata).toMatchObject({
      type: "notebook",
      format: "markdown",
      title: "Study",
      codeLanguage: "julia",
      kernel: "Julia 1.9",
      images: 1,
    });
    expect(metadata.warnings).toEqual([
      "2 cells are not built as cells should be and were left out.",
      "1 image was left out.",
      "1 outputs were cut at 4000 characters.",
    ]);
  });

  it("of the third version are read too", async () => {
    const old = {
      worksheets: [
        {
          cells: [
            { cell_type: "heading", level: 2, source: "Old" },
            { cell_type: "code", input: ["1+1"] },
          ],
        },
      ],
    };
    const { text } = await load("a.ipynb", JSON.stringify(old));
    expect(text).toBe("## Old\n\n```python\n1+1\n```\n");
  });
});

describe("plain text", () => {
  it("has what there is to know", async () => {
    const written =
      "The ferry leaves twice a day, and whoever misses the second one sleeps above the bakery.";
    const { id, text, metadata, outline } = await load("notes/a.txt", written);
    expect({ id, text, outline }).toEqual({ id: "notes/a.txt", text: written, outline: undefined });
    expect(metadata).toEqual({
      source: "notes/a.txt",
      type: "text",
      format: "text",
      language: "en",
      encoding: "utf-8",
      encodingConfidence: 1,
      bytes: written.length,
      contentHash: "fdf1c8f6f8b31317e459fedc8a5536bbf632130081cd5c14c7c78c9f2e2d0a73",
    });
  });

  it("has no language where it cannot be told", async () => {
    expect((await load("a.txt", "42 x 7 = ?")).metadata.language).toBeUndefined();
  });
});
