import fc from "fast-check";
import {
  CodeChunker,
  ContentAwareChunker,
  HtmlChunker,
  LatexChunker,
  MarkdownChunker,
  ProseChunker,
  RecursiveTextSplitter,
  SemanticChunker,
  SentenceSplitter,
  type Splitter,
  type SplitterOptions,
  type StructuredSplitter,
  TableChunker,
  TextSplitter,
} from "../../src/chunk/index.ts";
import { MixedChunker } from "../../src/chunk/mixed-chunker.ts";
import { PRESETS, type PresetName } from "../../src/chunk/presets.ts";
import type { Embedder } from "../../src/core/embedder.ts";
import { bundledEmbedder } from "../../src/embed/index.ts";
import { TokenCounter } from "../../src/text/index.ts";

export const o200k = await TokenCounter.create({ encoding: "o200k_base" });
const cl100k = await TokenCounter.create({ encoding: "cl100k_base" });

/** What each of them offers, at once or later. */
export type AnySplitter = Pick<
  Splitter | StructuredSplitter | ContentAwareChunker,
  "split" | "stream" | "splitText"
>;

/** Code is cut without overlap and keeps its blanks. */
function code(language: string): (options: SplitterOptions) => AnySplitter {
  return ({ overlap: _none, whitespace: _kept, ...options }) => new CodeChunker({ ...options, language });
}

const bundled = await bundledEmbedder();

/** Any embedder will do for the laws: this one knows how long a text is and how it begins. */
const toy: Embedder = {
  id: "toy",
  dimensions: 2,
  embed: async (texts) =>
    texts.map((text) => {
      const angle = text.length + text.charCodeAt(0);
      return Float32Array.of(Math.cos(angle), Math.sin(angle));
    }),
};

/** Every splitter there is; a new one is held to the laws by being named here. */
export const SPLITTERS: Readonly<Record<string, (options: SplitterOptions) => AnySplitter>> = {
  markdown: (options) => new MarkdownChunker(options),
  html: (options) => new HtmlChunker(options),
  latex: (options) => new LatexChunker(options),
  table: (options) => new TableChunker(options),
  prose: (options) => new ProseChunker(options),
  mixed: (options) => new MixedChunker(options),
  "code in TypeScript": code("typescript"),
  "code in Python": code("python"),
  "code in SQL": code("sql"),
  "code in YAML": code("yaml"),
  semantic: (options) => new SemanticChunker({ ...options, embedder: bundled }),
  "semantic with any vectors": (options) => new SemanticChunker({ ...options, embedder: toy }),
  "semantic by threshold": (options) =>
    new SemanticChunker({ ...options, embedder: toy, method: "threshold", maxSentences: 3 }),
  auto: ({ whitespace: _either, ...options }) => new ContentAwareChunker(options),
  balanced: (options) => new RecursiveTextSplitter({ ...options, balance: true }),
  "overlap by similarity": (options) => new RecursiveTextSplitter({ ...options, overlapBy: "similarity" }),
  text: (options) => new TextSplitter(options),
  recursive: (options) => new RecursiveTextSplitter(options),
  sentence: (options) => new SentenceSplitter(options),
  "own separators": (options) =>
    new RecursiveTextSplitter({
      ...options,
      separators: ["\n\n", "\n", ". ", { text: "<", cut: "before" }, " ", ""],
    }),
  ...Object.fromEntries(
    (["markdown", "html", "latex", "python", "typescript"] satisfies PresetName[]).map((preset) => [
      `preset ${preset}`,
      (options: SplitterOptions) => new RecursiveTextSplitter({ ...options, preset }),
    ]),
  ),
};

export const PRESET_NAMES = Object.keys(PRESETS) as PresetName[];

/** Options of every kind: sizes from one unit up, overlap none, absolute and as a share. */
export type ArbitraryOptions = SplitterOptions & { readonly size: number };

export const arbitraryOptions: fc.Arbitrary<ArbitraryOptions> = fc
  .record({
    size: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 5, max: 300 })),
    unit: fc.constantFrom("characters" as const, "tokens" as const),
    counter: fc.constantFrom(o200k, cl100k),
    overlapShare: fc.constantFrom(0, 0, 0.1, 0.2, 0.5, 0.95),
    absolute: fc.boolean(),
    minimum: fc.constantFrom(undefined, 0, 0.5),
    whitespace: fc.constantFrom("trim" as const, "keep" as const),
  })
  .map(({ overlapShare, absolute, size, ...rest }) => ({
    ...rest,
    size,
    overlap: absolute ? Math.floor(overlapShare * size) : overlapShare,
  }));
