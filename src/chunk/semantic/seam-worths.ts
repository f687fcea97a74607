import type { Span } from "../../core/span.ts";
import { SEAM, seamAt } from "../../text/seams.ts";

/** An author who begins a paragraph says that something begins (`bench/semantic/tune.mjs`). */
const PARAGRAPH_WORTH = 0.04;
/** A cut inside a sentence, or between a title and what it heads, has to be made up for by much else. */
const SEVERED_WORTH = -0.02;

/** A text with most of its characters in lines longer than this is not wrapped by hand. */
const WRAPPED_LINE = 120;

/** What it is worth to begin a chunk at each unit, whatever the units say. */
export function seamWorths(text: string, units: readonly Span[]): number[] {
  const isParagraph = paragraphTest(text);
  return units.map(({ start }) => {
    if (start === 0) return 0;
    const strength = seamAt(text, start);
    if (strength < SEAM.sentence) return SEVERED_WORTH;
    return isParagraph(start, strength) ? PARAGRAPH_WORTH : 0;
  });
}

/** Whether a paragraph begins at a seam: at every line, where lines are not wrapped. */
export function paragraphTest(text: string): (position: number, strength: number) => boolean {
  const linesAreParagraphs = !isWrapped(text);
  return (position, strength) =>
    strength >= SEAM.paragraph ||
    (linesAreParagraphs && strength >= SEAM.sentence && isLineStart(text, position));
}

function isWrapped(text: string): boolean {
  let long = 0;
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf("\n", start);
    const end = next < 0 ? text.length : next;
    if (end - start > WRAPPED_LINE) long += end - start;
    start = end + 1;
  }
  return long < text.length / 2;
}

/** Whether only blanks stand between a line break and the position. */
function isLineStart(text: string, position: number): boolean {
  const before = text.slice(Math.max(0, position - 16), position);
  return /[\n\r][ \t]*$/.test(before);
}
