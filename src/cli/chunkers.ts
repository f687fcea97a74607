import { extname } from "node:path";
import {
  CodeChunker,
  ContentAwareChunker,
  HtmlChunker,
  LatexChunker,
  MarkdownChunker,
  ParentChildChunker,
  type PresetName,
  RecursiveTextSplitter,
  SemanticChunker,
  type SemanticExplanation,
  SentenceSplitter,
  type SplitterOptions,
  TableChunker,
  TextSplitter,
} from "../chunk/index.ts";
import type { Chunk } from "../core/chunk.ts";
import type { DocumentInput } from "../core/document.ts";
import { invalidOption } from "../core/errors.ts";
import { resolveEmbedder } from "../embed/index.ts";
import { TokenCounter } from "../text/index.ts";
import type { ChunkSettings } from "./chunk-settings.ts";
import type { SemanticSettings } from "./semantic-settings.ts";

/** What the program needs of a chunker. */
export interface DocumentChunker {
  /** Chunks of a document, one at a time where the chunker can. */
  stream(document: DocumentInput): Iterable<Chunk> | AsyncIterable<Chunk>;
  /** Why it cuts where it cuts; only the semantic one can tell. */
  explain?(document: DocumentInput): Promise<SemanticExplanation>;
}

/** The chunker the settings name, made once; wrong options are thrown here, before anything is read. */
export async function makeChunker(settings: ChunkSettings): Promise<DocumentChunker> {
  const { by, sizes, preset, language } = settings;
  const counter =
    sizes.unit === "tokens" ? await TokenCounter.create({ encoding: settings.encoding }) : undefined;
  const options: SplitterOptions = { ...sizes, counter };
  switch (by) {
    case "auto":
      return new ContentAwareChunker(preset === undefined ? options : { ...options, preset: "agent" });
    case "parent-child":
      return collecting(parentChild(options));
    case "markdown":
      return new MarkdownChunker(options);
    case "html":
      return new HtmlChunker(options);
    case "latex":
      return new LatexChunker(options);
    case "code":
      return new CodeChunker({ ...options, language });
    case "table":
      return new TableChunker(options);
    case "sentence":
      return new SentenceSplitter(options);
    case "text":
      return new TextSplitter(options);
    case "recursive":
      return recursive(options, preset);
    case "semantic":
      return semantic(options, settings.semantic);
  }
}

function collecting(chunker: ParentChildChunker): DocumentChunker {
  return {
    async *stream(document) {
      yield* await chunker.split(document);
    },
  };
}

/** With a threshold that one, else the optimal cutting. */
async function semantic(
  options: SplitterOptions,
  { embedder, threshold }: SemanticSettings = { embedder: "bundled" },
): Promise<SemanticChunker> {
  const method = threshold === undefined ? "optimal" : "threshold";
  return new SemanticChunker({ ...options, embedder: await resolveEmbedder(embedder), method, threshold });
}

/** `--size` is the children's; the parents' is three times that, as by default. */
function parentChild(options: SplitterOptions): ParentChildChunker {
  for (const name of ["overlap", "overlapBy", "balance", "whitespace"] as const)
    if (options[name] !== undefined)
      invalidOption(
        `--${name === "overlapBy" ? "overlap-by" : name}`,
        options[name],
        "left out with --by parent-child",
      );
  const { size, minimum, unit, counter } = options;
  const sizes = size === undefined ? {} : { childSize: size, parentSize: 3 * size };
  return new ParentChildChunker({ ...sizes, childMinimum: minimum, unit, counter });
}

const EXTENSION_PRESETS: Readonly<Record<string, PresetName>> = {
  ".md": "markdown",
  ".markdown": "markdown",
  ".mdx": "markdown",
  ".html": "html",
  ".htm": "html",
  ".tex": "latex",
  ".sh": "bash",
  ".bash": "bash",
  ".c": "c",
  ".h": "c",
  ".cc": "cpp",
  ".cpp": "cpp",
  ".hpp": "cpp",
  ".cs": "csharp",
  ".css": "css",
  ".go": "go",
  ".java": "java",
  ".js": "javascript",
  ".mjs": "javascript",
  ".cjs": "javascript",
  ".jsx": "javascript",
  ".kt": "kotlin",
  ".php": "php",
  ".py": "python",
  ".rb": "ruby",
  ".rs": "rust",
  ".scala": "scala",
  ".sql": "sql",
  ".swift": "swift",
  ".ts": "typescript",
  ".mts": "typescript",
  ".tsx": "typescript",
};

/** One splitter a preset, made when first needed. */
function recursive(options: SplitterOptions, preset: string | undefined): DocumentChunker {
  const made = new Map<string | undefined, RecursiveTextSplitter>();
  const splitterFor = (path: string): RecursiveTextSplitter => {
    const name = preset === "none" ? undefined : ((preset as PresetName) ?? EXTENSION_PRESETS[extname(path)]);
    const known = made.get(name) ?? new RecursiveTextSplitter({ ...options, preset: name });
    made.set(name, known);
    return known;
  };
  splitterFor("");
  return { stream: (document) => splitterFor((document.id ?? "").toLowerCase()).stream(document) };
}
