import {
  type ChunkReport,
  DEFAULT_SIZE_CHARACTERS,
  DEFAULT_SIZE_TOKENS,
  validateChunks,
} from "../chunk/index.ts";
import type { Chunk } from "../core/chunk.ts";
import type { DocumentInput } from "../core/document.ts";
import { DocumentLoader } from "../load/index.ts";
import { TokenCounter } from "../text/index.ts";
import type { ChunkSettings } from "./chunk-settings.ts";
import { ChunkStats } from "./chunk-stats.ts";
import { renderChunk, renderDocumentHeader } from "./chunk-view.ts";
import type { DocumentChunker } from "./chunkers.ts";
import { type Input, readStandardInput, STANDARD_INPUT } from "./inputs.ts";
import { renderPlot } from "./similarity-plot.ts";

/** What one input gave, in the form the output needs. */
export interface JobResult {
  readonly characters: number;
  readonly stats?: ChunkStats;
  readonly report?: ChunkReport;
  /** What the loader left out or guessed. */
  readonly warnings: readonly string[];
}

/** Loads and chunks one input. Chunks to be shown are written as they come; the rest is returned. */
export async function runJob(
  input: Input,
  settings: ChunkSettings,
  chunker: DocumentChunker,
  write: (output: string) => Promise<void> | void,
): Promise<JobResult> {
  const document = await load(input, settings.cache);
  const characters = document.text.length;
  const warnings = (document.metadata?.warnings ?? []) as readonly string[];
  switch (settings.output) {
    case "check":
      return { characters, warnings, report: await check(document, settings, chunker) };
    case "stats": {
      const stats = new ChunkStats();
      for await (const one of chunker.stream(document)) stats.add(one);
      return { characters, warnings, stats };
    }
    case "plot":
    case "plot json": {
      const explanation = await chunker.explain?.(document);
      if (explanation === undefined) return { characters, warnings };
      await write(
        settings.output === "plot"
          ? renderPlot(input.path, document.text, explanation, settings.columns)
          : `${JSON.stringify({ path: input.path, ...explanation })}\n`,
      );
      return { characters, warnings };
    }
    default: {
      const render = settings.output === "json" ? jsonLine : renderChunk;
      if (settings.output === "view") await write(renderDocumentHeader(input.path));
      for await (const one of chunker.stream(document)) await write(render(one));
      return { characters, warnings };
    }
  }
}

function jsonLine(chunk: Chunk): string {
  return `${JSON.stringify(chunk)}\n`;
}

async function load(input: Input, cache: string | undefined): Promise<DocumentInput> {
  if (input.isFile) return DocumentLoader.fromFile(input.path, { cache });
  const { text, metadata } = await DocumentLoader.fromBytes(STANDARD_INPUT.path, await readStandardInput());
  // What comes through a pipe has no name: its text's hash will do.
  return { text, metadata: { ...metadata, source: "stdin" } };
}

async function check(
  document: DocumentInput,
  { sizes, encoding, by, preset }: ChunkSettings,
  chunker: DocumentChunker,
): Promise<ChunkReport> {
  const chunks = await Array.fromAsync(chunker.stream(document));
  const { unit } = sizes;
  // Parents have another maximum than children, and the preset's depends on the text: what a chunk says of
  // itself has to do then.
  if (by === "parent-child" || preset !== undefined) return validateChunks(document, chunks);
  const size = sizes.size ?? (unit === "tokens" ? DEFAULT_SIZE_TOKENS : DEFAULT_SIZE_CHARACTERS);
  const counter = unit === "tokens" ? await TokenCounter.create({ encoding }) : undefined;
  return validateChunks(document, chunks, { size, unit, counter });
}
