import type { Span } from "../../core/span.ts";
import { SEAM, seamAt } from "../../text/seams.ts";
import { trimSpan } from "../../text/spans.ts";
import { skipWhitespace } from "../../text/whitespace.ts";
import type { ChunkIssue } from "./chunk-report.ts";
import type { Placed } from "./coverage.ts";

/** A part of the document that should stay whole where it fits. */
export interface Unit extends Span {
  readonly what: string;
}

/** Units that were cut although they are no larger than the largest chunk. Both lists are in order. */
export function cutUnits(
  text: string,
  chunks: readonly Placed[],
  units: readonly Unit[],
  largest: number,
): ChunkIssue[] {
  const issues: ChunkIssue[] = [];
  let next = 0;
  for (const { what, ...span } of units) {
    const { start, end } = trimSpan(text, span);
    while (next < chunks.length && chunks[next].chunk.span.end <= start) next++;
    const holder = chunks[next];
    // With overlap a later chunk may hold the unit that this one cuts.
    const whole = chunks
      .slice(next, next + 3)
      .some(({ chunk }) => chunk.span.start <= start && chunk.span.end >= end);
    if (holder === undefined || whole || end - start > largest) continue;
    const message = `A ${what} of ${end - start} characters is cut, though it fits.`;
    issues.push({ kind: "cut-unit", chunk: holder.index, span: { start, end }, message });
  }
  return issues;
}

/**
 * Chunks that end inside a sentence. `isProse` tells whether the words at a position are sentences at
 * all: the lines of code, tables and lists are not.
 */
export function cutSentences(
  text: string,
  chunks: readonly Placed[],
  isProse: (position: number) => boolean,
): ChunkIssue[] {
  const issues: ChunkIssue[] = [];
  chunks.forEach(({ chunk, index }, i) => {
    const { end } = chunk.span;
    const resumed = skipWhitespace(text, end, text.length);
    // A chunk whose end the next one repeats from a sentence on has lost nothing.
    const repeated = (chunks[i + 1]?.chunk.span.start ?? end) < end;
    if (resumed >= text.length || repeated || !isProse(end - 1) || !isProse(resumed)) return;
    if (seamAt(text, resumed) >= SEAM.sentence) return;
    const around = JSON.stringify(text.slice(Math.max(0, end - 20), resumed + 20));
    issues.push({
      kind: "cut-sentence",
      chunk: index,
      span: chunk.span,
      message: `It ends inside ${around}.`,
    });
  });
  return issues;
}

const HEADING_ONLY = /^#{1,6}[ \t][^\n]*$/;
/** A chunk this small beside the largest says too little to be found by. */
const RUNT = 1 / 20;

export function sizeIssues(
  chunks: readonly Placed[],
  largest: number,
  exceeds: (text: string) => boolean,
): ChunkIssue[] {
  const issues: ChunkIssue[] = [];
  for (const { chunk, index } of chunks) {
    const at = { chunk: index, span: chunk.span };
    if (chunk.oversize === true || exceeds(chunk.text))
      issues.push({ kind: "oversize", ...at, message: `Its ${chunk.tokens} tokens exceed the maximum.` });
    if (chunks.length > 1 && chunk.text.length < largest * RUNT)
      issues.push({ kind: "runt", ...at, message: `Only ${chunk.text.length} characters.` });
  }
  return issues;
}

/** Chunks of Markdown that are nothing but a heading. */
export function loneHeadings(chunks: readonly Placed[]): ChunkIssue[] {
  return chunks
    .filter(({ chunk }) => chunks.length > 1 && HEADING_ONLY.test(chunk.text.trim().slice(0, 500)))
    .map(({ chunk, index }) => {
      return {
        kind: "lone-heading",
        chunk: index,
        span: chunk.span,
        message: "A heading without what it heads.",
      };
    });
}
