import { median } from "./columns.ts";
import type { Line } from "./lines.ts";

/** Lines that belong together, and how each is joined to the one before. */
export interface Paragraph {
  readonly lines: readonly Line[];
  /** Lines keep their ends: code, tables. */
  readonly keepsLines: boolean;
  /** It goes on with the paragraph before, from another column or page. */
  readonly continues: boolean;
  /** It starts with a bullet or a number. */
  readonly isItem: boolean;
}

/** Lengths in units of the font size or of the usual distance of lines. */
const WIDE_GAP = 1.35;
const OTHER_SIZE = 1.12;
const INDENT = 0.8;
/** A line that ends this far from the right edge is the last of its paragraph. */
const SHORT = 0.25;
const VERY_SHORT = 0.5;

const BULLET = /^[•◦▪■‣⁃●○▸►–—*-]\s/u;
const LABEL = /^\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]\s/i;
const ENDS_SENTENCE = /[.!?:;。！？：；][)\]"'”’»]*$/u;
const STARTS_LOWER = /^[\p{Ll}\p{Lo}]/u;

/** Groups a document's lines, in reading order, into paragraphs. */
export function makeParagraphs(lines: readonly Line[]): Paragraph[] {
  const leading = usualLeading(lines);
  const paragraphs: Paragraph[] = [];
  let current: Line[] = [];
  let continues = false;
  const flush = (): void => {
    if (current.length > 0) {
      const isItem = BULLET.test(current[0].text) || LABEL.test(current[0].text);
      paragraphs.push({ lines: current, keepsLines: keepsLines(current), continues, isItem });
    }
    current = [];
    continues = false;
  };
  lines.forEach((line, index) => {
    const before = lines[index - 1];
    if (before === undefined) {
      current.push(line);
      return;
    }
    if (before.region !== line.region) {
      flush();
      continues = flowsOn(before, line);
    } else if (breaks(before, line, lines[index + 1], current, leading)) flush();
    current.push(line);
  });
  flush();
  return paragraphs;
}

function keepsLines(lines: readonly Line[]): boolean {
  const kept = lines.filter((line) => line.mono || line.tabbed).length;
  return lines.length > 1 && kept * 2 > lines.length;
}

/** Whether a new paragraph starts with a line of the same region. */
function breaks(
  before: Line,
  line: Line,
  after: Line | undefined,
  paragraph: readonly Line[],
  leading: (size: number) => number,
): boolean {
  const size = Math.max(line.size, before.size);
  const distance = before.y - line.y;
  if (distance < 0 || distance > leading(size) * WIDE_GAP) return true;
  if (size / Math.min(line.size, before.size) > OTHER_SIZE) return true;
  const isShort = before.right < right(before, SHORT);
  const isOver = ENDS_SENTENCE.test(before.text);
  if (line.mono !== before.mono && (isShort || isOver)) return true;
  if ((line.mono && before.mono) || line.tabbed || before.tabbed) return false;
  if (BULLET.test(line.text)) return true;
  if (LABEL.test(line.text) && (isShort || isOver)) return true;
  if (isShort && isOver && !STARTS_LOWER.test(line.text)) return true;
  if (before.right < right(before, VERY_SHORT) && !STARTS_LOWER.test(line.text)) return true;
  return breaksByIndent(before, line, after, paragraph, isShort || isOver);
}

function right({ region }: Line, share: number): number {
  return region.right - (region.right - region.left) * share;
}

function breaksByIndent(
  before: Line,
  line: Line,
  after: Line | undefined,
  paragraph: readonly Line[],
  isOver: boolean,
): boolean {
  const step = INDENT * line.size;
  if (line.left > before.left + step) {
    if (LABEL.test(before.text) || BULLET.test(before.text)) return false;
    // Indented for its first line only: a paragraph. For good: the rest of an entry or a quote.
    const returns = after !== undefined && after.region === line.region && after.left < line.left - step;
    return returns || isOver;
  }
  // Back to the left after a first line is the paragraph's own shape; after more lines, its end.
  return line.left < before.left - step && paragraph.length > 1;
}

/** Whether a sentence goes on from the end of one column or page to the start of the next. */
function flowsOn(before: Line, line: Line): boolean {
  if (before.mono || line.mono || before.tabbed || line.tabbed) return false;
  if (Math.max(before.size, line.size) / Math.min(before.size, line.size) > OTHER_SIZE) return false;
  if (/\p{L}[-\u2010]$/u.test(before.text)) return STARTS_LOWER.test(line.text);
  return (
    !ENDS_SENTENCE.test(before.text) && before.right > right(before, SHORT) && STARTS_LOWER.test(line.text)
  );
}

/** The usual distance of lines for letters of a size. */
function usualLeading(lines: readonly Line[]): (size: number) => number {
  const bySize = new Map<number, number[]>();
  for (let i = 1; i < lines.length; i++) {
    const [before, line] = [lines[i - 1], lines[i]];
    const distance = before.y - line.y;
    const isNext = before.region === line.region && distance > 0 && distance < line.size * 3;
    if (!isNext || Math.round(before.size) !== Math.round(line.size)) continue;
    const key = Math.round(line.size);
    const known = bySize.get(key);
    if (known === undefined) bySize.set(key, [distance]);
    else known.push(distance);
  }
  const medians = new Map(Array.from(bySize, ([size, distances]) => [size, median(distances)]));
  return (size) => {
    const known = medians.get(Math.round(size));
    // Large letters appear in few lines: their distance is no habit.
    return known === undefined || known > size * 2 ? size * 1.25 : Math.max(known, size);
  };
}
