import { headingSections, headingTitle } from "../chunk/markdown/headings.ts";
import type { Section } from "../core/document.ts";

interface Line {
  readonly start: number;
  readonly text: string;
}

/**
 * The sections of a Markdown text, by its headings. One look at each line: headings in lists, quotes and
 * HTML blocks are left to the Markdown chunker, which parses the text in full.
 */
export function markdownOutline(text: string, from = 0): Section[] {
  const headings: { title: string; level: number; start: number }[] = [];
  /** What closes the fence or comment the line is in. */
  let closing: ((line: string) => boolean) | undefined;
  let paragraph: Line | undefined;
  for (const line of linesOf(text, from)) {
    if (closing !== undefined) {
      if (closing(line.text)) closing = undefined;
      continue;
    }
    // Most lines are of words, and go on with the paragraph before them or begin one.
    if (WORDS.test(line.text)) {
      paragraph ??= line;
      continue;
    }
    closing = openingOf(line.text);
    const level = closing === undefined ? atxLevel(line.text) : 0;
    const underline = paragraph !== undefined && closing === undefined ? underlineLevel(line.text) : 0;
    if (level > 0) headings.push({ title: atxTitle(line.text), level, start: line.start });
    else if (underline > 0 && paragraph !== undefined) {
      headings.push({ title: headingTitle(paragraph.text.trim()), level: underline, start: paragraph.start });
    }
    paragraph =
      closing === undefined && level === 0 && underline === 0 && isParagraph(line.text)
        ? (paragraph ?? line)
        : undefined;
  }
  return headingSections(headings, text.length);
}

/** Begins with a letter: no mark of Markdown does. */
const WORDS = /^ {0,3}\p{L}/u;
/** No heading is longer; of longer lines only the head is looked at. */
const LONGEST_LINE = 2_000;

function* linesOf(text: string, from: number): Generator<Line> {
  for (let start = from; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    yield { start, text: text.slice(start, Math.min(end, start + LONGEST_LINE)) };
    start = end + 1;
  }
}

/** A fence or an HTML comment that the line opens and does not close. */
function openingOf(line: string): ((line: string) => boolean) | undefined {
  const [, fence] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
  // A backtick after the fence makes it inline code.
  if (
    fence !== undefined &&
    (fence[0] === "~" || !line.slice(line.indexOf(fence) + fence.length).includes("`"))
  ) {
    return (later) => {
      const [, close = ""] = /^ {0,3}(`{3,}|~{3,})[ \t]*\r?$/.exec(later) ?? [];
      return close[0] === fence[0] && close.length >= fence.length;
    };
  }
  const comment = /^ {0,3}<!--/.exec(line);
  if (comment !== null && !line.includes("-->", comment[0].length)) return (later) => later.includes("-->");
  return undefined;
}

function atxLevel(line: string): number {
  const [, marks] = /^ {0,3}(#{1,6})(?:[ \t\r]|$)/.exec(line) ?? [];
  return marks?.length ?? 0;
}

function atxTitle(line: string): string {
  const words = line.trim().replace(/^#+/, "").trim();
  const marks = /#+$/.exec(words)?.[0].length ?? 0;
  // Closing marks count only behind a blank: "C#" keeps its sharp.
  const before = words[words.length - marks - 1];
  const isClosed = marks > 0 && (before === undefined || before === " " || before === "\t");
  return headingTitle(isClosed ? words.slice(0, words.length - marks).trim() : words);
}

function underlineLevel(line: string): number {
  const mark = line.trim();
  if (line.startsWith("    ") || mark === "") return 0;
  if (/^=+$/.test(mark)) return 1;
  return /^-+$/.test(mark) ? 2 : 0;
}

/** A line that an underline beneath would make a heading. */
function isParagraph(line: string): boolean {
  return /^ {0,3}[^\s>|#<]/.test(line) && !/^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/.test(line);
}
