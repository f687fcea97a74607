/** What a UTF-16 unit is to a word. */
export const OTHER = 0;
export const LETTER = 1;
/** 0 to 9; digits of other scripts are letters here, since no version is written in them. */
export const DIGIT = 2;
/** Joins parts of a name: `_` and `$`. */
export const JOINER = 3;
export const APOSTROPHE = 4;
/** Of a script without blanks between words, or with endings glued on. */
export const UNSPACED = 5;
/** Belongs to the character before it. */
export const MARK = 6;
const UNKNOWN = 255;

const UNSPACED_CHARACTER =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u30fc\uff70\uff9e\uff9f]/u;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** Filled as characters are met, but for ASCII. */
const KINDS = new Uint8Array(0x10000).fill(UNKNOWN);
for (let code = 0; code < 0x80; code++) KINDS[code] = asciiKind(String.fromCharCode(code));
KINDS[0x2019] = APOSTROPHE;

/** The kind of the unit at `index`; both halves of a pair have that of their character. OTHER before the start. */
export function kindAt(units: Uint16Array, index: number): number {
  // First: a code that is no number would make each look into the table slow, not only this one.
  if (index < 0) return OTHER;
  const code = units[index];
  const kind = KINDS[code];
  if (kind < UNKNOWN) return kind;
  if (code >= 0xd800 && code < 0xe000) return pairKind(units, index, code);
  KINDS[code] = wideKind(String.fromCharCode(code));
  return KINDS[code];
}

/** The kind of an ASCII character. */
export function kindOfAscii(code: number): number {
  return KINDS[code];
}

function asciiKind(character: string): number {
  if (/[a-zA-Z]/.test(character)) return LETTER;
  if (/[0-9]/.test(character)) return DIGIT;
  if (character === "_" || character === "$") return JOINER;
  return character === "'" ? APOSTROPHE : OTHER;
}

function wideKind(character: string): number {
  if (UNSPACED_CHARACTER.test(character)) return UNSPACED;
  if (WORD_CHARACTER.test(character)) return LETTER;
  return /\p{M}/u.test(character) ? MARK : OTHER;
}

function pairKind(units: Uint16Array, index: number, code: number): number {
  const first = code < 0xdc00 ? index : index - 1;
  if (first < 0) return OTHER;
  const point = String.fromCharCode(units[first], units[first + 1]).codePointAt(0) ?? 0;
  return point > 0xffff ? wideKind(String.fromCodePoint(point)) : OTHER;
}
