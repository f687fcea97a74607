// One adapter a splitter: how it is loaded, set up for a format, and read.
//
//   name      as the tables call it
//   package   whose version is shown
//   formats   what it cuts along its structure: corpus names, or kinds ("code")
//   modes     "characters" for all; "tokens" where that is measured too
//   load      `(corpus, mode) => split`, where `split(text, id)` gives chunks or a promise of them;
//             imports and set-up happen here
//   read      a chunk's `{ text, start?, end? }`; needed where chunks are objects
//   timed     false where its speed says nothing new
//   whole     true where a splitter has no maximum: what it keeps together says nothing then
//   notes     what the figures do not say
//
// All have the same maximum in the same unit, and none repeats text.

import { readFileSync } from "node:fs";

export const SIZES = { characters: 1600, tokens: 400 };
const SIZE = SIZES.characters;

// ── Sherd ──────────────────────────────────────────────────────────────────────────────────────────

const SHERD = {
  code: ["chunk/code/code-chunker", "CodeChunker"],
  json: ["chunk/code/code-chunker", "CodeChunker"],
  markdown: ["chunk/markdown/markdown-chunker", "MarkdownChunker"],
  html: ["chunk/html/html-chunker", "HtmlChunker"],
  csv: ["chunk/table/table-chunker", "TableChunker"],
};

/** From dist/, as users have it, or with SHERD_BENCH_SOURCES=1 straight from src/. */
export function importSherd(path) {
  const [folder, extension] = process.env.SHERD_BENCH_SOURCES ? ["src", "ts"] : ["dist", "js"];
  return import(new URL(`../../${folder}/${path}.${extension}`, import.meta.url));
}

async function sherdSizing(mode) {
  const sizing = { size: SIZES[mode], unit: mode };
  if (mode === "characters") return sizing;
  const { TokenCounter } = await importSherd("text/tokens/token-counter");
  return { ...sizing, counter: await TokenCounter.create() };
}

const readSherd = ({ text, span }) => ({ text, start: span.start, end: span.end });

const sherd = {
  name: "sherd",
  package: "sherd",
  formats: Object.keys(SHERD),
  modes: ["characters", "tokens"],
  async load(corpus, mode) {
    const [path, className] = SHERD[corpus.kind];
    // Like its peers, it is told the language: most .h files here are C++.
    const language = corpus.kind === "code" ? { language: corpus.name } : {};
    const chunker = new (await importSherd(path))[className]({ ...(await sherdSizing(mode)), ...language });
    return (text, id) => chunker.split({ id, text, metadata: {} });
  },
  read: readSherd,
  notes: "with ids, hashes, spans, paths and context",
};

const sherdAuto = {
  ...sherd,
  name: "sherd auto",
  modes: ["characters"],
  async load(_corpus, mode) {
    const { ContentAwareChunker } = await importSherd("chunk/content-aware-chunker");
    const chunker = new ContentAwareChunker(await sherdSizing(mode));
    return (text, id) => chunker.split({ id, text, metadata: {} });
  },
  timed: false,
  notes: "told nothing but the file's name",
};

// ── LangChain.js ───────────────────────────────────────────────────────────────────────────────────

// Its nearest set of separators where it has none of that name; without any, its plain ones.
const LANGCHAIN = {
  typescript: "js",
  javascript: "js",
  c: "cpp",
  csharp: "java",
  kotlin: "java",
  bash: undefined,
};

const langchain = {
  name: "LangChain.js",
  package: "@langchain/textsplitters",
  formats: ["code", "markdown", "html"],
  modes: ["characters"],
  async load({ name }) {
    const { MarkdownTextSplitter, RecursiveCharacterTextSplitter } = await import("@langchain/textsplitters");
    const options = { chunkSize: SIZE, chunkOverlap: 0 };
    const language = Object.hasOwn(LANGCHAIN, name) ? LANGCHAIN[name] : name;
    const splitter =
      name === "markdown"
        ? new MarkdownTextSplitter(options)
        : language
          ? RecursiveCharacterTextSplitter.fromLanguage(language, options)
          : new RecursiveCharacterTextSplitter(options);
    return (text) => splitter.splitText(text);
  },
  notes:
    "separators by language; none for TypeScript (JavaScript's), C (C++'s), C# and Kotlin (Java's), Bash",
};

// ── Mastra ─────────────────────────────────────────────────────────────────────────────────────────

const MASTRA = { typescript: "ts", javascript: "js", bash: undefined };

const mastra = {
  name: "Mastra",
  package: "@mastra/rag",
  formats: ["code", "markdown"],
  modes: ["characters"],
  async load({ name }) {
    const { MDocument } = await import("@mastra/rag");
    const sizes = { maxSize: SIZE, overlap: 0 };
    if (name === "markdown")
      return (text) => MDocument.fromMarkdown(text).chunk({ strategy: "markdown", ...sizes });
    const language = Object.hasOwn(MASTRA, name) ? MASTRA[name] : name;
    const options = { strategy: "recursive", ...sizes, ...(language && { language }) };
    return (text) => MDocument.fromText(text).chunk(options);
  },
  read: ({ text }) => ({ text }),
  notes: "separators by language",
};

// ── Chonkie ────────────────────────────────────────────────────────────────────────────────────────

const chonkie = {
  name: "Chonkie recursive",
  package: "@chonkiejs/core",
  formats: ["code", "markdown"],
  modes: ["characters"],
  async load() {
    const { RecursiveChunker } = await import("@chonkiejs/core");
    const chunker = await RecursiveChunker.create({ chunkSize: SIZE });
    return (text) => chunker.chunk(text);
  },
  read: ({ text }) => ({ text }),
  notes: "plain separators: its code chunker downloads its parsers when it runs",
};

// ── LlamaIndex.TS ──────────────────────────────────────────────────────────────────────────────────

const llamaCode = {
  name: "LlamaIndex.TS CodeSplitter",
  package: "@llamaindex/node-parser",
  formats: ["code"],
  modes: ["characters"],
  async load({ name }) {
    const { CodeSplitter } = await import("@llamaindex/node-parser/code");
    const { parserOf } = await import("./judge/functions.mjs");
    const parser = await parserOf(name);
    const splitter = new CodeSplitter({ getParser: () => parser, maxChars: SIZE });
    return (text) => splitter.splitText(text);
  },
  notes: "tree-sitter, the same grammars; no longer maintained",
};

const llamaMarkdown = {
  name: "LlamaIndex.TS Markdown",
  package: "@llamaindex/core",
  formats: ["markdown"],
  modes: ["characters"],
  async load() {
    const { MarkdownNodeParser } = await import("@llamaindex/core/node-parser");
    const { Document } = await import("@llamaindex/core/schema");
    const parser = new MarkdownNodeParser();
    return (text) => parser.getNodesFromDocuments([new Document({ text })]);
  },
  read: ({ text }) => ({ text }),
  whole: true,
  notes: "a chunk a section, with no maximum; strips the headings' marks; no longer maintained",
};

// ── chunkdown ──────────────────────────────────────────────────────────────────────────────────────

const chunkdown = {
  name: "chunkdown",
  package: "chunkdown",
  formats: ["markdown"],
  modes: ["characters"],
  async load() {
    const { chunkdown: create } = await import("chunkdown");
    const splitter = create({ chunkSize: SIZE, maxOverflowRatio: 1, maxRawSize: SIZE });
    return (text) => splitter.split(text).chunks;
  },
  read: ({ text }) => ({ text }),
  notes: "a Markdown parser; writes the Markdown anew, so that most chunks are not in the text",
};

export const CHUNKERS = [
  sherd,
  sherdAuto,
  langchain,
  mastra,
  chonkie,
  llamaCode,
  llamaMarkdown,
  chunkdown,
].map((adapter) => ({
  read: (text) => ({ text }),
  whole: false,
  timed: true,
  ...adapter,
  version: versionOf(adapter.package),
  handles: ({ name, kind }) => adapter.formats.includes(name) || adapter.formats.includes(kind),
}));

function versionOf(name) {
  const folders = name === "sherd" ? ["../../"] : [`node_modules/${name}/`, `../node_modules/${name}/`];
  for (const folder of folders) {
    try {
      return JSON.parse(readFileSync(new URL(`${folder}package.json`, import.meta.url), "utf8")).version;
    } catch {
      // in the other folder
    }
  }
  return "?";
}
