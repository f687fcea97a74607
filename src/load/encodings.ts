import { constants, isAscii, isUtf8 } from "node:buffer";
import { invalidOption, SherdError } from "../core/errors.ts";
import { binaryReason, binarySignature } from "./binary.ts";
import { scoreMultiByte } from "./encoding/multi-byte-model.ts";
import { scoreSingleByte } from "./encoding/single-byte-model.ts";
import { findUndecodable, type Undecodable } from "./encoding/undecodable.ts";
import { type Detection, detectDamagedUtf8, detectUtf16, markedEncoding } from "./encoding/utf.ts";

export type { Undecodable } from "./encoding/undecodable.ts";
export type { Detection } from "./encoding/utf.ts";

/** Bytes a guess is made from: those around the first that are not ASCII. */
const SAMPLE = 16_384;

export interface DecodeOptions {
  /** The file's name, for messages. */
  readonly name?: string | undefined;
  /** Known encoding: nothing is guessed, and no file counts as binary. */
  readonly encoding?: string | undefined;
  /** What the file says of itself (an HTML `meta`, an XML declaration): taken when all bytes fit it. */
  readonly declared?: string | undefined;
  /** Bytes that cannot be decoded are the error `INPUT_UNREADABLE` rather than reported beside the text. */
  readonly strict?: boolean | undefined;
}

export interface Decoded extends Detection {
  /** Without a byte order mark. U+FFFD stands where bytes could not be decoded, and `undecodable` says so. */
  readonly text: string;
  readonly undecodable?: Undecodable;
}

/**
 * The text of a file's bytes. Throws `INPUT_BINARY` when they are no text. What cannot be decoded is never
 * dropped in silence: the text holds U+FFFD in its place, `undecodable` counts and locates it.
 */
export function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): Decoded {
  const name = options.name ?? "The input";
  checkLength(bytes, name);
  const detection = chooseEncoding(bytes, name, options);
  const text = new TextDecoder(detection.encoding).decode(bytes);
  // Decoders strip the marks of UTF-8 and UTF-16 themselves.
  const start = detection.encoding === "gb18030" && text.startsWith("\ufeff") ? 1 : 0;
  const undecodable = text.includes("\ufffd") ? findUndecodable(bytes, detection.encoding) : undefined;
  if (undecodable !== undefined && options.strict === true)
    throw notDecodable(name, detection.encoding, undecodable);
  return { ...detection, text: text.slice(start), ...(undecodable === undefined ? {} : { undecodable }) };
}

function chooseEncoding(bytes: Uint8Array, name: string, options: DecodeOptions): Detection {
  if (options.encoding !== undefined) {
    const known = canonicalName(options.encoding);
    if (known === undefined)
      invalidOption("encoding", options.encoding, "a name of the Encoding Standard, such as utf-8");
    return { encoding: known, confidence: 1 };
  }
  const signature = binarySignature(bytes);
  if (signature !== undefined) throw notText(name, `it is ${signature}`);
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return { encoding: marked, confidence: 1 };
  const declared = options.declared === undefined ? undefined : canonicalName(options.declared);
  const isDeclared = declared !== undefined && fits(bytes, declared);
  const detection = isDeclared ? { encoding: declared, confidence: 1 } : detectEncoding(bytes);
  const reason = detection.encoding.startsWith("utf-16") ? undefined : binaryReason(bytes);
  if (reason !== undefined) throw notText(name, reason);
  return detection;
}

/** Which encoding the bytes are in. Always an answer; the confidence says how good it is. */
export function detectEncoding(bytes: Uint8Array): Detection {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return { encoding: marked, confidence: 1 };
  if (!bytes.subarray(0, SAMPLE).includes(0)) {
    if (isAscii(bytes))
      return shiftsToJapanese(bytes) ? { encoding: "iso-2022-jp", confidence: 0.99 } : UTF_8;
    if (isUtf8(bytes)) return UTF_8;
  }
  return detectUtf16(bytes) ?? (isUtf8(bytes) ? UTF_8 : (detectDamagedUtf8(bytes) ?? detectLegacy(bytes)));
}

const UTF_8: Detection = { encoding: "utf-8", confidence: 1 };

/** ISO-2022-JP is all ASCII; its escapes ESC $ @ and ESC $ B are found in no other text. */
function shiftsToJapanese(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x1b); at >= 0; at = bytes.indexOf(0x1b, at + 1)) {
    if (bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x40 || bytes[at + 2] === 0x42))
      return fits(bytes, "iso-2022-jp");
  }
  return false;
}

/** Encodings older than Unicode: the one in which the bytes beyond ASCII read most like a language. */
function detectLegacy(bytes: Uint8Array): Detection {
  const sample = wordsBeyondAscii(bytes);
  const scores = [...scoreSingleByte(sample, bytes.subarray(0, SAMPLE)), ...scoreMultiByte(sample)].sort(
    (a, b) => b.score - a.score,
  );
  const [best] = scores;
  const reading = new TextDecoder(best.name).decode(sample);
  const rival = scores.find(({ name }) => new TextDecoder(name).decode(sample) !== reading);
  const margin = best.score - (rival?.score ?? Number.NEGATIVE_INFINITY);
  let beyond = 0;
  for (const byte of sample) if (byte > 0x7f) beyond++;
  return { encoding: best.name, confidence: confidenceOf(margin, best.score / beyond) };
}

/**
 * The margin is the logarithm of how much likelier the best reading is than the next; letters are not
 * independent, so it is taken at a fraction. Bytes that read badly in every encoding are no sure thing.
 */
function confidenceOf(margin: number, mean: number): number {
  const won = 1 / (1 + Math.exp(-margin / 3));
  const plausible = Math.min(1, Math.max(0.5, (10 + mean) / 3));
  return Math.round(Math.min(0.99, won * plausible) * 100) / 100;
}

/**
 * The words that hold bytes beyond ASCII, each with a blank after it. Bytes up to the space are never the
 * second byte of a character, so a word can be decoded on its own.
 */
function wordsBeyondAscii(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(Math.min(bytes.length + 1, SAMPLE)).fill(0x20);
  let size = 0;
  let wordStart = 0;
  let beyond = false;
  for (let at = 0; at <= bytes.length && size < sample.length; at++) {
    if (at < bytes.length && bytes[at] > 0x20) {
      if (bytes[at] > 0x7f) beyond = true;
      continue;
    }
    if (beyond) {
      const word = bytes.subarray(wordStart, Math.min(at, wordStart + sample.length - size));
      sample.set(word, size);
      size = Math.min(sample.length, size + word.length + 1);
    }
    wordStart = at + 1;
    beyond = false;
  }
  return sample.subarray(0, size);
}

function canonicalName(encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding.trim()).encoding;
  } catch {
    return undefined;
  }
}

function fits(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function checkLength(bytes: Uint8Array, name: string): void {
  const most = constants.MAX_STRING_LENGTH;
  if (bytes.length <= most) return;
  throw new SherdError(
    "INPUT_TOO_LARGE",
    `${name} has ${bytes.length} bytes; one text can have ${most} at most. Divide it first.`,
    { path: name, bytes: bytes.length, most },
  );
}

function notText(name: string, reason: string): SherdError {
  return new SherdError("INPUT_BINARY", `${name} is not text: ${reason}. Skipped.`, { path: name, reason });
}

function notDecodable(name: string, encoding: string, { count, offsets }: Undecodable): SherdError {
  return new SherdError(
    "INPUT_UNREADABLE",
    `${name} is not valid ${encoding}: ${count} places cannot be decoded, the first at byte ${offsets[0]}. Name its encoding, or leave strict off to get U+FFFD in these places.`,
    { path: name, encoding, undecodableCount: count, undecodableOffsets: offsets },
  );
}
