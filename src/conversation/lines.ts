export interface TextLine {
  /** Without its end. */
  readonly line: string;
  /** From 1. */
  readonly number: number;
  /** Where it begins in the text. */
  readonly start: number;
}

/** A text's lines, one at a time: CRLF, LF and CR end one. */
export function* textLines(text: string): Generator<TextLine> {
  let number = 0;
  const end = /\r\n|\n|\r/g;
  let start = 0;
  for (let found = end.exec(text); found !== null; found = end.exec(text)) {
    yield { line: text.slice(start, found.index), number: ++number, start };
    start = end.lastIndex;
  }
  if (start < text.length) yield { line: text.slice(start), number: ++number, start };
}
