import type { Chunk } from "../../core/chunk.ts";
import type { DocumentInput } from "../../core/document.ts";
import { SherdError } from "../../core/errors.ts";
import { spanFinder } from "../../text/spans.ts";
import { checkText } from "../chunk-builder.ts";
import { type DocumentContent, documentContent } from "../document-content.ts";
import { exceeds } from "../exceeds.ts";
import { readHtml } from "../html/read-html.ts";
import { readMarkdown } from "../markdown/read-markdown.ts";
import { resolveSizing, type SplitterOptions } from "../options.ts";
import { type ChunkIssue, type ChunkReport, reportOf } from "./chunk-report.ts";
import { coverageIssues, familyIssues, type Placed } from "./coverage.ts";
import { cutSentences, cutUnits, loneHeadings, sizeIssues, type Unit } from "./seam-issues.ts";

/** The maximum the chunks were to keep, as their chunker was told. Without it only marked ones are oversize. */
export type ValidateOptions = Pick<SplitterOptions, "size" | "unit" | "counter">;

/**
 * Holds any chunker's chunks against the document they were cut from: whether they are exact, complete
 * and in order, and whether what belongs together was cut. Throws only on what is no chunk at all.
 */
export async function validateChunks(
  document: DocumentInput,
  chunks: readonly Chunk[],
  options: ValidateOptions = {},
): Promise<ChunkReport> {
  checkText(document?.text);
  const { text } = document;
  const sizing = options.size === undefined ? undefined : resolveSizing(options, { overlap: 0 });
  const tooLarge = (part: string): boolean => sizing !== undefined && exceeds(part, sizing);
  const content = await documentContent(document);
  const { units, isProse } = await proseOf(text, content);

  const placed = chunks.map((chunk, index) => ({ chunk: checkChunk(chunk, index), index }));
  const children = placed.filter(({ chunk }) => chunk.kind === "child");
  const others = placed.filter(({ chunk }) => chunk.kind !== "child");
  const issues = familyIssues(chunks);
  for (const group of [others, children]) {
    if (group.length === 0 && (group === children || chunks.length > 0)) continue;
    const largest = group.reduce((most, { chunk }) => Math.max(most, chunk.text.length), 0);
    const found = [
      coverageIssues(text, group),
      sizeIssues(group, largest, tooLarge),
      cutUnits(text, group, units, tooLarge),
      cutSentences(text, group, isProse),
      content.type === "markdown" ? loneHeadings(group) : [],
      await brokenSyntax(text, group, content),
    ];
    for (const list of found) for (const issue of list) issues.push(issue);
  }
  issues.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  return reportOf(document.id, chunks.length, issues);
}

function checkChunk(chunk: Chunk, index: number): Chunk {
  if (
    typeof chunk?.text === "string" &&
    Number.isSafeInteger(chunk.span?.start) &&
    Number.isSafeInteger(chunk.span?.end)
  )
    return chunk;
  throw new SherdError(
    "INVALID_DOCUMENT",
    `Chunk ${index} has no text or no span; every chunk needs both to be held against its document.`,
    { index },
  );
}

interface Prose {
  /** What is to stay whole. */
  readonly units: readonly Unit[];
  readonly isProse: (position: number) => boolean;
}

async function proseOf(text: string, { type }: DocumentContent): Promise<Prose> {
  switch (type) {
    case "markdown": {
      const { units } = await readMarkdown(text);
      const unitAt = spanFinder(units);
      return {
        units: units.filter(({ what }) => what !== "html"),
        isProse: (position) => unitAt(position) === undefined,
      };
    }
    case "html": {
      const { tables, code } = await readHtml(text);
      const units = [
        ...tables.map((table) => ({ ...table, what: "table" })),
        ...code.filter(({ tag }) => tag === "pre").map((block) => ({ ...block, what: "code block" })),
      ];
      return { units: units.sort((a, b) => a.start - b.start), isProse: () => false };
    }
    default:
      return { units: [], isProse: () => type === "text" };
  }
}

/** Chunks of code that no longer parse although the whole does. */
async function brokenSyntax(
  text: string,
  chunks: readonly Placed[],
  { type, language }: DocumentContent,
): Promise<ChunkIssue[]> {
  if (type !== "code" || language === undefined || chunks.length < 2) return [];
  const { hasSyntaxError } = await import("../code/syntax-errors.ts");
  if ((await hasSyntaxError(text, language)) !== false) return [];
  const issues: ChunkIssue[] = [];
  for (const { chunk, index } of chunks) {
    if ((await hasSyntaxError(chunk.text, language)) !== true) continue;
    const message = `It does not parse as ${language} by itself.`;
    issues.push({ kind: "broken-syntax", chunk: index, span: chunk.span, message });
  }
  return issues;
}
