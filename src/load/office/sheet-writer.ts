import type { Section } from "../../core/document.ts";
import { SherdError } from "../../core/errors.ts";
import type { Source } from "../format.ts";
import { columnName } from "./sheet-reader.ts";

/** More characters than this cannot be one text; a few shared strings can be referred to that often. */
const MAX_CHARACTERS = 256 * 1024 * 1024;

/** A finished row, from its own first cell on. */
interface Row {
  readonly first: number;
  readonly csv: string;
}

export interface SheetSize {
  readonly rows: number;
  readonly columns: number;
}

/**
 * Writes cells as CSV lines: one row one line, so line ends inside a cell become spaces. Rows that follow
 * each other make a block, whose lines start at the block's first column and end at the row's last cell.
 */
export class SheetWriter {
  readonly outline: Section[] = [];
  readonly #source: Source;
  readonly #lines: string[] = [];
  #length = 0;
  #cells = 0;
  #characters = 0;
  #sheet = "";
  #sheetStart = 0;
  #sheetIndex = 0;
  #rows = 0;
  #columns = 0;
  #block: Row[] = [];
  #blockRow = 0;
  #blockLastColumn = 0;
  /** The row that is being written. */
  #row = 0;
  #firstColumn = 0;
  #lastColumn = 0;
  #fields: string[] = [];

  constructor(source: Source) {
    this.#source = source;
  }

  text(): string {
    return this.#lines.join("");
  }

  openSheet(name: string): void {
    this.#sheet = name;
    this.#sheetStart = this.#length;
    this.#sheetIndex = this.outline.length;
    this.#rows = 0;
    this.#columns = 0;
  }

  cell(row: number, column: number, value: string): void {
    this.#spend(1, value.length);
    if (row !== this.#row) {
      this.#closeRow();
      if (row !== this.#row + 1) this.#closeBlock();
      this.#row = row;
      this.#firstColumn = column;
      this.#lastColumn = column - 1;
    }
    const gap = column - this.#lastColumn - 1;
    this.#spend(gap, gap);
    for (let i = 0; i < gap; i++) this.#fields.push("");
    this.#fields.push(quote(value));
    this.#lastColumn = column;
  }

  closeSheet(): SheetSize {
    this.#closeRow();
    this.#closeBlock();
    this.#row = 0;
    if (this.#length > this.#sheetStart) {
      const span = { start: this.#sheetStart, end: this.#length - 1 };
      // A sheet is listed before the tables it holds.
      this.outline.splice(this.#sheetIndex, 0, {
        kind: "sheet",
        title: this.#sheet,
        level: 1,
        span,
        locator: this.#sheet,
      });
    }
    return { rows: this.#rows, columns: this.#columns };
  }

  #closeRow(): void {
    if (this.#fields.length === 0) return;
    if (this.#block.length === 0) this.#blockRow = this.#row;
    this.#block.push({ first: this.#firstColumn, csv: this.#fields.join(",") });
    this.#fields = [];
    this.#rows++;
    this.#columns = Math.max(this.#columns, this.#lastColumn);
    this.#blockLastColumn = Math.max(this.#blockLastColumn, this.#lastColumn);
  }

  #closeBlock(): void {
    if (this.#block.length === 0) return;
    const first = this.#block.reduce((least, row) => Math.min(least, row.first), this.#blockLastColumn);
    const start = this.#length;
    for (const row of this.#block) {
      const missing = row.first - first;
      this.#spend(missing, missing);
      const line = `${",".repeat(missing)}${row.csv}\n`;
      this.#lines.push(line);
      this.#length += line.length;
    }
    const lastRow = this.#blockRow + this.#block.length - 1;
    const range = `${columnName(first)}${this.#blockRow}:${columnName(this.#blockLastColumn)}${lastRow}`;
    this.outline.push({
      kind: "table",
      title: "",
      level: 2,
      span: { start, end: this.#length - 1 },
      locator: `${sheetReference(this.#sheet)}!${range}`,
    });
    this.#block = [];
    this.#blockLastColumn = 0;
  }

  #spend(cells: number, characters: number): void {
    this.#cells += cells;
    this.#characters += characters + cells;
    const { cells: most } = this.#source.limits;
    if (this.#cells > most) {
      throw new SherdError(
        "LIMIT_EXCEEDED",
        `${this.#source.name} has more than ${most} cells, empty ones between others included; raise limits.cells if you trust it.`,
        { path: this.#source.name, limit: "cells", most },
      );
    }
    if (this.#characters > MAX_CHARACTERS) {
      throw new SherdError(
        "LIMIT_EXCEEDED",
        `${this.#source.name} shows more than ${MAX_CHARACTERS} characters; divide it first.`,
        { path: this.#source.name, limit: "characters", most: MAX_CHARACTERS },
      );
    }
  }
}

/** A field as RFC 4180 has it, on one line. */
function quote(value: string): string {
  const line = /[\0-\x08\n-\x1f]/.test(value) ? value.replace(/[\0-\x08\n-\x1f]+/g, " ").trim() : value;
  return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}

/** A sheet's name as formulas write it: in quotes unless it is a plain word. */
function sheetReference(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
}
