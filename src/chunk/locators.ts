import type { Chunk } from "../core/chunk.ts";
import type { DocumentInput, Section } from "../core/document.ts";
import type { Span } from "../core/span.ts";

/** Where a person finds a span of the document. Spans must come in order. */
export type Locate = (span: Span) => string | undefined;

/** By the pages, slides or cells of the document's outline, else by the lines of its source. */
export function locatorsOf(document: DocumentInput): Locate {
  const { locator, span } = document as Partial<Chunk>;
  // A chunk that is split further: its spans are relative to it, so all that is known is its own place.
  if (span !== undefined) return () => locator;
  const places = document.outline?.filter((section) => section.locator !== undefined) ?? [];
  if (places.length > 0) return byPlaces(places);
  const source = document.metadata?.source;
  return typeof source === "string" ? byLines(source, document.text) : () => undefined;
}

function byPlaces(places: readonly Section[]): Locate {
  const sorted = places.toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  const at = (): ((position: number) => string | undefined) => {
    let next = 0;
    return (position) => {
      while (next < sorted.length && sorted[next].span.start <= position) next++;
      return sorted[Math.max(0, next - 1)].locator;
    };
  };
  const first = at();
  const last = at();
  return ({ start, end }) => joined(first(start) ?? "", last(Math.max(start, end - 1)) ?? "");
}

const NUMBERED = /^(.*?)(\d+)$/;

/** "p. 3" and "p. 5" are "p. 3-5". */
function joined(first: string, last: string): string {
  if (first === last) return first;
  const from = NUMBERED.exec(first);
  const to = NUMBERED.exec(last);
  return from !== null && to !== null && from[1] === to[1] ? `${first}-${to[2]}` : `${first} - ${last}`;
}

function byLines(source: string, text: string): Locate {
  const lines = lineNumbers(text);
  return (span) => {
    const { startLine, endLine } = lines(span);
    return `${source}:${startLine}-${endLine}`;
  };
}

/** The lines a span stands on, from 1, both inclusive. Spans must come in order; the text is read once. */
export function lineNumbers(text: string): (span: Span) => { startLine: number; endLine: number } {
  const ends = text.includes("\r") ? lineEnds : newlineCounter();
  /** Lines that end before where the last span began, and before where it ended. */
  let begun = { line: 1, at: 0 };
  let ended = begun;
  return ({ start, end }) => {
    // Most spans begin where the last one ended.
    const from = ended.at <= start ? ended : begun;
    begun = { line: from.line + ends(text, from.at, start), at: start };
    const last = Math.max(start, end - 1);
    ended = { line: begun.line + ends(text, start, last), at: last };
    return { startLine: begun.line, endLine: ended.line };
  };
}

/**
 * How many lines end in `[from, to)` of a text whose lines all end at LF: searched natively. The end that was found last
 * is remembered, so that a long line is searched once and not with each span in it.
 */
function newlineCounter(): typeof lineEnds {
  let [found, foundFrom] = [-1, 0];
  const next = (text: string, from: number): number => {
    if (from >= foundFrom && from <= found) return found;
    const at = text.indexOf("\n", from);
    [found, foundFrom] = [at < 0 ? text.length : at, from];
    return found;
  };
  return (text, from, to) => {
    let count = 0;
    for (let at = next(text, from); at < to; at = next(text, at + 1)) count++;
    return count;
  };
}

/** How many lines end there at LF, CRLF or a lone CR. */
function lineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) count++;
  }
  return count;
}
