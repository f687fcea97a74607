import type { Piece } from "./pieces.ts";

/** Pieces on one baseline with no wide gap between them: a line, or a column's part of one. */
export interface Segment {
  readonly pieces: readonly Piece[];
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  /** Numbers the baseline: segments with the same number stand beside each other. */
  readonly row: number;
}

/** A gap this wide, in units of the font size, may be the gap between two columns. */
const COLUMN_GAP = 0.8;

/** Parts of pieces' height above and below the baseline. */
const ASCENT = 0.7;
const DESCENT = 0.2;

/** How much of the lower piece's height must overlap for two pieces to share a line. */
const SAME_LINE = 0.5;

/** Puts pieces in rows from the top down, and cuts rows at wide gaps. */
export function makeSegments(pieces: readonly Piece[]): Segment[] {
  const rows: { pieces: Piece[]; top: number; bottom: number; size: number }[] = [];
  const sorted = pieces
    .map((piece, order) => ({ piece, order }))
    .sort((a, b) => b.piece.y - a.piece.y || a.order - b.order);
  for (const { piece } of sorted) {
    const top = piece.y + piece.size * ASCENT;
    const bottom = piece.y - piece.size * DESCENT;
    const row = rows.at(-1);
    const overlap = row === undefined ? 0 : Math.min(top, row.top) - Math.max(bottom, row.bottom);
    if (row === undefined || overlap < SAME_LINE * Math.min(top - bottom, row.top - row.bottom)) {
      rows.push({ pieces: [piece], top, bottom, size: piece.size });
      continue;
    }
    row.pieces.push(piece);
    // The largest letters decide where the line is; raised and lowered ones go along.
    if (piece.size > row.size) Object.assign(row, { top, bottom, size: piece.size });
  }
  return rows.flatMap((row, number) => cutAtGaps(row.pieces, number));
}

function cutAtGaps(pieces: Piece[], row: number): Segment[] {
  pieces.sort((a, b) => a.left - b.left);
  const segments: Segment[] = [];
  let current: Piece[] = [];
  let right = Number.NEGATIVE_INFINITY;
  for (const piece of pieces) {
    if (current.length > 0 && isDoubled(current[current.length - 1], piece)) continue;
    const size = Math.max(piece.size, current.at(-1)?.size ?? 0);
    if (current.length > 0 && piece.left - right > COLUMN_GAP * size) {
      segments.push(newSegment(current, row));
      current = [];
      right = Number.NEGATIVE_INFINITY;
    }
    current.push(piece);
    right = Math.max(right, piece.right);
  }
  if (current.length > 0) segments.push(newSegment(current, row));
  return segments;
}

/** Bold letters are sometimes made by drawing them twice, a little apart. */
function isDoubled(before: Piece, piece: Piece): boolean {
  return (
    before.text === piece.text &&
    Math.abs(before.left - piece.left) < piece.size * 0.15 &&
    Math.abs(before.y - piece.y) < piece.size * 0.15
  );
}

export function newSegment(pieces: readonly Piece[], row: number): Segment {
  let main = pieces[0];
  let right = pieces[0].right;
  for (const piece of pieces) {
    if (piece.text.length > main.text.length) main = piece;
    right = Math.max(right, piece.right);
  }
  return { pieces, left: pieces[0].left, right, y: main.y, size: main.size, row };
}
