/**
 * The first step of byte-pair encoding: where OpenAI's encodings divide a text into pre-tokens, which
 * are then encoded each on its own.
 *
 * A hand-written scanner instead of the published regular expressions: the same cuts, several times
 * faster, and no backtracking, so a run of a million spaces costs a million steps. the test
 * beside it holds it against the expressions on arbitrary text.
 *
 * White space is Unicode's White_Space as in the reference implementation, not ECMAScript's `\s`
 * (they differ in U+0085 and U+FEFF).
 */

export type EncodingName = "o200k_base" | "cl100k_base";

/** Returns where the pre-token that starts at `start` ends, were the text to end at `end`. */
export type PretokenScanner = (text: string, start: number, end: number) => number;

const UPPER = 1; // \p{Lu} \p{Lt}
const LOWER = 2; // \p{Ll}
const OTHER_LETTER = 4; // \p{Lm} \p{Lo}
const MARK = 8; // \p{M}
const NUMBER = 16; // \p{N}
const SPACE = 32; // white space but CR and LF
const NEWLINE = 64; // CR, LF
const SYMBOL = 128; // everything else

const LETTER = UPPER | LOWER | OTHER_LETTER;
const WHITE = SPACE | NEWLINE;
/** [^\r\n\p{L}\p{N}] */
const PREFIX = SPACE | SYMBOL | MARK;
/** [^\s\p{L}\p{N}] */
const PUNCTUATION = SYMBOL | MARK;
/** [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}] */
const HEAD = UPPER | OTHER_LETTER | MARK;
/** [\p{Ll}\p{Lm}\p{Lo}\p{M}] */
const TAIL = LOWER | OTHER_LETTER | MARK;

const CLASS_TESTS: readonly (readonly [RegExp, number])[] = [
  [/[\p{Lu}\p{Lt}]/u, UPPER],
  [/\p{Ll}/u, LOWER],
  [/[\p{Lm}\p{Lo}]/u, OTHER_LETTER],
  [/\p{M}/u, MARK],
  [/\p{N}/u, NUMBER],
  [/[\r\n]/u, NEWLINE],
  [/\p{White_Space}/u, SPACE],
];

/** Classes of all code points met so far; 0 is "not yet known". Planes above the first are rare. */
const classes = new Uint8Array(0x10000);
let astralClasses: Uint8Array | undefined;

function computeClass(character: string): number {
  for (const [test, value] of CLASS_TESTS) if (test.test(character)) return value;
  return SYMBOL;
}

function classAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code >= 0xd800 && code < 0xdc00 && isPair(text, index, code)) return astralClassAt(text, index);
  if (classes[code] === 0) classes[code] = computeClass(text.charAt(index));
  return classes[code];
}

function astralClassAt(text: string, index: number): number {
  astralClasses ??= new Uint8Array(0x100000);
  const offset = (text.codePointAt(index) as number) - 0x10000;
  if (astralClasses[offset] === 0) astralClasses[offset] = computeClass(text.slice(index, index + 2));
  return astralClasses[offset];
}

function isPair(text: string, index: number, code: number): boolean {
  if (code < 0xd800 || code >= 0xdc00) return false;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next < 0xe000;
}

/** Units of the code point at `index`. */
function widthAt(text: string, index: number): number {
  return isPair(text, index, text.charCodeAt(index)) ? 2 : 1;
}

/** The end of the run of characters of these classes. */
function runEnd(text: string, from: number, end: number, mask: number): number {
  let at = from;
  while (at < end && (classAt(text, at) & mask) !== 0) at += widthAt(text, at);
  return at;
}

const LONG_S = 0x17f; // ſ

/** `'s 't 're 've 'm 'll 'd` in either case; ſ folds to s, as the reference does. */
function contractionEnd(text: string, from: number, end: number): number {
  if (from + 1 >= end || text.charCodeAt(from) !== 39) return from;
  const first = text.charCodeAt(from + 1) | 32;
  if (
    first === 115 ||
    first === 116 ||
    first === 109 ||
    first === 100 ||
    text.charCodeAt(from + 1) === LONG_S
  )
    return from + 2;
  if (from + 2 >= end) return from;
  const second = text.charCodeAt(from + 2) | 32;
  if ((first === 114 || first === 118) && second === 101) return from + 3;
  return first === 108 && second === 108 ? from + 3 : from;
}

function numberEnd(text: string, from: number, end: number): number {
  let at = from;
  for (let digits = 0; digits < 3 && at < end && classAt(text, at) === NUMBER; digits++)
    at += widthAt(text, at);
  return at;
}

/** A run of white space: up to its last line break, else without the blank that joins the next word. */
function whitespaceEnd(text: string, from: number, end: number, wholeAtEnd: boolean): number {
  let at = from;
  let afterBreak = 0;
  while (at < end) {
    const kind = classAt(text, at);
    if ((kind & WHITE) === 0) break;
    at++;
    if (kind === NEWLINE) afterBreak = at;
  }
  if (at === end && (wholeAtEnd || afterBreak === 0)) return end;
  if (afterBreak > 0) return afterBreak;
  return at - from > 1 ? at - 1 : at;
}

/** The end of a word of o200k_base whose letters start at `from`, or `from` if there is none. */
function caseWordEnd(text: string, from: number, end: number, needsTail: boolean): number {
  let at = from;
  let afterCaseless = 0;
  while (at < end) {
    const kind = classAt(text, at);
    if ((kind & HEAD) === 0) break;
    at += widthAt(text, at);
    if (kind !== UPPER) afterCaseless = at;
  }
  const tail = runEnd(text, at, end, TAIL);
  if (tail > at) return tail;
  // No small letter follows: the word ends at its last caseless letter, or is all capitals.
  if (afterCaseless > 0) return afterCaseless;
  return needsTail ? from : at;
}

const [APOSTROPHE, FIRST_SMALL, LAST_SMALL, FIRST_CAPITAL, LAST_CAPITAL] = [39, 97, 122, 65, 90];
const ASCII_UNITS = 128;
/** Of ASCII: {@link PREFIX}. */
const ASCII_PREFIXES = Uint8Array.from({ length: ASCII_UNITS }, (_, code) =>
  (computeClass(String.fromCharCode(code)) & PREFIX) !== 0 ? 1 : 0,
);

/**
 * The end of what most pre-tokens are: a sign or a blank at most, a capital at most, small letters, and then another
 * unit of ASCII that cannot belong to them. 0 where something else begins at `start`.
 */
function plainWordEnd(text: string, start: number, end: number): number {
  let at = start;
  let unit = text.charCodeAt(at);
  // No look goes past the end, of the text or of the list: after one that did, all of this would be compiled again.
  if (unit < ASCII_UNITS && ASCII_PREFIXES[unit] === 1) {
    if (++at >= end) return 0;
    unit = text.charCodeAt(at);
  }
  if (unit >= FIRST_CAPITAL && unit <= LAST_CAPITAL) {
    if (++at >= end) return 0;
    unit = text.charCodeAt(at);
  }
  const letters = at;
  while (unit >= FIRST_SMALL && unit <= LAST_SMALL) {
    if (++at >= end) return 0;
    unit = text.charCodeAt(at);
  }
  return at > letters && unit < ASCII_UNITS && unit !== APOSTROPHE ? at : 0;
}

function scanO200k(text: string, start: number, end: number): number {
  const plain = plainWordEnd(text, start, end);
  if (plain > 0) return plain;
  const kind = classAt(text, start);
  const second = start + widthAt(text, start);
  const canPrefix = (kind & PREFIX) !== 0;
  const canStart = (kind & (HEAD | TAIL)) !== 0;

  let word = canPrefix && second < end ? caseWordEnd(text, second, end, true) : second;
  if (word > second) return contractionEnd(text, word, end);
  if (canStart) {
    word = caseWordEnd(text, start, end, true);
    if (word > start) return contractionEnd(text, word, end);
  }
  if (canPrefix && second < end) {
    word = caseWordEnd(text, second, end, false);
    if (word > second) return contractionEnd(text, word, end);
  }
  if (canStart) return contractionEnd(text, caseWordEnd(text, start, end, false), end);
  if (kind === NUMBER) return numberEnd(text, start, end);

  const symbols = symbolsEnd(text, start, end, kind);
  if (symbols > start) {
    let at = symbols;
    while (at < end && (classAt(text, at) === NEWLINE || text.charCodeAt(at) === 47)) at++;
    return at;
  }
  return whitespaceEnd(text, start, end, false);
}

function scanCl100k(text: string, start: number, end: number): number {
  const contraction = contractionEnd(text, start, end);
  if (contraction > start) return contraction;
  const kind = classAt(text, start);
  if ((kind & LETTER) !== 0) return runEnd(text, start, end, LETTER);
  if ((kind & PREFIX) !== 0) {
    const second = start + widthAt(text, start);
    const word = runEnd(text, second, end, LETTER);
    if (word > second) return word;
  }
  if (kind === NUMBER) return numberEnd(text, start, end);
  const symbols = symbolsEnd(text, start, end, kind);
  if (symbols > start) return runEnd(text, symbols, end, NEWLINE);
  return whitespaceEnd(text, start, end, true);
}

/** ` ?[^\s\p{L}\p{N}]+`: symbols, with the one blank before them. */
function symbolsEnd(text: string, start: number, end: number, kind: number): number {
  const from = kind === SPACE && text.charCodeAt(start) === 32 ? start + 1 : start;
  const symbols = runEnd(text, from, end, PUNCTUATION);
  return symbols > from ? symbols : start;
}

export const PRETOKEN_SCANNERS: Readonly<Record<EncodingName, PretokenScanner>> = {
  o200k_base: scanO200k,
  cl100k_base: scanCl100k,
};

/** Whether the encodings take the unit for white space. */
export function isTokenWhitespace(text: string, index: number): boolean {
  return (classAt(text, index) & WHITE) !== 0;
}
