import type { Boundary } from "../core/chunk.ts";
import { isAsciiLetter, isDigit, isLower, isUpper } from "./letters.ts";
import { endsSentence, endsSentenceUnspaced, endsWithStop, mayCloseSentence } from "./sentence-rules.ts";
import { isBreakingSpace, isLineBreak, isWhitespace } from "./whitespace.ts";

/**
 * Natural seams of running text. A seam lies *before* the character at its position: white space and
 * line breaks stay with the text they end. Every test looks at a bounded neighbourhood, so one pass
 * over a text costs time linear in its length, whatever it holds.
 */

/** Strength of a seam; 0 is none. The order is that of {@link Boundary}. */
export const SEAM = {
  none: 0,
  word: 1,
  clause: 2,
  line: 3,
  sentence: 4,
  list: 5,
  paragraph: 6,
  section: 7,
} as const;

const SEAM_BOUNDARIES: readonly Boundary[] = [
  "grapheme",
  "word",
  "clause",
  "line",
  "sentence",
  "list",
  "paragraph",
  "section",
];

/** How far a seam test looks for the end of a line or of a run of blanks. */
const LOOK = 120;

/** A line this short that opens a paragraph and has no stop reads as a title. */
const TITLE_LENGTH = 48;

export function seamBoundary(strength: number): Boundary {
  return SEAM_BOUNDARIES[strength];
}

/**
 * The strength of the seam before `position`. `headings` may be false where the caller knows that the
 * text has none, which spares the look at the line above.
 */
export function seamAt(text: string, position: number, headings = true): number {
  if (position <= 0 || position >= text.length) return SEAM.none;
  const previous = text.charCodeAt(position - 1);
  if (previous < 0x80) {
    if (previous === 32 || previous === 9) return spaceSeam(text, position);
    if (previous >= 10 && previous <= 13) return lineSeam(text, position, headings);
    if (previous === 33 || previous === 63) {
      return endsSentenceUnspaced(text, position) ? SEAM.sentence : SEAM.none;
    }
    return SEAM.none;
  }
  if (isBreakingSpace(previous)) return spaceSeam(text, position);
  if (isLineBreak(previous)) return lineSeam(text, position, headings);
  // A no-break space forbids a cut between words, not between sentences.
  if (isWhitespace(previous)) return spaceSeam(text, position) === SEAM.sentence ? SEAM.sentence : SEAM.none;
  return unspacedSeam(text, position, previous);
}

/**
 * Whether a sentence, a heading or a list item starts at `position`. The line under a title starts a
 * sentence although it is no good place for a cut: the title belongs to it.
 */
export function isSentenceStart(text: string, position: number): boolean {
  const strength = seamAt(text, position);
  if (strength >= SEAM.sentence) return true;
  return strength === SEAM.line && followsTitle(text, position);
}

function spaceSeam(text: string, position: number): number {
  const next = text.charCodeAt(position);
  if (isWhitespace(next)) return SEAM.none;
  let last = position - 2;
  while (last >= 0 && position - last < LOOK && isBreakingSpace(text.charCodeAt(last))) last--;
  if (last < 0) return SEAM.word;
  const code = text.charCodeAt(last);
  if (isAsciiLetter(code)) return SEAM.word;
  if (mayCloseSentence(code) && endsSentence(text, last, position)) return SEAM.sentence;
  return isClauseMark(code) ? SEAM.clause : SEAM.word;
}

function lineSeam(text: string, position: number, headings: boolean): number {
  const next = text.charCodeAt(position);
  if (next === 10 && text.charCodeAt(position - 1) === 13) return SEAM.none; // inside CRLF
  const content = firstOfLine(text, position);
  if (content < 0) return SEAM.none; // a blank line belongs to the text before it

  let last = position - 1;
  let breaks = 0;
  let formFeed = false;
  while (last >= 0 && position - last < LOOK) {
    const code = text.charCodeAt(last);
    if (!isWhitespace(code) && code !== 0x85) break;
    if (isLineBreak(code)) {
      breaks++;
      formFeed ||= code === 12;
      if (code === 10 && text.charCodeAt(last - 1) === 13) last--;
    }
    last--;
  }
  if (isHeading(text, content, position)) return SEAM.section;
  const strength = breakStrength(text, last, content, breaks, formFeed);
  // A heading or a title stays with what it heads.
  if (strength === SEAM.paragraph && isTitleParagraph(text, last)) return SEAM.line;
  return headings && strength > SEAM.sentence && isHeadingLine(text, last) ? SEAM.line : strength;
}

function breakStrength(
  text: string,
  last: number,
  content: number,
  breaks: number,
  formFeed: boolean,
): number {
  if (formFeed || breaks > 2) return SEAM.section;
  if (breaks === 2) return SEAM.paragraph;
  if (isListItem(text, content)) return SEAM.list;
  if (last < 0) return SEAM.line;
  if (mayCloseSentence(text.charCodeAt(last)) && endsSentence(text, last, content)) return SEAM.sentence;
  return endsTitle(text, last, content) ? SEAM.sentence : SEAM.line;
}

/** Seams in scripts that put no space after a stop, and behind dashes. */
function unspacedSeam(text: string, position: number, previous: number): number {
  const next = text.charCodeAt(position);
  if (isWhitespace(next)) return SEAM.none;
  if (previous === 0x3001 || previous === 0xff0c || previous === 0xff1b || previous === 0xff1a)
    return SEAM.clause;
  if (previous === 0x2014) return isDigit(next) ? SEAM.none : SEAM.clause;
  if (previous < 0x3000 && previous > 0x2100) return SEAM.none;
  return endsSentenceUnspaced(text, position) ? SEAM.sentence : SEAM.none;
}

/** Comma, semicolon, colon, dashes; also Arabic, Greek, Armenian and CJK forms. */
function isClauseMark(code: number): boolean {
  return (
    code === 44 ||
    code === 59 ||
    code === 58 ||
    code === 0x2014 ||
    code === 0x2013 ||
    code === 0x60c ||
    code === 0x61b ||
    code === 0x387 ||
    code === 0x55d ||
    code === 0x3001 ||
    code === 0xff0c ||
    code === 0xff1a ||
    code === 0xff1b
  );
}

/** Where the content of the line starting at `position` begins, or -1 if the line is blank. */
function firstOfLine(text: string, position: number): number {
  let at = position;
  while (at < text.length && at - position < LOOK) {
    const code = text.charCodeAt(at);
    if (isLineBreak(code)) return -1;
    if (!isWhitespace(code)) return at;
    at++;
  }
  return at < text.length ? at : -1;
}

/** An ATX heading: one to six "#" and a blank, indented by three at most. */
function isHeading(text: string, content: number, lineStart: number): boolean {
  if (text.charCodeAt(content) !== 35 || content - lineStart > 3) return false;
  let at = content;
  while (at - content < 7 && text.charCodeAt(at) === 35) at++;
  return at - content < 7 && isWhitespace(text.charCodeAt(at));
}

/** Whether the line that ends at `last` is a heading. */
function isHeadingLine(text: string, last: number): boolean {
  if (last < 0 || !text.slice(Math.max(0, last - LOOK), last).includes("#")) return false;
  const start = startOfLine(text, last);
  return start >= 0 && isHeading(text, firstOfLine(text, start), start);
}

/** Whether a blank line or a heading stands above: a sentence starts here, but no good cut lies here. */
function followsTitle(text: string, position: number): boolean {
  let last = position - 1;
  let breaks = 0;
  while (last >= 0 && position - last < LOOK && isWhitespace(text.charCodeAt(last))) {
    const code = text.charCodeAt(last);
    if (isLineBreak(code) && !(code === 13 && text.charCodeAt(last + 1) === 10)) breaks++;
    last--;
  }
  return breaks > 1 || isHeadingLine(text, last);
}

/** The start of the line that holds `index`, or -1 if it is further away than `look`. */
function startOfLine(text: string, index: number, look = LOOK): number {
  if (index < 0) return -1;
  const from = Math.max(0, index - look);
  const line = text.slice(from, index + 1);
  // Native searches: a character at a time is ten times slower, and every line asks.
  const start = Math.max(line.lastIndexOf("\n"), line.lastIndexOf("\r"), line.lastIndexOf("\f")) + 1;
  return start > 0 || from === 0 ? from + start : -1;
}

/** "- a", "• a", "12. a", "3) a", "(b) a", "c. a", "iv. a", "・甲", "一、甲"; "B. a" only under "A. a". */
const LIST_ITEM =
  /^(?:[-*+•‣◦–](?=[ \t])|・|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})\)[ \t]|(?:\d{1,3}|[a-z]|[ivx]{1,5})\.[ \t]|[一二三四五六七八九十]{1,3}、)/;

function isListItem(text: string, content: number): boolean {
  const code = text.charCodeAt(content);
  // Most lines begin with a word: its second letter settles it without a regular expression.
  if (
    isAsciiLetter(code) &&
    isAsciiLetter(text.charCodeAt(content + 1)) &&
    code !== 105 &&
    code !== 118 &&
    code !== 120
  ) {
    return false;
  }
  if (LIST_ITEM.test(text.slice(content, content + 8))) return true;
  return (
    code >= 66 && code <= 90 && text.charCodeAt(content + 1) === 46 && followsLetterItem(text, content, code)
  );
}

/** Whether the line above begins with the letter before this one: "J. Smith" alone is a name. */
function followsLetterItem(text: string, content: number, code: number): boolean {
  let above = content - 1;
  while (above > 0 && content - above < LOOK && isWhitespace(text.charCodeAt(above))) above--;
  const start = startOfLine(text, above);
  if (start < 0) return false;
  const first = firstOfLine(text, start);
  return text.charCodeAt(first) === code - 1 && text.charCodeAt(first + 1) === 46;
}

/** "Article 8" or "第８条" between blank lines: a short paragraph without a stop is a title. */
function isTitleParagraph(text: string, last: number): boolean {
  const start = titleStart(text, last);
  return start >= 0 && !isListItem(text, start);
}

/**
 * A short line without a stop that opens its paragraph, over a line that begins with a capital: one to
 * three words, or every longer word capitalised. Anything else is taken for a wrapped line.
 */
function endsTitle(text: string, last: number, next: number): boolean {
  if (!isUpper(text, next)) return false;
  const start = titleStart(text, last);
  if (start < 0 || (!isUpper(text, start) && !isDigit(text.charCodeAt(start)))) return false;
  const words = text.slice(start, last + 1).split(" ");
  return words.length <= 3 || !words.some((word) => word.length > 3 && isLower(word, 0));
}

/** The start of a line that is short, opens its paragraph and ends in no mark, or -1. */
function titleStart(text: string, last: number): number {
  const code = text.charCodeAt(last);
  if (isClauseMark(code) || code === 45 || endsWithStop(text, last)) return -1;
  const start = startOfLine(text, last, TITLE_LENGTH);
  if (start <= 0) return start;
  let above = start - 1;
  if (text.charCodeAt(above) === 10 && text.charCodeAt(above - 1) === 13) above--;
  while (above > 0 && start - above < LOOK && isBreakingSpace(text.charCodeAt(above - 1))) above--;
  return above === 0 || isLineBreak(text.charCodeAt(above - 1)) ? start : -1;
}

/** No seam can follow the unit: the cheap test that passes over most of a text. */
export function isInsideWord(code: number): boolean {
  return code < 0x80 && code !== 32 && code !== 33 && code !== 63 && (code > 13 || code < 9);
}
