import { type Region, readingOrder } from "./columns.ts";
import type { Piece } from "./pieces.ts";
import { makeSegments, newSegment, type Segment } from "./segments.ts";

export interface Line {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  /** Written in a font whose letters are all equally wide. */
  readonly mono: boolean;
  /** Has gaps as between the cells of a table. */
  readonly tabbed: boolean;
  /** Lines of one column, or of what lies between columns, share one object. */
  readonly region: { left: number; right: number };
  /** From 0. */
  readonly page: number;
  /** Written in another direction than most of the page: its coordinates are turned. */
  readonly turned: boolean;
}

/** A gap wider than this part of the font size is a space, one much wider parts cells. */
const SPACE = 0.17;
const CELL_GAP = 1.6;

/** A page's lines in reading order, from the pieces of each direction of writing. */
export function makeLines(directions: readonly Piece[][], page: number): Line[] {
  const lines: Line[] = [];
  directions.forEach((pieces, direction) => {
    for (const region of readingOrder(makeSegments(pieces))) {
      for (const line of regionLines(region)) lines.push({ ...line, page, turned: direction > 0 });
    }
  });
  return lines;
}

function regionLines({ segments }: Region) {
  const region = { left: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY };
  const rows: { row: number; pieces: Piece[] }[] = [];
  for (const { row, pieces, left, right } of segments) {
    region.left = Math.min(region.left, left);
    region.right = Math.max(region.right, right);
    if (rows.at(-1)?.row !== row) rows.push({ row, pieces: [] });
    for (const piece of pieces) rows.at(-1)?.pieces.push(piece);
  }
  return rows.map(({ row, pieces }) => ({ ...joinPieces(newSegment(pieces, row)), region }));
}

function joinPieces({ pieces, left, right, y, size }: Segment) {
  let characters = 0;
  let mono = 0;
  let rtl = 0;
  for (const piece of pieces) {
    characters += piece.text.length;
    if (piece.mono) mono += piece.text.length;
    if (piece.rtl) rtl += piece.text.length;
  }
  const isRtl = rtl * 2 > characters;
  const ordered = isRtl ? pieces.toReversed() : pieces;
  const parts: string[] = [];
  let tabbed = false;
  ordered.forEach((piece, index) => {
    const before = ordered[index - 1];
    if (before !== undefined) {
      const gap = isRtl ? before.left - piece.right : piece.left - before.right;
      const unit = Math.max(piece.size, before.size);
      if (gap > CELL_GAP * unit) {
        parts.push("\t");
        tabbed = true;
      } else if (gap > SPACE * unit || (piece.spaced && gap > -SPACE * unit)) parts.push(" ");
    }
    parts.push(piece.text);
  });
  const text = composeAccents(
    parts
      .join("")
      .replace(/ {2,}/g, " ")
      .replace(/ ?\t ?/g, "\t")
      .trim(),
  );
  return { text, left, right, y, size, mono: mono * 2 > characters, tabbed };
}

/** Marks above and below letters that old fonts draw by themselves, and what they are when combined. */
const ACCENTS: Readonly<Record<string, string>> = {
  "¨": "\u0308",
  "´": "\u0301",
  ˆ: "\u0302",
  "˜": "\u0303",
  ˇ: "\u030c",
  "˚": "\u030a",
  "¸": "\u0327",
  "˝": "\u030b",
};

/** "f¨ur" is "für": some files draw an accent and then the letter below it. */
function composeAccents(text: string): string {
  return text.replace(/([¨´ˆ˜ˇ˚¸˝])([A-Za-zı])/g, (drawn, accent: string, letter: string) => {
    const composed = ((letter === "ı" ? "i" : letter) + ACCENTS[accent]).normalize("NFC");
    return composed.length === 1 ? composed : drawn;
  });
}
