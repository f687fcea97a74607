import { extname } from "node:path";
import {
  type Chunk,
  type PresetName,
  RecursiveTextSplitter,
  SentenceSplitter,
  type Splitter,
  type SplitterOptions,
  TextSplitter,
} from "../chunk/index.ts";
import { invalidOption, SherdError } from "../core/errors.ts";
import { TokenCounter, type Unit } from "../text/index.ts";
import { ENCODING_NAMES } from "../text/tokens/encoding.ts";
import type { EncodingName } from "../text/tokens/pretokens.ts";
import { ChunkStats, count } from "./chunk-stats.ts";
import { renderChunk, renderDocumentHeader } from "./chunk-view.ts";
import { EXIT } from "./exit-codes.ts";
import { expandInputs, type Input, readText } from "./inputs.ts";
import { warn, write } from "./output.ts";
import { ProgressLine } from "./progress.ts";

interface ChunkFlags {
  readonly by: string;
  readonly size?: string;
  readonly unit: string;
  readonly overlap?: string;
  readonly minimum?: string;
  readonly whitespace?: string;
  readonly preset?: string;
  readonly encoding: string;
  readonly stats?: boolean;
  readonly json?: boolean;
}

/** Runs `sherd chunk` and returns the exit code. */
export async function chunkCommand(patterns: readonly string[], flags: ChunkFlags): Promise<number> {
  const inputs = patterns.length > 0 ? patterns : standardInput();
  const splitterFor = await splitters(flags);
  splitterFor(""); // wrong options fail before anything is read
  const stats = new ChunkStats();
  const progress = new ProgressLine(flags.stats === true || process.stdout.isTTY !== true);
  let documents = 0;
  let skipped = 0;
  let units = 0;

  for await (const input of expandInputs(inputs)) {
    const { path, error } = input;
    try {
      if (error !== undefined) throw error;
      const text = await readText(input);
      if (!flags.json && !flags.stats) await write(renderDocumentHeader(path));
      for (const chunk of located(splitterFor(path), input, text)) {
        if (flags.stats) stats.add(chunk);
        else await write(flags.json ? `${JSON.stringify(chunk)}\n` : renderChunk(chunk));
        progress.update((seconds) => {
          const done = (units + chunk.span.end) / 1e6;
          return `${path}: ${done.toFixed(1)} million characters in ${count(documents + 1, "file")}, ${(done / seconds).toFixed(1)} a second`;
        });
      }
      units += text.length;
      documents++;
    } catch (failure) {
      if (!(failure instanceof SherdError)) throw failure;
      progress.clear();
      warn(`sherd: ${failure.message}`);
      skipped++;
    }
  }
  progress.clear();
  if (flags.stats)
    await write(
      flags.json
        ? `${JSON.stringify({ documents, skipped, ...stats.summary() })}\n`
        : `${count(documents, "document")}, ${stats.render()}`,
    );
  if (skipped > 0) warn(`sherd: ${count(skipped, "input")} skipped, ${count(documents, "document")} split.`);
  return skipped === 0 ? EXIT.ok : documents > 0 ? EXIT.partial : EXIT.failure;
}

/** Chunks with the lines they stand on, one at a time. */
function* located(splitter: Splitter, { path, isFile }: Input, text: string): Generator<Chunk> {
  const document = isFile ? { id: path, text, metadata: { source: path } } : { text };
  let line = 1;
  let counted = 0;
  for (const chunk of splitter.stream(document)) {
    line += lineEnds(text, counted, chunk.span.start);
    counted = chunk.span.start;
    const last = line + lineEnds(text, counted, chunk.span.end - 1);
    yield { ...chunk, locator: `${isFile ? path : "stdin"}:${line}-${last}` };
  }
}

/** How many lines end in `[from, to)`: at LF, CRLF or a lone CR. */
function lineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) count++;
  }
  return count;
}

function standardInput(): string[] {
  if (process.stdin.isTTY) {
    throw new SherdError(
      "INVALID_OPTION",
      "Nothing to split: name files, folders or globs, or pipe text in.",
    );
  }
  return ["-"];
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

/** The splitter for each path: one a preset, made when first needed. */
async function splitters(flags: ChunkFlags): Promise<(path: string) => Splitter> {
  const unit = flags.unit as Unit;
  if (!ENCODING_NAMES.includes(flags.encoding as EncodingName)) {
    invalidOption("--encoding", flags.encoding, `one of: ${ENCODING_NAMES.join(", ")}`);
  }
  if (flags.preset !== undefined && flags.by !== "recursive") {
    invalidOption("--preset", flags.preset, `left out with --by ${flags.by}`);
  }
  const counter =
    unit === "tokens" ? await TokenCounter.create({ encoding: flags.encoding as EncodingName }) : undefined;
  const options: SplitterOptions = {
    unit,
    counter,
    size: flags.size === undefined ? undefined : numeric("--size", flags.size),
    overlap: amount("--overlap", flags.overlap),
    minimum: amount("--minimum", flags.minimum),
    whitespace: flags.whitespace as "trim" | "keep" | undefined,
  };
  switch (flags.by) {
    case "text":
      return constant(new TextSplitter(options));
    case "sentence":
      return constant(new SentenceSplitter(options));
    case "recursive":
      return recursiveSplitters(options, flags.preset);
    default:
      return invalidOption("--by", flags.by, "recursive, sentence or text");
  }
}

function constant(splitter: Splitter): () => Splitter {
  return () => splitter;
}

function recursiveSplitters(
  options: SplitterOptions,
  preset: string | undefined,
): (path: string) => Splitter {
  const made = new Map<string | undefined, Splitter>();
  return (path) => {
    const name =
      preset === "none"
        ? undefined
        : ((preset as PresetName) ?? EXTENSION_PRESETS[extname(path).toLowerCase()]);
    let splitter = made.get(name);
    if (splitter === undefined) {
      splitter = new RecursiveTextSplitter({ ...options, preset: name });
      made.set(name, splitter);
    }
    return splitter;
  };
}

/** "80", "0.2" or "20%". */
function amount(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!value.endsWith("%")) return numeric(flag, value);
  const percent = numeric(flag, value.slice(0, -1));
  if (percent < 0 || percent >= 100) invalidOption(flag, value, "a share from 0% to less than 100%");
  return percent / 100;
}

function numeric(flag: string, value: string): number {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  if (Number.isNaN(number)) invalidOption(flag, value, "a number");
  return number;
}
