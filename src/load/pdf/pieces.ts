/** The slice of pdf.js's text items that is used here. */
export interface TextItem {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly fontName: string;
  readonly dir: string;
}

/** A run of characters in one font, in coordinates turned so that it reads from left to right. Lengths in points. */
export interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** The baseline; greater is higher up. */
  readonly y: number;
  readonly size: number;
  readonly mono: boolean;
  readonly rtl: boolean;
  /** Blank space was drawn before it. */
  readonly spaced: boolean;
}

const QUARTER = Math.PI / 2;

/** Ligatures that fonts draw as one sign. */
const LIGATURES = /[ﬀ-ﬆ]/g;
const INVISIBLE = /[\0-\x08\x0b\x0c\x0e-\x1f\u00ad\ufeff]/g;

/**
 * A page's pieces, one list for each direction of writing: first the direction most of the page has, then
 * what stands sideways or slanted.
 */
export function readPieces(items: readonly TextItem[], isMono: (font: string) => boolean): Piece[][] {
  const byAngle = new Map<number, { pieces: Piece[]; characters: number }>();
  let spaced = false;
  for (const { str, transform, width, fontName, dir } of items) {
    const text = str.replace(INVISIBLE, "").replace(LIGATURES, (sign) => sign.normalize("NFKC"));
    if (text.trim() === "") {
      spaced ||= text !== "";
      continue;
    }
    const [a, b, c, d, x, y] = transform;
    const angle = Math.atan2(b, a);
    const size = Math.hypot(c, d) || Math.hypot(a, b);
    if (![x, y, size, width].every(Number.isFinite) || size === 0) continue;
    // Scans are never quite straight.
    const steps = Math.round(angle / QUARTER);
    const isStraight = Math.abs(angle - steps * QUARTER) < 0.1;
    const turn = isStraight ? steps * QUARTER : angle;
    const key = isStraight ? ((steps % 4) + 4) % 4 : 10 + Math.round((angle / Math.PI) * 180);
    const left = x * Math.cos(turn) + y * Math.sin(turn);
    const piece: Piece = {
      text,
      left,
      right: left + Math.max(0, width),
      y: y * Math.cos(turn) - x * Math.sin(turn),
      size,
      mono: isMono(fontName),
      rtl: dir === "rtl",
      spaced: spaced || text.startsWith(" "),
    };
    spaced = text.endsWith(" ");
    const list = byAngle.get(key);
    if (list === undefined) byAngle.set(key, { pieces: [piece], characters: text.length });
    else {
      list.pieces.push(piece);
      list.characters += text.length;
    }
  }
  return Array.from(byAngle.values())
    .sort((a, b) => b.characters - a.characters)
    .map(({ pieces }) => pieces);
}
