export interface TableCell {
  /** One line of Markdown, not yet escaped for a table. */
  readonly text: string;
  /** Columns and rows it covers; 1 for most. */
  readonly columns: number;
  readonly rows: number;
  readonly header: boolean;
}

/** Spans reach no further: a hostile one could ask for millions of columns by one number. */
const MAX_COLUMNS = 1_000;

/** More rows of head cells than this are rows of a table that is all head cells. */
const MAX_HEAD_ROWS = 3;

/** How many more characters spans may make than the table has, so that a small file cannot make a huge table. */
const SPAN_FACTOR = 4;
const SPAN_FREE = 100_000;
/** What a place in the grid costs beside its text. */
const PLACE = 3;

/**
 * A table's lines as GitHub's Markdown has them. The head is the first row, or all leading rows of head
 * cells in one. A cell that covers several rows is repeated in each, so that every row can be read alone;
 * one that covers several columns is repeated in the head, where it names each of them, and stands once
 * elsewhere.
 */
export function tableLines(rows: readonly (readonly TableCell[])[]): string[] {
  const filled = rows.filter((row) => row.length > 0);
  const grid = expandSpans(filled);
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  const firstBody = filled.findIndex((row) => !isHead(row));
  const headRows = Math.max(1, firstBody < 0 ? grid.length : firstBody);
  const head = Array.from({ length: width }, (_, column) => {
    const names = grid.slice(0, Math.min(headRows, MAX_HEAD_ROWS)).map((row) => row[column] ?? "");
    return names.filter((name, index) => name !== "" && name !== names[index - 1]).join(" ");
  });
  const body = grid.slice(Math.min(headRows, MAX_HEAD_ROWS)).filter((row) => row.some((text) => text !== ""));
  if (body.length === 0 && head.every((text) => text === "")) return [];
  return [line(head), line(new Array<string>(width).fill("---")), ...body.map(line)];
}

function isHead(row: readonly TableCell[]): boolean {
  return row.every((cell) => cell.header);
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** One string a grid place, from cells with spans. */
function expandSpans(rows: readonly (readonly TableCell[])[]): string[][] {
  let budget = SPAN_FREE;
  for (const row of rows) for (const { text } of row) budget += (text.length + PLACE) * SPAN_FACTOR;
  /** Whether one more place with that text may be made. */
  const affords = (text: string): boolean => {
    budget -= text.length + PLACE;
    return budget >= 0;
  };
  /** For each column, a cell from above that still covers rows here. */
  const hanging = new Map<number, { text: string; left: number }>();
  return rows.map((row) => {
    const out: string[] = [];
    const repeats = row.length > 1 && isHead(row);
    const fillHanging = (): void => {
      for (let above = hanging.get(out.length); above !== undefined; above = hanging.get(out.length)) {
        if (--above.left === 0) hanging.delete(out.length);
        if (!affords(above.text)) hanging.clear();
        out.push(above.text);
      }
    };
    for (const cell of row) {
      fillHanging();
      const text = escapeCell(cell.text);
      const columns = Math.max(1, Math.min(cell.columns, MAX_COLUMNS - out.length));
      for (let column = 0; column < columns; column++) {
        const shown = column === 0 || repeats ? text : "";
        if (column > 0 && !affords(shown)) break;
        if (cell.rows > 1) hanging.set(out.length, { text: shown, left: cell.rows - 1 });
        out.push(shown);
      }
    }
    fillHanging();
    // A short row leaves places empty before cells that still hang further right.
    let last = -1;
    for (const column of hanging.keys()) last = Math.max(last, column);
    for (; out.length <= last; fillHanging()) out.push("");
    return out;
  });
}

function escapeCell(text: string): string {
  return text.replace(/\s+/g, " ").trim().replaceAll("|", "\\|");
}
