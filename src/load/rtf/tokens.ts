/** What a reader of RTF is told, in order. */
export interface RtfListener {
  open(): void;
  close(): void;
  /** A control word such as `\par` or `\u8212`; `parameter` is undefined where there is none. */
  word(name: string, parameter: number | undefined): void;
  /** A control sign such as `\~` or `\*`. */
  sign(character: string): void;
  /** One byte of text, in the encoding of the font in use. */
  byte(value: number): void;
}

const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const QUOTE = 0x27;
const MINUS = 0x2d;
const SPACE = 0x20;
/** Longer names and numbers are no control words; the standard allows 32 letters. */
const MAX_NAME = 64;
const MAX_DIGITS = 10;

/** Reads RTF token by token, in one pass. */
export function readRtf(bytes: Uint8Array, listener: RtfListener): void {
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at++];
    if (byte === OPEN) listener.open();
    else if (byte === CLOSE) listener.close();
    else if (byte === BACKSLASH) at = readControl(bytes, at, listener);
    else if (byte !== 0x0a && byte !== 0x0d && byte !== 0) listener.byte(byte);
  }
}

/** Reads what follows a backslash; gives where it ends. */
function readControl(bytes: Uint8Array, start: number, listener: RtfListener): number {
  let at = start;
  if (at >= bytes.length) return at;
  if (!isLetter(bytes[at])) return readSign(bytes, at, listener);
  while (at < bytes.length && isLetter(bytes[at]) && at - start < MAX_NAME) at++;
  const name = String.fromCharCode(...bytes.subarray(start, at));
  const negative = bytes[at] === MINUS && isDigit(bytes[at + 1]);
  let digits = negative ? at + 1 : at;
  let value = 0;
  const first = digits;
  for (; isDigit(bytes[digits]) && digits - first < MAX_DIGITS; digits++)
    value = value * 10 + bytes[digits] - 0x30;
  const parameter = digits === first ? undefined : negative ? -value : value;
  at = digits;
  // One space belongs to the word it ends.
  if (bytes[at] === SPACE) at++;
  // Raw data: nothing in it is a token.
  if (name === "bin") return at + Math.max(0, parameter ?? 0);
  listener.word(name, parameter);
  return at;
}

function readSign(bytes: Uint8Array, at: number, listener: RtfListener): number {
  const byte = bytes[at];
  if (byte === QUOTE) {
    const code = Number.parseInt(String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0), 16);
    if (Number.isNaN(code)) return at + 1;
    listener.byte(code);
    return at + 3;
  }
  if (byte === BACKSLASH || byte === OPEN || byte === CLOSE) listener.byte(byte);
  else if (byte === 0x0a || byte === 0x0d) listener.word("par", undefined);
  else listener.sign(String.fromCharCode(byte));
  return at + 1;
}

function isLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
