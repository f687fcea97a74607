/** What a scan for JSON found: one value, several in a row (JSON Lines), or the start of one. */
export type JsonShape = "value" | "lines" | "start" | "none";

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  34, 92, 44, 58, 91, 93, 123, 125,
];

/** What may come next. */
const VALUE = 0;
const KEY = 1;
const FIRST_KEY = 2;
const FIRST_ITEM = 3;
const COLON_NEXT = 4;
const MORE = 5;

/**
 * Whether a (short) text is JSON, in one pass that builds nothing. Top-level values must be objects or lists: a
 * bare number or string says nothing about a text. `whole` tells whether the text ends where it ends.
 */
export function jsonShape(text: string, whole: boolean): JsonShape {
  const kinds = new Uint8Array(text.length);
  let depth = 0;
  let values = 0;
  let expected = VALUE;
  let lineBreak = true;
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) lineBreak = true;
    if (code === 32 || code === 9 || code === 10 || code === 13) continue;
    if (depth === 0) {
      // The next top-level value stands on its own line.
      if ((code !== OPEN_LIST && code !== OPEN_OBJECT) || !lineBreak) return "none";
      lineBreak = false;
      kinds[depth++] = code;
      expected = code === OPEN_OBJECT ? FIRST_KEY : FIRST_ITEM;
      continue;
    }
    if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      const opened = code === CLOSE_LIST ? OPEN_LIST : OPEN_OBJECT;
      const empty = expected === (opened === OPEN_LIST ? FIRST_ITEM : FIRST_KEY);
      if (expected !== MORE && !empty) return "none";
      depth--;
      if (kinds[depth] !== opened) return "none";
      if (depth === 0) values++;
      expected = MORE;
      continue;
    }
    if (expected === MORE) {
      if (code !== COMMA) return "none";
      expected = kinds[depth - 1] === OPEN_OBJECT ? KEY : VALUE;
      continue;
    }
    if (expected === COLON_NEXT) {
      if (code !== COLON) return "none";
      expected = VALUE;
      continue;
    }
    if (expected === KEY || expected === FIRST_KEY) {
      if (code !== QUOTE) return "none";
      const end = endOfString(text, at);
      if (end < 0) return end === CUT_OFF && !whole ? "start" : "none";
      at = end;
      expected = COLON_NEXT;
      continue;
    }
    if (code === OPEN_LIST || code === OPEN_OBJECT) {
      kinds[depth++] = code;
      expected = code === OPEN_OBJECT ? FIRST_KEY : FIRST_ITEM;
      continue;
    }
    const end = code === QUOTE ? endOfString(text, at) : endOfScalar(text, at);
    if (end < 0) return end === CUT_OFF && !whole ? "start" : "none";
    at = end;
    expected = MORE;
  }
  if (depth > 0) return whole ? "none" : "start";
  return values === 0 ? "none" : values === 1 ? "value" : "lines";
}

const CUT_OFF = -1;
const NO_SCALAR = -2;

/** Where the string that opens at `at` closes. */
function endOfString(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i;
    if (code === BACKSLASH) i++;
    else if (code === 10) return NO_SCALAR;
  }
  return CUT_OFF;
}

const SCALAR = /(?:true|false|null|-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,5})?)(?=[\s,\]}]|$)/y;

/** The last character of the number or word at `at`. */
function endOfScalar(text: string, at: number): number {
  SCALAR.lastIndex = at;
  if (SCALAR.test(text)) return SCALAR.lastIndex - 1;
  return text.length - at < 30 ? CUT_OFF : NO_SCALAR;
}
