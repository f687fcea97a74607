import type { Section } from "../../core/document.ts";
import type { Span } from "../../core/span.ts";
import { sentenceSpans } from "../../text/sentences.ts";
import { spanFinder } from "../../text/spans.ts";
import { BLOCK_LEVEL, WEAKEST_LEVEL } from "../markdown/levels.ts";
import { readMarkdown } from "../markdown/read-markdown.ts";

/** What is embedded as one: a sentence with the blanks behind it, or a block that has no sentences. */
export interface SemanticUnits {
  /** They tile the text from the first to the last. */
  readonly spans: readonly Span[];
  /** Where a chunk must begin: no chunk reaches across a heading. */
  readonly walls: ReadonlySet<number>;
  /** Starts of units that hold a fence, a table or the like: only cut when one exceeds the maximum by itself. */
  readonly solid: ReadonlySet<number>;
  /** The headings, for the chunks' paths. */
  readonly outline?: readonly Section[];
}

/** Sentences of plain text. Without structure there are no walls. */
export function plainUnits(text: string): SemanticUnits {
  const starts: number[] = [];
  for (const { start } of sentenceSpans(text)) starts.push(start);
  return { spans: tiles(starts, text.length), walls: new Set(), solid: new Set() };
}

/** Sentences of Markdown, with fences, tables and formulas as units and headings as walls. */
export async function markdownUnits(text: string): Promise<SemanticUnits> {
  const { seams, units, outline = [] } = await readMarkdown(text);
  const unitAt = spanFinder(units);
  const isInside = (position: number): boolean => (unitAt(position)?.start ?? position) < position;
  const starts = new Set<number>();
  for (const { start } of sentenceSpans(text)) starts.add(start);
  seams.positions.forEach((position, i) => {
    // A heading goes with what it heads; list items are sentences already.
    if (seams.levels[i] >= WEAKEST_LEVEL) starts.delete(position);
    else if (seams.levels[i] <= BLOCK_LEVEL) starts.add(position);
  });
  const kept = [...starts].filter((start) => !isInside(start)).sort((a, b) => a - b);
  const spans = tiles(kept, text.length);
  const spanAt = spanFinder(spans);
  const headings = new Set(outline.map(({ span }) => span.start));
  return {
    spans,
    walls: new Set(spans.filter(({ start }) => headings.has(start)).map(({ start }) => start)),
    solid: new Set(units.flatMap(({ start }) => spanAt(start)?.start ?? [])),
    outline,
  };
}

function tiles(starts: readonly number[], end: number): Span[] {
  return starts.map((start, i) => ({ start: i === 0 ? 0 : start, end: starts[i + 1] ?? end }));
}
