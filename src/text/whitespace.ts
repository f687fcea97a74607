/** Character classes shared by everything that looks for seams. All take a UTF-16 code unit. */

/** ECMAScript white space and line terminators: exactly what `trim()` drops. */
export function isWhitespace(code: number): boolean {
  if (code < 0x80) return code === 32 || (code >= 9 && code <= 13);
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/** Line feed, vertical tab, form feed, carriage return, next line, line and paragraph separator. */
export function isLineBreak(code: number): boolean {
  return (code >= 10 && code <= 13) || code === 0x85 || code === 0x2028 || code === 0x2029;
}

/** White space a line may be broken at: not the no-break spaces, not the line breaks themselves. */
export function isBreakingSpace(code: number): boolean {
  if (code < 0x80) return code === 32 || code === 9;
  return (
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a && code !== 0x2007) ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** The first position at or after `position` that holds no white space; `end` if there is none. */
export function skipWhitespace(text: string, position: number, end = text.length): number {
  while (position < end && isWhitespace(text.charCodeAt(position))) position++;
  return position;
}

/** The end of the text before `position` without its trailing white space, not before `start`. */
export function skipWhitespaceBack(text: string, position: number, start = 0): number {
  while (position > start && isWhitespace(text.charCodeAt(position - 1))) position--;
  return position;
}
