import type { SectionStart } from "../markup/sections.ts";
import type { PageText } from "./page-text.ts";

/** Letters this much larger than the usual ones make a heading. */
const LARGER = 1.15;
/** Sizes this near to each other are one. */
const SAME = 1.05;
const MAX_LEVELS = 6;
const MAX_CHARACTERS = 200;
const MAX_LINES = 3;
/** When more of the text than this is large, size does not tell headings from text. */
const MAX_SHARE = 0.2;

/** Headings told by their size, where it is clear. */
export function headingsBySize({ text, paragraphs }: PageText): SectionStart[] {
  const characters = new Map<number, number>();
  for (const { start, end, size } of paragraphs) {
    const key = Math.round(size * 2) / 2;
    characters.set(key, (characters.get(key) ?? 0) + end - start);
  }
  const [usual = 0] = Array.from(characters)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .map(([size]) => size);
  const candidates = paragraphs.filter(({ start, end, size, lines, keepsLines }) => {
    const isShort = end - start <= MAX_CHARACTERS && lines <= MAX_LINES;
    return size >= usual * LARGER && isShort && !keepsLines && /\p{L}.*\p{L}/su.test(text.slice(start, end));
  });
  const large = candidates.reduce((sum, { start, end }) => sum + end - start, 0);
  if (large > text.length * MAX_SHARE) return [];
  const levels: number[] = [];
  for (const size of candidates.map((one) => one.size).sort((a, b) => b - a)) {
    if (levels.length === 0 || levels[levels.length - 1] / size > SAME) levels.push(size);
  }
  return candidates.map(({ start, end, size }) => {
    const level = levels.findIndex((one) => one / size <= SAME) + 1;
    const title = text.slice(start, end).replace(/\s+/g, " ");
    return { kind: "heading", title, level: Math.min(level, MAX_LEVELS), start };
  });
}
