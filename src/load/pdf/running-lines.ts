import { median } from "./columns.ts";
import type { Line } from "./lines.ts";

/** Below this many pages nothing can be said to repeat. */
const MIN_PAGES = 4;
/** A line on this part of the pages stands on all of them. */
const MIN_SHARE = 0.5;
/** How many lines at the top and at the bottom of a page may be running lines. */
const DEPTH = 2;
/** Letters this much larger than the usual ones belong to a heading. */
const LARGER = 1.1;
/** Beside the page's number stands a title that stays the same for some pages, or nothing. */
const MAX_TITLES = 0.6;
const MAX_LENGTH = 120;

export interface RunningLines {
  readonly lines: ReadonlySet<Line>;
  /** What was found, for the reader's warning. */
  readonly examples: readonly string[];
}

/**
 * Page numbers, and lines that say the same at the same place of most pages. A number counts only if it goes
 * up with the pages and stands alone, says that it is a page's, or has the title beside it at the other edge:
 * the number of an invoice goes up too.
 */
export function findRunningLines(pages: readonly (readonly Line[])[]): RunningLines {
  const filled = pages.filter((lines) => lines.length > 0);
  if (filled.length < MIN_PAGES) return { lines: new Set(), examples: [] };
  const usual = median(filled.flat().map((line) => line.size));
  const byText = new Map<string, Line[]>();
  const byNumber = new Map<string, { line: Line; title: string }[]>();
  for (const lines of filled) {
    for (const { line, place, depth } of outerLines(lines)) {
      if (line.size > usual * LARGER) continue;
      push(byText, `${place} ${Math.round(line.y / 4)} ${line.text}`, line);
      for (const { number, title } of depth === 0 ? pageNumbers(line.text) : []) {
        push(byNumber, `${place} ${Math.round(line.y / 8)} ${line.page - number}`, { line, title });
      }
    }
  }
  const needed = filled.length * MIN_SHARE;
  const found = new Set<Line>();
  const examples = new Set<string>();
  for (const lines of byText.values()) {
    if (lines.length < needed) continue;
    for (const line of lines) found.add(line);
    examples.add(lines[0].text);
  }
  for (const numbered of byNumber.values()) {
    const titles = new Set(numbered.map(({ title }) => title));
    if (numbered.length < needed || (titles.size > numbered.length * MAX_TITLES && titles.size > 1)) continue;
    for (const { line } of numbered) found.add(line);
    examples.add("page numbers");
  }
  return { lines: found, examples: [...examples] };
}

/** The lines nearest to the upper and to the lower edge, and how many lie further out. */
function outerLines(lines: readonly Line[]) {
  const sorted = lines.filter((line) => !line.turned).sort((a, b) => b.y - a.y);
  const top = sorted.slice(0, DEPTH).map((line, depth) => ({ line, place: "top", depth }));
  const rest = sorted.slice(Math.max(DEPTH, sorted.length - DEPTH)).reverse();
  return [...top, ...rest.map((line, depth) => ({ line, place: "bottom", depth }))];
}

const PAGE_NUMBER =
  /^[-–—|[(\s]*(?:page|p\.|seite|s\.|p[aá]gina|p[aá]g\.|стр\.|第)?\s*(\d{1,4})\s*(?:(?:of|von|de|di|sur|van|из|\/)\s*\d{1,4}|[页頁])?[-–—|\])\s]*$/iu;
const NUMBER_FIRST = /^(\d{1,4})\t(.*)$/;
const NUMBER_LAST = /^(.*)\t(\d{1,4})$/;

/** Numbers in a line that may be its page's, and the title beside them. */
function pageNumbers(text: string): { number: number; title: string }[] {
  if (text.length > MAX_LENGTH) return [];
  const alone = PAGE_NUMBER.exec(text);
  if (alone !== null) return [{ number: Number(alone[1]), title: "" }];
  const [first, last] = [NUMBER_FIRST.exec(text), NUMBER_LAST.exec(text)];
  return [
    ...(first === null ? [] : [{ number: Number(first[1]), title: first[2] }]),
    ...(last === null ? [] : [{ number: Number(last[2]), title: last[1] }]),
  ];
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
