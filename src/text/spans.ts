import type { Span } from "../core/span.ts";
import { skipWhitespace, skipWhitespaceBack } from "./whitespace.ts";

export function sliceSpan(text: string, span: Span): string {
  return text.slice(span.start, span.end);
}

/** How many UTF-16 units two spans share; 0 when they only touch. */
export function sharedLength(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
}

export function containsSpan(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The span without surrounding white space; empty at its start when there is nothing else. */
export function trimSpan(text: string, span: Span): Span {
  const start = skipWhitespace(text, span.start, span.end);
  if (start === span.end) return { start: span.start, end: span.start };
  return { start, end: skipWhitespaceBack(text, span.end, start) };
}

/** Tells which of the spans, in order and disjoint, holds a position. */
export function spanFinder<S extends Span>(spans: readonly S[]): (position: number) => S | undefined {
  return (position) => {
    let low = 0;
    let high = spans.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (spans[middle].end <= position) low = middle + 1;
      else high = middle;
    }
    return low < spans.length && spans[low].start <= position ? spans[low] : undefined;
  };
}
