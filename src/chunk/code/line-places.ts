/** A line longer than this is cut inside where it must be; shorter ones stay whole. */
const LONG_LINE = 200;
/** How far back on its line something may stand behind the brackets that it follows. */
const CLOSER_REACH = 40;

/** Where on their lines things stand. All questions together take time linear in the text. */
export class LinePlaces {
  readonly #text: string;
  /** Starts and ends of long lines, as minified code and data have them, by turns. */
  readonly #longLines: number[] = [];

  constructor(text: string) {
    this.#text = text;
    for (let start = 0; start < text.length; ) {
      const found = text.indexOf("\n", start);
      const end = found < 0 ? text.length : found;
      if (end - start > LONG_LINE) this.#longLines.push(start, end);
      start = end + 1;
    }
  }

  /** The start of a position's line if only blanks stand before it there, else -1. */
  lineStart(position: number): number {
    const at = this.#behindBlanks(position);
    return this.startsLine(at) ? at : -1;
  }

  /** Where the blanks before a position start. */
  #behindBlanks(position: number): number {
    let at = position;
    while (at > 0 && isBlank(this.#text.charCodeAt(at - 1))) at--;
    return at;
  }

  /** The same, if only blanks and closing brackets stand before it, as before `else` in `} else {`. */
  lineStartBeforeClosers(position: number): number {
    let at = position;
    while (at > 0 && position - at < CLOSER_REACH && " \t})],;".includes(this.#text[at - 1])) at--;
    return this.startsLine(at) ? at : -1;
  }

  startsLine(position: number): boolean {
    return position > 0 && isLineEnd(this.#text.charCodeAt(position - 1));
  }

  /** Whether the line above a line's start is blank. */
  isBlankAbove(lineStart: number): boolean {
    if (lineStart < 1) return false;
    let at = lineStart - 1;
    if (this.#text.charCodeAt(at) === 10 && this.#text.charCodeAt(at - 1) === 13) at--;
    return this.startsLine(this.#behindBlanks(at));
  }

  /** The start of the lines above a line's start that begin with `mark`. */
  startOfMarked(lineStart: number, mark: string): number {
    let from = lineStart;
    while (from > 0) {
      const above = this.#text.lastIndexOf("\n", from - 2) + 1;
      if (!this.#text.startsWith(mark, above)) break;
      from = above;
    }
    return from;
  }

  isInLongLine(position: number): boolean {
    let low = 0;
    let high = this.#longLines.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#longLines[middle] <= position) low = middle + 1;
      else high = middle;
    }
    return low % 2 === 1;
  }
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 12;
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}
