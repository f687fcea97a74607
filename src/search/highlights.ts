import type { Span } from "../core/span.ts";
import type { TermPlace } from "./locate-terms.ts";

/** The words of a text that a query's terms match, in order and without overlaps. */
export function highlightsOf(places: readonly TermPlace[]): Span[] {
  const spans: Span[] = [];
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
    const last = spans.at(-1);
    if (last === undefined || start >= last.end) spans.push({ start, end });
    else if (end > last.end) spans[spans.length - 1] = { start: last.start, end };
  }
  return spans;
}
