import type { CellFormat } from "./cell-formats.ts";
import { formatNumber } from "./cell-formats.ts";
import type { XmlAttributes, XmlHandler } from "./xml.ts";

const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;

/** What all sheets of a workbook share. */
export interface Workbook {
  readonly strings: readonly string[];
  readonly formats: readonly CellFormat[];
  readonly from1904: boolean;
}

/** Told about every cell with a value, row by row from the top, cells from the left. Both count from 1. */
export type CellListener = (row: number, column: number, value: string) => void;

/** Turns the events of a sheet into cells. Formulas give the value they had when the file was saved. */
export class SheetReader implements XmlHandler {
  readonly #workbook: Workbook;
  readonly #listener: CellListener;
  #row = 0;
  #column = 0;
  #type = "n";
  #style = 0;
  #value: string[] = [];
  #reads = false;
  #inReading = false;

  constructor(workbook: Workbook, listener: CellListener) {
    this.#workbook = workbook;
    this.#listener = listener;
  }

  open(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case "x:row":
        this.#row = this.#nextRow(Number(attributes.r));
        this.#column = 0;
        break;
      case "x:c":
        this.#column = this.#nextColumn(attributes.r);
        this.#type = attributes.t ?? "n";
        this.#style = Number(attributes.s ?? 0);
        this.#value = [];
        break;
      case "x:v":
        this.#reads = true;
        break;
      case "x:t":
        this.#reads = !this.#inReading;
        break;
      case "x:rPh":
        this.#inReading = true;
        break;
    }
  }

  text(data: string): void {
    if (this.#reads) this.#value.push(data);
  }

  close(name: string): void {
    if (name === "x:v" || name === "x:t") this.#reads = false;
    else if (name === "x:rPh") this.#inReading = false;
    else if (name === "x:c" && this.#value.length > 0) {
      const shown = this.#shown(this.#value.join(""));
      if (shown !== "" && this.#column <= MAX_COLUMN && this.#row <= MAX_ROW) {
        this.#listener(Math.max(1, this.#row), this.#column, shown);
      }
      this.#value = [];
    }
  }

  #shown(value: string): string {
    const { strings, formats, from1904 } = this.#workbook;
    switch (this.#type) {
      case "s":
        return strings[Number(value)] ?? "";
      case "b":
        return value.trim() === "1" || value.trim() === "true" ? "TRUE" : "FALSE";
      case "d":
        return value
          .trim()
          .replace("T", " ")
          .replace(/ 00:00:00(?:\.0+)?Z?$/, "");
      case "n": {
        const number = Number(value);
        if (value.trim() === "" || Number.isNaN(number)) return value.trim();
        return formatNumber(number, formats[this.#style] ?? "number", from1904);
      }
      default:
        return unescapeText(value);
    }
  }

  /** Rows and cells may leave out where they are; what is out of order or off the sheet is put next. */
  #nextRow(named: number): number {
    return named > this.#row && named <= MAX_ROW ? named : this.#row + 1;
  }

  #nextColumn(reference: string | undefined): number {
    const named = reference === undefined ? 0 : columnOf(reference);
    return named > this.#column && named <= MAX_COLUMN ? named : this.#column + 1;
  }
}

/** Characters that XML cannot hold are written `_x000D_`; an underscore that only looks so, `_x005F_`. */
export function unescapeText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The column of a reference such as "AB12", from 1; 0 if there is none. */
function columnOf(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length && column <= MAX_COLUMN; i++) {
    const letter = reference.charCodeAt(i) & ~32;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + (letter - 64);
  }
  return column;
}

/** The letters of a column: 1 is A, 28 is AB. */
export function columnName(column: number): string {
  let name = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}
