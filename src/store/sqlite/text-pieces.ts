import { isAscii } from "node:buffer";

/** UTF-16 units of a piece. Long enough to be cheap, short enough that a hit in a long document reads little. */
const PIECE = 4_096;
/** A document's pieces have the places document × this + piece: as many as the longest string has. */
export const MOST_PIECES = 131_072;

/** It holds a lone surrogate, which UTF-8 cannot say, and is UTF-16, little end first. */
const WIDE = 1;
/** It begins one unit before its multiple of the piece's length, so that no surrogate pair is cut. */
const EARLY = 2;

export interface TextPiece {
  readonly form: number;
  readonly data: Uint8Array;
}

export function firstPlace(document: number): number {
  return document * MOST_PIECES;
}

export function* textPieces(text: string): Generator<TextPiece> {
  for (let piece = 0; piece * PIECE < text.length; piece++) {
    const start = cutAt(text, piece * PIECE);
    const part = text.slice(start, cutAt(text, (piece + 1) * PIECE));
    const early = start < piece * PIECE ? EARLY : 0;
    yield part.isWellFormed()
      ? { form: early, data: Buffer.from(part, "utf8") }
      : { form: early | WIDE, data: Buffer.from(part, "utf16le") };
  }
}

function cutAt(text: string, at: number): number {
  if (at === 0 || at >= text.length) return Math.min(at, text.length);
  return isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at)) ? at - 1 : at;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** Places that hold the units start … end − 1, and perhaps one more; none of another document, whatever a damaged row says. */
export function placesOf(document: number, start: number, end: number): { from: number; to: number } {
  const first = firstPlace(document);
  const placeOf = (unit: number) =>
    first + Math.max(0, Math.min(MOST_PIECES - 1, Math.floor(unit / PIECE) || 0));
  return { from: placeOf(start), to: placeOf(end) };
}

/**
 * The units start … end − 1, out of the pieces that `placesOf` names, in order. Of plain ASCII only these are decoded:
 * a slice of a decoded piece would be slower to read, letter by letter, than a text of its own.
 */
export function sliceOfPieces(pieces: readonly TextPiece[], start: number, end: number): string {
  const first = Math.floor(start / PIECE) * PIECE;
  const slices = pieces.map((piece, i) => {
    const from = first + i * PIECE - ((piece.form & EARLY) === 0 ? 0 : 1);
    return sliceOfPiece(piece, Math.max(0, start - from), end - from);
  });
  // Added up, they would stay a chain.
  return slices.length === 1 ? slices[0] : slices.join("");
}

/** What the piece has of its units start … end − 1. */
function sliceOfPiece(piece: TextPiece, start: number, end: number): string {
  const { form, data } = piece;
  if ((form & WIDE) !== 0 || !isAscii(data)) return decodePiece(piece).slice(start, end);
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("latin1", start, end);
}

export function decodePiece({ form, data }: TextPiece): string {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return bytes.toString((form & WIDE) === 0 ? "utf8" : "utf16le");
}
