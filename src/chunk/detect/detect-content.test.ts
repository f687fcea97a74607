import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SherdError } from "../../core/errors.ts";
import type { ContentType } from "./content.ts";
import { detectContent } from "./detect-content.ts";

/** Texts without a file name, by what they are. */
const TEXTS: Partial<Record<ContentType, readonly string[]>> = {
  text: [
    "It rained all day. Nobody came to see the pots, and the kiln stayed cold until evening.",
    "Dear Anna,\n\nthank you for your letter. We will visit the museum on Monday.\n\nYours, Ben\n",
    "Es regnete den ganzen Tag, und niemand kam, um die Töpfe zu sehen.\n",
    "Il a plu toute la journée et personne n'est venu voir les pots.",
    "Весь день шёл дождь, и никто не пришёл посмотреть на горшки.",
    "今日は一日中雨が降っていた。誰も来なかった。",
    "今天下了一整天的雨，没有人来看陶罐。",
    "أمطرت طوال اليوم ولم يأت أحد لرؤية الأواني.",
    "सारा दिन बारिश होती रही और कोई बर्तन देखने नहीं आया।",
    "hello",
    "How do I sort a list in Python?",
    "Call me Ishmael. Some years ago, never mind how long precisely, I thought I would sail about a little.",
    "Q: What is clay?\nA: A fine soil that can be shaped when it is wet and fired when it is dry.\n",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
  ],
  markdown: [
    "# Kilns\n\nTwo kinds are known:\n\n- updraught\n- downdraught\n",
    "# Title\n\nSome text",
    "See [the docs](https://example.org/a) and [this](./b.md) for more.\n",
    "Some text.\n\n```js\nf();\n```\n\nMore text.\n",
    "```python\nprint(1)\n```\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n\nA table of two pots and their weights.\n",
    "---\ntitle: Pots\n---\n\nWords about pots, and some more of them.\n",
    '+++\ntitle = "Pots"\n+++\n\nWords about pots, and some more of them.\n',
    "## Install\n\nRun **npm install** and read [the guide](guide.md).\n\n## Use\n\nSee above.\n",
    "1. **Wedge** the clay.\n2. **Throw** the pot.\n3. Let it dry, see [drying](dry.md).\n",
  ],
  html: [
    "<!DOCTYPE html>\n<html><body><p>x</p></body></html>",
    '<html lang="en"><head><title>x</title></head></html>',
    "<div>\n  <p>One</p>\n  <p>Two</p>\n</div>\n",
    '<table><tr><td>1</td><td>2</td></tr></table>\n<ul><li><a href="#">x</a></li></ul>\n',
    '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
    '<!-- a page -->\n<p class="note">Pots <b>are</b> old.</p>\n<br>\n',
  ],
  latex: [
    "\\documentclass{article}\n\\begin{document}\nHello\n\\end{document}\n",
    "% a comment\n% another\n\\documentclass[12pt]{report}\n",
    "\\section{Kilns}\nThe temperature $T$ is given by\n\\begin{equation}\nT = a + b\n\\end{equation}\n",
    "\\begin{itemize}\n  \\item one\n  \\item \\textbf{two}\n\\end{itemize}\n",
    "We see in \\cite{leach1940} that $\\alpha > \\beta$ for all \\emph{glazed} pots, cf.~Fig.~\\ref{fig:pots}.\n",
    "\\newcommand{\\pot}[1]{\\textit{#1}}\n\\usepackage{graphicx}\n",
  ],
  json: [
    "{}",
    "[1, 2, 3]",
    '{"name": "pot", "age": 2000}',
    '\ufeff{"a": null}',
    '{"a":1}\n{"a":2}\n{"a":3}\n',
    '[\n  {"x": -1.5e3, "y": "\\"}"},\n  true\n]\n',
    '{\n  "deep": {"list": [1, 2, ',
    '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
    '  "name": "pots",\n  "version": "1.0.0",\n  "files": ["dist"],\n',
  ],
  yaml: [
    "name: build\non:\n  push:\n    branches: [main]\njobs:\n  test:\n    runs-on: ubuntu\n",
    "---\n- hosts: all\n  tasks:\n    - name: install\n      apt: name=git\n",
    "---\napiVersion: v1\nkind: Service\n---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: pot\n",
    "%YAML 1.2\n---\na: 1\n",
    'version: "3"\nservices:\n  db:\n    image: postgres:15\n    ports:\n      - "5432:5432"\n',
  ],
  toml: [
    '[package]\nname = "pots"\nversion = "0.1.0"\n\n[dependencies]\nserde = "1"\n',
    '[tool.black]\nline-length = 100\ntarget-version = ["py311"]\n',
    '[[bin]]\nname = "kiln"\npath = "src/main.rs"\n',
  ],
  csv: [
    "name,price,weight\njar,10,2.5\nbowl,7,1.1\nlid,1,0.2\n",
    "a;b;c\n1;2;3\n4;5;6\n7;8;9\n",
    "id\tname\n1\tjar\n2\tbowl\n3\tlid\n",
    '"id","text"\n"1","a, b"\n"2","c"\n"3","d"\n',
    "2024-01-01,12.5,0.1\n2024-01-02,13.1,0.4\n2024-01-03,12.9,0.2\n",
  ],
  mixed: [
    "Hello Anna,\n\nthe function that fails is this one, and I cannot see why it does so:\n\ndef total(values):\n    result = 0\n    for value in values:\n        result += value\n    return result\n\nCould you have a look at it before the weekend? It would help us a lot.\n",
    'I have a problem with my program. When I run it, the result is always zero, although the list is not empty.\n\n    int total = 0;\n    for (int i = 0; i < list.size(); i++) {\n        total += list.get(i);\n    }\n    System.out.println("total " + total);\n\nWhat have I done wrong? I have tried everything I could think of. Thanks for any help.\n',
  ],
};

describe("texts without a name", () => {
  for (const [type, texts] of Object.entries(TEXTS)) {
    it.each(texts.map((text) => [text]))(`${type}: %j`, (text) => {
      const found = detectContent(text);
      expect(found.type).toBe(type);
      expect(found.language).toBeUndefined();
      expect(found.confidence).toBeGreaterThan(0.3);
      expect(found.confidence).toBeLessThanOrEqual(1);
    });
  }

  it("says what the answer rests on", () => {
    expect(detectContent("x", { filename: "a.py" }).by).toBe("extension");
    expect(detectContent("<?php echo 1;").by).toBe("content");
    expect(detectContent('{"a": 1}').by).toBe("syntax");
    expect(detectContent("def f(x):\n    return x\n").by).toBe("classifier");
  });

  it("is less sure of what could be several things", () => {
    const sure = detectContent(
      "def total(values):\n    return sum(v for v in values if v is not None)\n",
    ).confidence;
    for (const text of ["x = 1", "a: b", "import x", "int x;", "!!!", ""])
      expect(detectContent(text).confidence).toBeLessThan(Math.min(0.75, sure));
  });
});

describe("with a name", () => {
  it.each<[string, ContentType, string | undefined]>([
    ["a.md", "markdown", undefined],
    ["docs/README.MD", "markdown", undefined],
    ["page.htm", "html", undefined],
    ["App.vue", "code", "vue"],
    ["data.jsonl", "json", undefined],
    ["book.ipynb", "json", undefined],
    ["conf.yml", "yaml", undefined],
    ["Cargo.toml", "toml", undefined],
    ["table.tsv", "csv", undefined],
    ["paper.tex", "latex", undefined],
    ["notes.rst", "text", undefined],
    ["src/a.ts", "code", "typescript"],
    ["src\\b.tsx", "code", "tsx"],
    ["a.mjs", "code", "javascript"],
    ["a.py", "code", "python"],
    ["a.go", "code", "go"],
    ["a.rs", "code", "rust"],
    ["A.java", "code", "java"],
    ["a.c", "code", "c"],
    ["a.hpp", "code", "cpp"],
    ["a.cs", "code", "csharp"],
    ["a.rb", "code", "ruby"],
    ["a.php", "code", "php"],
    ["a.kt", "code", "kotlin"],
    ["a.sh", "code", "bash"],
    ["a.sql", "code", "sql"],
    ["a.css", "code", "css"],
    ["a.scala", "code", "scala"],
    ["a.swift", "code", "swift"],
    ["a.lua", "code", "lua"],
    ["icon.svg", "code", "xml"],
    ["setup.cfg", "code", "ini"],
    ["fix.patch", "code", undefined],
    ["Makefile", "code", "makefile"],
    ["Dockerfile", "code", "dockerfile"],
    ["sub/CMakeLists.txt", "code", "cmake"],
  ])("%s", (filename, type, language) => {
    const found = detectContent("x", { filename });
    expect(found).toMatchObject({ type, by: "extension" });
    expect(found.language).toBe(language);
  });

  it("a header is C or C++ by what it holds", () => {
    expect(detectContent("int f(void);\n", { filename: "a.h" }).language).toBe("c");
    expect(detectContent("namespace a {\nclass B;\n}\n", { filename: "a.h" }).language).toBe("cpp");
    expect(detectContent("@interface A : NSObject\n- (void)run;\n@end\n", { filename: "a.h" }).language).toBe(
      "objectivec",
    );
  });

  it.each(["a.txt", "notes", "a.log", "a.unknown", ".hidden", ""])("%j leaves it to the text", (filename) => {
    expect(detectContent('{"a": [1, 2]}', { filename }).type).toBe("json");
    expect(detectContent("It rained all day, and nobody came.", { filename }).type).toBe("text");
  });

  it("a name that says text makes text likelier, but does not decide", () => {
    const line = "order by name";
    const bare = detectContent(line);
    const named = detectContent(line, { filename: "a.txt" });
    expect(named.type).toBe("text");
    expect(bare.type !== "text" || named.confidence >= bare.confidence).toBe(true);
    expect(detectContent("SELECT name FROM pots WHERE id = 3;\n", { filename: "a.txt" }).language).toBe(
      "sql",
    );
  });

  it("a page under a script's name is a page", () => {
    expect(detectContent("<!doctype html><p>Not found</p>", { filename: "lib.js" }).type).toBe("html");
    expect(detectContent('<?xml version="1.0"?><TS/>', { filename: "de.ts" }).language).toBe("xml");
    expect(detectContent("<!doctype html><?php echo 1;", { filename: "a.php" }).language).toBe("php");
  });
});

describe("any string", () => {
  const hostile: Readonly<Record<string, string>> = {
    empty: "",
    blank: " \n\t\r\n",
    "one letter": "a",
    zeros: "\0\0\0",
    "half a pair": "\ud83d",
    "halves of pairs": "\udc00\ud800 \udfff\n".repeat(50),
    signs: "?!.,;:-_()[]{}<>/\\|@#$%^&*+=~`'\"",
    dashes: "-".repeat(10_000),
    "line ends": "\n".repeat(100_000),
    "carriage returns": "\r".repeat(100_000),
    "open brackets": "[".repeat(200_000),
    "open objects": '{"a":'.repeat(50_000),
    "open tags": "<a".repeat(100_000),
    "open strings": `${'{"a": "'}${"x".repeat(100_000)}`,
    "open fences": "```\n".repeat(20_001),
    "open comments": "/*\n".repeat(20_000),
    "cells without end": "a,".repeat(200_000),
    "front matter without end": `---\n${"a: 1\n".repeat(20_000)}`,
    "a word": "x".repeat(5_000_000),
    "a line": "lorem ipsum ".repeat(420_000),
    "a shebang alone": "#!",
    "an env alone": "#!/usr/bin/env",
    "a mode line": "-*-".repeat(1_000),
  };

  it.each(Object.entries(hostile))("%s", (_, text) => {
    const { type, confidence } = detectContent(text);
    expect(type).toBeTypeOf("string");
    expect(confidence).toBeGreaterThanOrEqual(0);
    expect(confidence).toBeLessThanOrEqual(1);
  });

  it("never throws, and answers the same twice", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc
        .array(
          fc.constantFrom(
            "---\n",
            "a: b\n",
            "```\n",
            "{",
            "<p>",
            "x = 1;\n",
            '"',
            "\n\n",
            "| a | b |\n",
            "# T\n",
          ),
        )
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, fc.option(fc.string({ maxLength: 12 }), { nil: undefined }), (value, filename) => {
        const found = detectContent(value, { filename });
        expect(found.confidence).not.toBeNaN();
        expect(detectContent(value, { filename })).toEqual(found);
      }),
      { numRuns: 500 },
    );
  });

  it("what is no string is a typed error", () => {
    expect(() => detectContent(undefined as unknown as string)).toThrow(SherdError);
  });
});
