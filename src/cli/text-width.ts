/** Scripts and symbols that take two columns of a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u;
/** What is drawn on or with the character before it, or not at all. */
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]|\p{Emoji_Modifier}/u;
const PLAIN = /^[\x20-\x7e\u2500-\u259f]*$/;
const JOINER = 0x200d;
/** Asks for the emoji of a character that is also a text symbol; two columns. */
const AS_EMOJI = 0xfe0f;

/** Columns that a text without control characters takes on a terminal. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { columns } of cells(text)) width += columns;
  return width;
}

/** A text cut to a number of columns, with an ellipsis where something went. */
export function fitWidth(text: string, columns: number): string {
  if (text.length <= columns && PLAIN.test(text)) return text;
  if (fittingEnd(text, columns) === text.length) return text;
  return `${text.slice(0, fittingEnd(text, columns - 1)).trimEnd()}…`;
}

/** How much of a text fits a number of columns. */
export function fittingEnd(text: string, columns: number): number {
  let width = 0;
  for (const { start, columns: own } of cells(text)) {
    width += own;
    if (width > columns) return start;
  }
  return text.length;
}

export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Breaks part of a text into lines of at most `columns`, at white space or between wide characters, else
 * anywhere. Gives ranges, so that what is marked in the text can be found in the lines; at most `most` lines.
 */
export function wrapRange(text: string, range: LineRange, columns: number, most: number): LineRange[] {
  const lines: LineRange[] = [];
  const part = text.slice(range.start, range.end);
  let start = -1; // of the line
  let end = 0; // of the line's last character that is no space
  let width = 0;
  let chance = -1; // the last place where the line may end, and what follows it may begin
  let chanceEnd = 0;
  let chanceWidth = 0;
  for (const cell of cells(part)) {
    const isSpace = /\s/.test(part[cell.start]);
    if (start < 0 && isSpace) continue;
    if (start < 0) {
      start = cell.start;
      width = 0;
      chance = -1;
    }
    if (isSpace || cell.columns === 2) {
      chance = isSpace ? cell.end : cell.start;
      chanceEnd = end;
      chanceWidth = isSpace ? width + cell.columns : width;
    }
    // Twice where a chance comes so early that what follows it is full already.
    while (!isSpace && width + cell.columns > columns && cell.start > start) {
      const isBreak = chance > start;
      lines.push({ start: range.start + start, end: range.start + (isBreak ? chanceEnd : cell.start) });
      if (lines.length === most) return lines;
      start = isBreak ? chance : cell.start;
      width = isBreak ? width - chanceWidth : 0;
      chance = -1;
    }
    width += cell.columns;
    if (!isSpace) end = cell.end;
  }
  if (start >= 0 && end > start) lines.push({ start: range.start + start, end: range.start + end });
  return lines;
}

interface Cell {
  readonly start: number;
  readonly end: number;
  readonly columns: number;
}

function* cells(text: string): Generator<Cell> {
  let start = 0;
  let joined = false;
  let before = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const end = start + character.length;
    let columns = 1;
    if (code >= 0x300 || code === 0xad) {
      if (code === AS_EMOJI) columns = before === 1 ? 1 : 0;
      else if (joined || NO_WIDTH.test(character)) columns = 0;
      else if (WIDE.test(character)) columns = 2;
    }
    yield { start, end, columns };
    joined = code === JOINER;
    before = columns;
    start = end;
  }
}
