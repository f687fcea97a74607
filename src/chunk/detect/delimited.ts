/** Lines looked at; a table shows its shape early. */
const LINES = 60;
const FEWEST_LINES = 3;

/** Shares of the lines. */
const LEAST_AGREEING = 0.95;
const MOST_STATEMENTS = 0.1;

/** Words a cell: more is prose that happens to have commas. */
const MOST_WORDS = 4;

const DELIMITERS = [",", ";", "\t", "|"] as const;

/**
 * What parts the cells of a table of delimited values, if a text is one: the same number of cells on every line, cells rather
 * than clauses, and no lines that end as statements do.
 */
export function delimiterOf(head: string, whole: boolean): string | undefined {
  const lines = completeLines(head, whole);
  if (lines.length < FEWEST_LINES) return undefined;
  const statements = lines.filter((line) => ";{}(".includes(line.charAt(line.length - 1))).length;
  if (statements > MOST_STATEMENTS * lines.length) return undefined;
  return DELIMITERS.find((delimiter) => agrees(lines, delimiter));
}

function completeLines(head: string, whole: boolean): string[] {
  const lines = head.replace(/^\ufeff/, "").split("\n", LINES + 1);
  if (lines.length > LINES || !whole) lines.pop();
  // Indentation is no empty cell.
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

function agrees(lines: readonly string[], delimiter: string): boolean {
  const cells = lines.map((line) => cellCount(line, delimiter));
  const width = cells[0];
  // Two cells with a comma between are any sentence.
  if (width < (delimiter === "\t" ? 2 : 3)) return false;
  if (cells.filter((count) => count === width).length < LEAST_AGREEING * lines.length) return false;
  if (delimiter === "|" && lines.some((line) => /^\|?[\s:|-]+$/.test(line))) return false;
  const words = lines.reduce((sum, line) => sum + wordCount(line), 0);
  return words <= MOST_WORDS * width * lines.length;
}

/** Delimiters inside quotes are text. */
function cellCount(line: string, delimiter: string): number {
  const sign = delimiter.charCodeAt(0);
  let quoted = false;
  let count = 1;
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (code === 34) quoted = !quoted;
    else if (code === sign && !quoted) count++;
  }
  return count;
}

function wordCount(line: string): number {
  let count = 0;
  let inside = false;
  for (let i = 0; i < line.length; i++) {
    const space = line.charCodeAt(i) <= 32;
    if (!space && !inside) count++;
    inside = !space;
  }
  return count;
}
