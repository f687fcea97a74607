import type { Context } from "../../core/chunk.ts";
import type { Section } from "../../core/document.ts";
import type { Span } from "../../core/span.ts";
import { type Description, SeamList, type Structure } from "../structure.ts";
import { cellsOf, recordSpans } from "./records.ts";
import { columnName, columnNumber, isHead, isUnits } from "./table-head.ts";

/** Between sheets' tables, and between records. */
const TABLE = 0;
const RECORD = 1;
/** A head is parted from its first record only as a last resort. */
const WEAKEST = 9;
const LONGEST_HEAD = 2_000;

/** One table: its records, and where its cells lie. */
interface Table extends Span {
  readonly sheet: string;
  readonly head: string;
  /** Where the records behind the head begin. */
  readonly body: number;
  readonly records: readonly Span[];
  /** The first record's row and column in the sheet. */
  readonly row: number;
  readonly column: number;
  readonly columns: number;
}

/** Delimited text is one table; a workbook's text holds those of its outline. */
export function tableStructure(text: string, delimiter: string, outline: readonly Section[] = []): Structure {
  const sheets = outline.filter((section) => section.kind === "sheet");
  const parts = outline.filter((section) => section.kind === "table");
  const whole: Section = { kind: "table", title: "", level: 1, span: { start: 0, end: text.length } };
  const tables = (parts.length > 0 ? parts : [whole]).map((section) => readTable(text, delimiter, section));

  const seams = new SeamList("code");
  for (const { start, body, records } of tables) {
    if (start > 0) seams.add(start, TABLE, "section", "code");
    for (const record of records.slice(1))
      seams.add(record.start, record.start <= body ? WEAKEST : RECORD, "line", "code");
  }
  return {
    seams,
    walls: sheets.map(({ span }) => ({ position: span.start, boundary: "section" as const })),
    describe: describer(tables),
  };
}

const RANGE = /^(?:(.*)!)?([A-Z]+)(\d+)(?::([A-Z]+)\d+)?$/;

function readTable(text: string, delimiter: string, { span, locator }: Section): Table {
  const records = recordSpans(text, delimiter, span.start, span.end);
  const cells = (index: number): string[] => {
    const record = records[index];
    return record === undefined ? [] : cellsOf(text.slice(record.start, record.end), delimiter);
  };
  const first = cells(0);
  const rows = !isHead(first) || records.length < 2 ? 0 : isUnits(cells(1)) ? 2 : 1;
  const body = records[rows]?.start ?? span.end;
  const [, sheet = "", from = "A", row = "1", to] = RANGE.exec(locator ?? "") ?? [];
  const column = columnNumber(from);
  return {
    ...span,
    sheet,
    head: text.slice(span.start, rows > 0 ? body : span.start).trimEnd(),
    body,
    records,
    row: Number(row),
    column,
    columns: to === undefined ? first.length : columnNumber(to) - column + 1,
  };
}

/** The range of cells a chunk holds, and the sheet's name and the head it has lost. */
function describer(tables: readonly Table[]): (span: Span) => Description {
  let table = 0;
  let record = 0;
  return ({ start, end }) => {
    while (table < tables.length - 1 && tables[table].end <= start) {
      table++;
      record = 0;
    }
    const { records, body, head, sheet, row, column } = tables[table];
    while (record < records.length - 1 && records[record].end <= start) record++;

    let last = table;
    while (last < tables.length - 1 && tables[last + 1].start < end) last++;
    const bottom = lastRow(tables[last], last === table ? record : 0, end);
    const columns = tables.slice(table, last + 1);
    const right = Math.max(...columns.map((one) => one.column + one.columns - 1));
    const left = Math.min(column, ...columns.map((one) => one.column));
    const range = `${columnName(left)}${row + record}:${columnName(right)}${bottom}`;
    return {
      locator: sheet === "" ? range : `${sheet}!${range}`,
      ...contextOf(sheet, start >= body ? head : ""),
    };
  };
}

/** The row of the last record that begins before `end`, searched from a record that does. */
function lastRow({ records, row }: Table, from: number, end: number): number {
  let low = from;
  let high = records.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (records[middle].start < end) low = middle;
    else high = middle - 1;
  }
  return row + low;
}

function contextOf(sheet: string, head: string): { context?: Context } {
  const text = [sheet === "" ? "" : `Sheet: ${sheet}`, head.slice(0, LONGEST_HEAD)]
    .filter(Boolean)
    .join("\n");
  return text === "" ? {} : { context: { text, by: "table head", status: "ok" } };
}
