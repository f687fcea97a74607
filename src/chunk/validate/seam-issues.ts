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

/** Units that were cut although they fit. Both lists are in order. */
export function cutUnits(
  text: string,
  chunks: readonly Placed[],
  units: readonly Unit[],
  exceeds: (text: string) => boolean,
): ChunkIssue[] {
  const issues: ChunkIssue[] = [];
  const mostTokens = chunks.reduce((most, { chunk }) => Math.max(most, chunk.tokens), 0);
  let next = 0;
  for (const { what, ...span } of units) {
    const { start, end } = trimSpan(text, span);
    while (next < chunks.length && chunks[next].chunk.span.end <= start) next++;
    const holder = chunks[next];
    // With overlap a later chunk may hold the unit that this one cuts.
    const whole = chunks
      .slice(next, next + 3)
      .some(({ chunk }) => chunk.span.start <= start && chunk.span.end >= end);
    if (holder === undefined || whole || !fits(chunks, next, { start, end }, mostTokens)) continue;
    if (exceeds(text.slice(start, end))) continue;
    const message = `A ${what} of ${end - start} characters is cut, though it fits.`;
    issues.push({ kind: "cut-unit", chunk: holder.index, span: { start, end }, message });
  }
  return issues;
}

/** Whether a unit is no larger than the largest chunk, by the tokens of the chunks that share it. */
function fits(chunks: readonly Placed[], first: number, unit: Span, mostTokens: number): boolean {
  let tokens = 0;
  for (let i = first; i < chunks.length && chunks[i].chunk.span.start < unit.end; i++) {
    const { span, tokens: all } = chunks[i].chunk;
    const shared = Math.min(span.end, unit.end) - Math.max(span.start, unit.start);
    tokens += (all * Math.max(0, shared)) / Math.max(1, span.end - span.start);
  }
  return tokens <= mostTokens;
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

const LAST_HEADING = /(?:^|\n)[ \t]*#{1,6}[ \t][^\n]*$/;
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

/** Chunks of Markdown that end with a heading, whose text is in the next one. */
export function loneHeadings(chunks: readonly Placed[]): ChunkIssue[] {
  return chunks
    .slice(0, -1)
    .filter(({ chunk }) => LAST_HEADING.test(chunk.text.trimEnd().slice(-500)))
    .map(({ chunk, index }) => {
      return {
        kind: "lone-heading",
        chunk: index,
        span: chunk.span,
        message: "A heading without what it heads.",
      };
    });
}
