/**
 * MurmurHash3 (x86, 128 bit) of a text's UTF-8 bytes, as 32 hexadecimal digits.
 *
 * It names texts; it does not protect them (it is not cryptographic). It is synchronous and pure, so
 * every runtime gives the same digits, and fast enough to run on every chunk: the native encoder
 * copies the text into one scratch buffer, which is then read four bytes at a time.
 */
export function hashText(text: string): string {
  return digestText(text).hash;
}

export interface TextDigest {
  readonly hash: string;
  /** Length of the text in UTF-8. */
  readonly bytes: number;
}

/** `wellFormed` spares the check where the caller knows that the text holds no lone surrogate. */
export function digestText(text: string, wellFormed = text.isWellFormed()): TextDigest {
  if (text.length > BLOCK) return digestBlocks(text, wellFormed);
  const bytes = encode(text, wellFormed);
  return { hash: hashScratch(bytes), bytes };
}

/** A longer text is named by the hash of its blocks' hashes: the buffer stays small for documents of any size. */
const BLOCK = 1 << 20;

function digestBlocks(text: string, wellFormed: boolean): TextDigest {
  let hashes = "";
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + BLOCK);
    const first = text.charCodeAt(end);
    if (first >= 0xdc00 && first < 0xe000) end--; // not inside a surrogate pair
    const block = digestText(text.slice(at, end), wellFormed);
    hashes += block.hash;
    bytes += block.bytes;
    at = end;
  }
  return { hash: hashText(hashes), bytes };
}

let scratch = new Uint8Array(16_384);
let words = new Int32Array(scratch.buffer);
const encoder = new TextEncoder();

/** Puts the text's bytes into the scratch buffer and returns how many they are. */
function encode(text: string, wellFormed: boolean): number {
  const most = text.length * 3;
  if (most > scratch.length) {
    scratch = new Uint8Array((most + 0xffff) & ~0xffff);
    words = new Int32Array(scratch.buffer);
  }
  return wellFormed ? encoder.encodeInto(text, scratch).written : encodeIllFormed(text);
}

/** As UTF-8, but a lone surrogate keeps its own three bytes: two such texts must not share a name. */
function encodeIllFormed(text: string): number {
  let at = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    if (code >= 0xd800 && code < 0xe000) {
      scratch[at++] = 0xe0 | (code >> 12);
      scratch[at++] = 0x80 | ((code >> 6) & 0x3f);
      scratch[at++] = 0x80 | (code & 0x3f);
    } else {
      at += encoder.encodeInto(character, scratch.subarray(at)).written;
    }
  }
  return at;
}

const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;

function hashScratch(bytes: number): string {
  let h1 = 0;
  let h2 = 0;
  let h3 = 0;
  let h4 = 0;
  const tail = bytes & 15;
  const whole = bytes - tail;
  const data = words;
  for (let at = 0, end = whole >> 2; at < end; at += 4) {
    h1 ^= mix(data[at], C1, 15, C2);
    h1 = (Math.imul(((h1 << 19) | (h1 >>> 13)) + h2, 5) + 0x561ccd1b) | 0;
    h2 ^= mix(data[at + 1], C2, 16, C3);
    h2 = (Math.imul(((h2 << 17) | (h2 >>> 15)) + h3, 5) + 0x0bcaa747) | 0;
    h3 ^= mix(data[at + 2], C3, 17, C4);
    h3 = (Math.imul(((h3 << 15) | (h3 >>> 17)) + h4, 5) + 0x96cd1c35) | 0;
    h4 ^= mix(data[at + 3], C4, 18, C1);
    h4 = (Math.imul(((h4 << 13) | (h4 >>> 19)) + h1, 5) + 0x32ac3b17) | 0;
  }
  if (tail > 12) h4 ^= mix(tailWord(whole + 12, bytes), C4, 18, C1);
  if (tail > 8) h3 ^= mix(tailWord(whole + 8, bytes), C3, 17, C4);
  if (tail > 4) h2 ^= mix(tailWord(whole + 4, bytes), C2, 16, C3);
  if (tail > 0) h1 ^= mix(tailWord(whole, bytes), C1, 15, C2);

  h1 ^= bytes;
  h2 ^= bytes;
  h3 ^= bytes;
  h4 ^= bytes;
  h1 = (h1 + h2 + h3 + h4) | 0;
  h2 = finalise((h2 + h1) | 0);
  h3 = finalise((h3 + h1) | 0);
  h4 = finalise((h4 + h1) | 0);
  h1 = (finalise(h1) + h2 + h3 + h4) | 0;
  return hexDigits(h1, (h2 + h1) | 0) + hexDigits((h3 + h1) | 0, (h4 + h1) | 0);
}

function mix(k: number, first: number, rotate: number, second: number): number {
  k = Math.imul(k, first);
  return Math.imul((k << rotate) | (k >>> (32 - rotate)), second);
}

function finalise(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Up to four bytes, little end first, missing ones zero. */
function tailWord(at: number, end: number): number {
  let word = 0;
  for (let i = Math.min(3, end - at - 1); i >= 0; i--) word = (word << 8) | scratch[at + i];
  return word;
}

const DIGITS = Uint8Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));

/**
 * Two numbers below 2³², eight hexadecimal digits each. Written out: one call with plain arguments
 * makes a flat string.
 */
export function hexDigits(a: number, b: number): string {
  return String.fromCharCode(
    DIGITS[a >>> 28],
    DIGITS[(a >>> 24) & 15],
    DIGITS[(a >>> 20) & 15],
    DIGITS[(a >>> 16) & 15],
    DIGITS[(a >>> 12) & 15],
    DIGITS[(a >>> 8) & 15],
    DIGITS[(a >>> 4) & 15],
    DIGITS[a & 15],
    DIGITS[b >>> 28],
    DIGITS[(b >>> 24) & 15],
    DIGITS[(b >>> 20) & 15],
    DIGITS[(b >>> 16) & 15],
    DIGITS[(b >>> 12) & 15],
    DIGITS[(b >>> 8) & 15],
    DIGITS[(b >>> 4) & 15],
    DIGITS[b & 15],
  );
}
