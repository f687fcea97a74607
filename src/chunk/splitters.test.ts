import { describe, expect, it } from "vitest";
import { PRESET_NAMES } from "../../test/support/splitters.ts";
import { TokenCounter } from "../text/index.ts";
import { PRESETS, RecursiveTextSplitter, SentenceSplitter, TextSplitter } from "./index.ts";

const PROSE = `Pottery tells stories. A sherd is a fragment of it; it still shows its vessel.

The second paragraph is longer. It has several sentences, and one of them, this one, has clauses. Dr. Smith found it in 1932. Nobody knew why.

# A heading

Under the heading there is text. It ends here.`;

describe("TextSplitter", () => {
  it("fills every chunk up to the maximum", () => {
    const chunks = new TextSplitter({ size: 10, overlap: 0, whitespace: "keep" }).splitText(
      "0123456789".repeat(5),
    );
    expect(chunks).toEqual(Array(5).fill("0123456789"));
  });

  it("repeats a fifth by default", () => {
    const chunks = new TextSplitter({ size: 50 }).split({ text: "abcde".repeat(40) });
    expect(chunks.slice(1).map((chunk) => chunk.overlap.before)).toEqual(Array(chunks.length - 1).fill(10));
  });

  it("starts an overlap at a sentence when one is near", () => {
    const text =
      "The first sentence of all is quite long here. Short one. And then it goes on and on for long.";
    const [, second] = new TextSplitter({ size: 60, overlap: 20 }).splitText(text);
    expect(second?.startsWith("Short one.")).toBe(true);
  });

  it("starts it at a word when no sentence is near", () => {
    const text =
      "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma";
    for (const chunk of new TextSplitter({ size: 40, overlap: 12 }).split({ text }).slice(1)) {
      expect(text[chunk.span.start - 1]).toBe(" ");
    }
  });
});

describe("RecursiveTextSplitter", () => {
  it("cuts at the strongest seam that fits", () => {
    const chunks = new RecursiveTextSplitter({ size: 160 }).split({ text: PROSE });
    expect(chunks.map((chunk) => [chunk.boundary, chunk.text.slice(0, 20)])).toEqual([
      ["paragraph", "Pottery tells storie"],
      ["section", "The second paragraph"],
      ["end", "# A heading\n\nUnder t"],
    ]);
  });

  it("goes down to sentences, clauses, words and characters as the size falls", () => {
    const kinds = (size: number) =>
      new Set(
        new RecursiveTextSplitter({ size, minimum: 0 }).split({ text: PROSE }).map((chunk) => chunk.boundary),
      );
    expect(kinds(70)).toContain("sentence");
    expect(kinds(40)).toContain("clause");
    expect(kinds(14)).toContain("word");
    expect(kinds(3)).toContain("grapheme");
  });

  it("keeps a heading with what follows it", () => {
    for (const size of [50, 60, 80, 120]) {
      for (const chunk of new RecursiveTextSplitter({ size }).splitText(PROSE)) {
        if (chunk.includes("# A heading")) expect(chunk).toContain("Under the heading");
      }
    }
  });

  it("passes over a seam that would leave less than the minimum", () => {
    const text = `Short.\n\n${"This paragraph is long and has many words in it. ".repeat(10)}`;
    const sizes = (minimum: number) =>
      new RecursiveTextSplitter({ size: 200, minimum }).splitText(text).map((chunk) => chunk.length);
    expect(sizes(0)[0]).toBe(6);
    expect(sizes(0.25)[0]).toBeGreaterThan(50);
  });

  it("joins a small tail to its neighbour when the maximum allows, and only then", () => {
    const splitter = new RecursiveTextSplitter({ size: 100, minimum: 30 });
    const body = `${"x".repeat(40)}. ${"Y".repeat(40)}.`;
    expect(splitter.splitText(`${body} Tail.`)).toHaveLength(1);
    const chunks = splitter.splitText(`${body} ${"Z".repeat(19)}.`);
    expect(chunks.every((chunk) => chunk.length <= 100)).toBe(true);
    expect(chunks).toHaveLength(2);
  });

  it("uses own separators in their order and keeps every one of them in the text", () => {
    const text = "a;b|c;d|e;f|g";
    expect(
      new RecursiveTextSplitter({ size: 8, minimum: 0, separators: ["|", ";"] }).splitText(text),
    ).toEqual(["a;b|c;d|", "e;f|g"]);
    expect(
      new RecursiveTextSplitter({
        size: 5,
        minimum: 0,
        separators: [{ text: "|", cut: "before" }],
      }).splitText(text),
    ).toEqual(["a;b", "|c;d", "|e;f", "|g"]);
  });

  it("takes a line feed in a separator for CRLF too", () => {
    const lf = "one\n\ntwo\nclass A\nend";
    const crlf = lf.replaceAll("\n", "\r\n");
    const split = (text: string) =>
      new RecursiveTextSplitter({ size: 12, minimum: 0, separators: ["\nclass ", "\n\n"] }).splitText(text);
    expect(split(crlf).map((chunk) => chunk.replaceAll("\r", ""))).toEqual(split(lf));
  });

  it("cuts code before its definitions and keeps the indentation", () => {
    const code = `import os\n\n\nclass A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n\n\ndef h():\n    return 3\n`;
    const chunks = new RecursiveTextSplitter({ size: 54, minimum: 0, preset: "python" }).splitText(code);
    expect(chunks.join("")).toBe(code);
    expect(chunks.map((chunk) => chunk.trimStart().split("\n")[0])).toEqual([
      "import os",
      "class A:",
      "def g(self):",
      "def h():",
    ]);
  });

  it.each(PRESET_NAMES)("has a preset for %s that loses nothing", (preset) => {
    const text = `${PROSE}\n\nfunction f() {\n  return 1;\n}\n<p>x</p>\n`.repeat(3);
    const splitter = new RecursiveTextSplitter({ size: 50, preset, whitespace: "keep" });
    expect(splitter.splitText(text).join("")).toBe(text);
  });
});

describe("SentenceSplitter", () => {
  it("packs whole sentences, across paragraphs too", () => {
    const chunks = new SentenceSplitter({ size: 120 }).split({ text: PROSE });
    for (const chunk of chunks) expect(["sentence", "paragraph", "section", "end"]).toContain(chunk.boundary);
    expect(chunks[0]?.text).toContain("its vessel.");
  });

  it("cuts inside a sentence only when it alone exceeds the maximum", () => {
    const text = `Short one. A ${"word, ".repeat(30)}end. Short two.`;
    const chunks = new SentenceSplitter({ size: 60, minimum: 0 }).split({ text });
    expect(chunks[0]?.text).toBe("Short one.");
    expect(chunks[0]?.boundary).toBe("sentence");
    expect(chunks[1]?.boundary).toBe("clause");
  });
});

describe("seams that are not plain", () => {
  const sentences = (text: string, size: number) =>
    new SentenceSplitter({ size, minimum: 0 }).split({ text });

  it("finds sentences behind footnotes, emoji, guillemets, and before Latin words in Chinese", () => {
    const cases = [
      [
        "It is old. It was built in 1932.[12] The next part is long enough to be cut.",
        50,
        "It is old. It was built in 1932.[12]",
      ],
      [
        "It is old. We won the cup! 🎉 The next part is long enough to be cut.",
        50,
        "It is old. We won the cup! 🎉",
      ],
      [
        "Il est vieux. Elle dit : « Je pars. » Puis elle ferma la porte derrière elle.",
        45,
        "Il est vieux. Elle dit : « Je pars. »",
      ],
      ["今天开会。我们都来了。OpenAI发布了新模型大家都喜欢", 20, "今天开会。我们都来了。"],
      ["Πού είσαι; Σε περιμένω κάτω στον δρόμο", 25, "Πού είσαι;"],
    ] as const;
    for (const [text, size, first] of cases) expect(sentences(text, size)[0]?.text).toBe(first);
  });

  it("goes on to a weaker seam when the better one would cut a character", () => {
    const text = "aaa bbb ccc \u0301ddddddd eee";
    const [first] = new RecursiveTextSplitter({ size: 14, minimum: 0 }).split({ text });
    expect(first?.boundary).toBe("word");
  });

  it("takes a separator written with CRLF for a line feed", () => {
    const splitter = new RecursiveTextSplitter({ size: 6, minimum: 0, separators: ["\r\n"] });
    expect(splitter.splitText("aa bb\r\ncc\r\ndd ee")).toEqual(["aa bb", "cc", "dd ee"]);
  });

  it("leaves opening fences and underlined headings with what follows, and inline HTML whole", () => {
    const markdown = (text: string, size: number) =>
      new RecursiveTextSplitter({ size, minimum: 0, preset: "markdown" }).splitText(text);
    const fenced = "To install it, run this command:\n\n```\nnpm ci\nnpm start\nnpm test and more\n```\n";
    expect(markdown(fenced, 60)[0]).toBe("To install it, run this command:");
    const html = new RecursiveTextSplitter({ size: 40, minimum: 0, preset: "html" });
    expect(html.splitText("<p>It is old. It is <em>nice</em> and it is long.</p>")[0]).toBe("<p>It is old.");
  });

  it("repeats tokens also where no space divides the words", async () => {
    const counter = await TokenCounter.create();
    const text = "ประชาชนทุกคนมีสิทธิเสรีภาพและความเสมอภาคในศักดิ์ศรีและสิทธิ".repeat(20);
    const chunks = new TextSplitter({ size: 60, unit: "tokens", counter }).split({ text });
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.slice(1).every((chunk) => chunk.overlap.before > 0)).toBe(true);
  });
});

describe("chunks", () => {
  const splitter = new RecursiveTextSplitter({ size: 100 });
  const document = { id: "doc", text: PROSE, metadata: { source: "s.md", page: 3 } };

  it("carry the document's metadata and gain chunker, chunk and totalChunks", () => {
    const chunks = splitter.split(document);
    expect(chunks[1]?.metadata).toEqual({
      source: "s.md",
      page: 3,
      chunker: "recursive",
      chunk: 1,
      totalChunks: chunks.length,
    });
  });

  it("are named by place and by text: edits elsewhere change neither hash nor order", () => {
    const before = splitter.split(document);
    const after = splitter.split({
      ...document,
      text: `${PROSE}\n\nAn added paragraph at the very end of it.`,
    });
    expect(after[0]?.id).toBe(before[0]?.id);
    expect(after[0]?.hash).toBe(before[0]?.hash);
    expect(splitter.split({ ...document, id: "other" })[0]?.id).not.toBe(before[0]?.id);
    expect(splitter.split({ ...document, id: "other" })[0]?.hash).toBe(before[0]?.hash);
    expect(new RecursiveTextSplitter({ size: 101 }).split(document)[0]?.id).not.toBe(before[0]?.id);
  });

  it("name a document without an id by its text", () => {
    const [a] = splitter.split({ text: PROSE });
    const [b] = splitter.split({ text: PROSE });
    expect(a?.documentId).toBe(b?.documentId);
    expect(a?.documentId).toMatch(/^[0-9a-f]{32}$/);
  });

  it("are documents: any splitter splits them further", () => {
    const small = new SentenceSplitter({ size: 40 });
    const chunks = splitter.split(document);
    const pieces = small.splitDocuments(chunks);
    for (const piece of pieces) {
      const parent = chunks.find((chunk) => chunk.id === piece.documentId);
      expect(parent?.text.slice(piece.span.start, piece.span.end)).toBe(piece.text);
    }
  });

  it("carry the headings of a given outline", () => {
    const heading = PROSE.indexOf("# A heading");
    const outline = [
      { kind: "heading", title: "Pottery", level: 1, span: { start: 0, end: PROSE.length } },
      { kind: "heading", title: "A heading", level: 2, span: { start: heading, end: PROSE.length } },
    ];
    const paths = splitter.split({ ...document, outline }).map((chunk) => chunk.path);
    expect(paths[0]).toEqual(["Pottery"]);
    expect(paths.at(-1)).toEqual(["Pottery", "A heading"]);
  });

  it("that are streamed from a chunk do not keep its total", () => {
    const [chunk] = splitter.split(document);
    const [piece] = new SentenceSplitter({ size: 30 }).stream(chunk as NonNullable<typeof chunk>);
    expect(piece?.metadata).not.toHaveProperty("totalChunks");
  });

  it("of splitters that cut differently are named differently", () => {
    const preset = new RecursiveTextSplitter({ preset: "python" });
    const own = new RecursiveTextSplitter({ separators: PRESETS.python.separators, whitespace: "keep" });
    expect(preset.fingerprint).not.toBe(own.fingerprint);
  });

  it("stop when the caller aborts", () => {
    const controller = new AbortController();
    controller.abort();
    expect(() => splitter.split(document, { signal: controller.signal })).toThrow(/abort/i);
  });
});
