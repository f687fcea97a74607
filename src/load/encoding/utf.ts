import { familiarShares } from "./multi-byte-model.ts";

/** How much of a file is looked at to tell UTF-16 from binary data. */
const PROBE = 65_536;

export interface Detection {
  /** As the Encoding Standard spells it: "utf-8", "windows-1252", "shift_jis". */
  readonly encoding: string;
  /** From 0 to 1; 1 where the bytes leave no doubt. */
  readonly confidence: number;
}

/** What a byte order mark says. */
export function markedEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return a === 0x84 && b === 0x31 && c === 0x95 && d === 0x33 ? "gb18030" : undefined;
}

/** Share of a text that must be letters of an alphabet, or else frequent in East Asia. */
const LEAST_ALPHABETIC = 0.7;
const LEAST_FREQUENT = 0.35;
/** Share of an alphabet's text that lies in its own block or in ASCII; stored numbers are spread wider. */
const LEAST_COHERENT = 0.9;
/** Fewer characters are taken for text only if they are ASCII. */
const LEAST_LENGTH = 8;

/**
 * UTF-16 without a mark: read in the wrong order, or when it is something else, it gives rare ideographs
 * and controls; read rightly, letters and frequent characters.
 */
export function detectUtf16(bytes: Uint8Array): Detection | undefined {
  const probe = bytes.subarray(0, Math.min(bytes.length, PROBE) & ~1);
  let best: Detection | undefined;
  for (const encoding of ["utf-16le", "utf-16be"]) {
    const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(probe);
    if (!readsAsText(text)) continue;
    const { alphabetic, frequent } = familiarShares(text);
    const isEastAsian = frequent >= LEAST_FREQUENT && text.length >= LEAST_LENGTH;
    if (!isEastAsian && (alphabetic < LEAST_ALPHABETIC || !isCoherent(text))) continue;
    const share = alphabetic + frequent;
    if (share <= (best?.confidence ?? 0)) continue;
    best = { encoding, confidence: Math.min(0.99, share + (1 - share) * (1 - 4 / text.length)) };
  }
  return best;
}

/** Whether nearly all characters lie in two blocks of 256, one of them the first. */
function isCoherent(text: string): boolean {
  const blocks = new Uint32Array(256);
  for (let at = 0; at < text.length; at++) blocks[text.charCodeAt(at) >> 8]++;
  const other = text.length < LEAST_LENGTH ? 0 : Math.max(...blocks.subarray(1));
  return blocks[0] + other >= text.length * LEAST_COHERENT;
}

/** No lone surrogates, hardly any control or private characters. */
function readsAsText(text: string): boolean {
  let strange = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 ? !isTextControl(code) : isNoncharacter(code)) strange++;
  }
  return strange * 50 <= text.length;
}

function isTextControl(code: number): boolean {
  return (code >= 8 && code <= 13) || code === 27;
}

function isNoncharacter(code: number): boolean {
  return (code >= 0x7f && code < 0xa0) || (code >= 0xe000 && code < 0xf900) || code >= 0xfff0;
}

/**
 * UTF-8 with some damage: many sequences are whole and few are not. Whole sequences of two bytes and more
 * hardly ever arise by chance in other encodings.
 */
export function detectDamagedUtf8(bytes: Uint8Array): Detection | undefined {
  const tail = unfinishedTail(bytes);
  let whole = 0;
  let broken = 0;
  for (let at = 0; at < bytes.length - tail; ) {
    const length = sequenceLength(bytes, at);
    if (length > 1) whole++;
    if (length === 0) broken++;
    at += Math.max(1, length);
  }
  // Cut off inside the last character is the commonest damage. One byte alone may be a letter of Latin-1.
  const isCutOff = broken === 0 && (whole > 0 || tail > 1);
  if (!isCutOff && (whole < 3 || whole < broken)) return undefined;
  return { encoding: "utf-8", confidence: Math.min(0.95, (whole + tail) / (whole + tail + broken)) };
}

/** Bytes of the UTF-8 sequence that starts here; 0 when none does. Overlong forms count as none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  for (let i = 1; i < length; i++) if ((bytes[at + i] & 0xc0) !== 0x80) return 0;
  if (first === 0xe0 && bytes[at + 1] < 0xa0) return 0;
  if (first === 0xed && bytes[at + 1] > 0x9f) return 0;
  if (first === 0xf0 && bytes[at + 1] < 0x90) return 0;
  if (first === 0xf4 && bytes[at + 1] > 0x8f) return 0;
  return length;
}

/** How many bytes at the end begin a sequence that the file does not finish. */
function unfinishedTail(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const first = bytes[bytes.length - length];
    if ((first & 0xc0) === 0x80) continue;
    const expected = first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
    return expected > length ? length : 0;
  }
  return 0;
}
