/** Case and kind of the character at an offset, without regular expressions for ASCII. */

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

export function isUpper(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 0x80) return code >= 65 && code <= 90;
  const character = String.fromCodePoint(text.codePointAt(index) as number);
  return character.toLowerCase() !== character;
}

export function isLower(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 0x80) return code >= 97 && code <= 122;
  const character = String.fromCodePoint(text.codePointAt(index) as number);
  return character.toUpperCase() !== character && character.toLowerCase() === character;
}

const LETTER_OR_MARK = /[\p{L}\p{M}]/u;

/** A letter of any script, or a mark that belongs to one. */
export function isLetter(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 0x80) return isAsciiLetter(code);
  const point = text.codePointAt(index);
  return point !== undefined && LETTER_OR_MARK.test(String.fromCodePoint(point));
}

/** Ideographs, kana and full-width forms: scripts that put no space between words or after a stop. */
export function isCjk(code: number): boolean {
  return (
    (code >= 0x3040 && code < 0x3100) ||
    (code >= 0x3400 && code < 0xa000) ||
    (code >= 0xf900 && code < 0xfb00) ||
    (code >= 0xff01 && code < 0xff9f)
  );
}
