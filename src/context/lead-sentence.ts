import { frontMatter } from "../text/front-matter.ts";
import { sentenceSpans } from "../text/sentences.ts";
import { oneLine } from "./one-line.ts";

/** What a document says first, it says near its beginning. */
const LOOKED_AT = 4_000;
const LONGEST = 300;
/** A shorter one is a heading, a label or a name. */
const FEWEST_WORDS = 5;
/** Headings, lists, tables, quotes, markup, fences. */
const NO_PROSE = /^(?:#{1,6}\s|[-*+|<>=]|\d+[.)]\s|```|~~~|!\[|\[!)/;
const STOP = /[.!?…。！？।؟]["'”’»)\]]{0,3}$/u;
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]/;

/** The first sentence of a text that is one: what the whole is about, more often than not. */
export function leadSentence(text: string): string | undefined {
  const start = frontMatter(text)?.end ?? 0;
  const head = text.slice(start, start + LOOKED_AT);
  for (const span of sentenceSpans(head)) {
    // A line break inside a paragraph ends no sentence, but a heading without a stop may run into its text.
    const line = head.slice(span.start, span.end);
    if (NO_PROSE.test(line) || !STOP.test(line)) continue;
    if (!UNSPACED.test(line) && line.split(/\s+/, FEWEST_WORDS).length < FEWEST_WORDS) continue;
    return oneLine(line, LONGEST);
  }
  return undefined;
}
