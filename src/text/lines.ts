/** A place as editors show it: both numbers start at 1; columns count UTF-16 units. */
export interface LinePosition {
  readonly line: number;
  readonly column: number;
}

/** Where lines start. Lines end at LF, CRLF or a lone CR, as editors have it. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  return starts;
}

/** Line and column of any offset, from one pass over the text. */
export class LineIndex {
  readonly #starts: readonly number[];
  readonly #length: number;

  constructor(text: string) {
    this.#length = text.length;
    this.#starts = lineStarts(text);
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /** Offsets outside the text are taken as its nearest end. */
  positionAt(offset: number): LinePosition {
    const at = Math.max(0, Math.min(offset, this.#length));
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#starts[middle] <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - this.#starts[low] + 1 };
  }

  /** The inverse of {@link positionAt}, for positions it gave. */
  offsetAt(position: LinePosition): number {
    const line = Math.max(1, Math.min(position.line, this.#starts.length));
    return Math.min(this.#starts[line - 1] + position.column - 1, this.#length);
  }
}
