import type { Span } from "../core/span.ts";
import { isInsideWord, isSentenceStart } from "./seams.ts";
import { trimSpan } from "./spans.ts";

/**
 * The sentences of a text, in order, without surrounding white space. Headings and list items count
 * as sentences; a line break inside a paragraph does not end one. One pass, constant memory.
 */
export function* sentenceSpans(text: string): Generator<Span> {
  let start = 0;
  for (let at = 1; at < text.length; at++) {
    if (isInsideWord(text.charCodeAt(at - 1)) || !isSentenceStart(text, at)) continue;
    const span = trimSpan(text, { start, end: at });
    if (span.end > span.start) yield span;
    start = at;
  }
  const span = trimSpan(text, { start, end: text.length });
  if (span.end > span.start) yield span;
}

export function splitSentences(text: string): string[] {
  return Array.from(sentenceSpans(text), (span) => text.slice(span.start, span.end));
}
