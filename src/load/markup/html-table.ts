import type { HtmlElement } from "./html-tree.ts";
import type { InlineText } from "./inline-text.ts";
import type { TableCell } from "./markdown-table.ts";
import type { MarkdownWriter } from "./markdown-writer.ts";

const LAYOUT_ROLES = new Set(["presentation", "none"]);

/** What a table of data does not hold, and a table made for the looks of a page does. */
const LAYOUT_CONTENT = ["table", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "hr"];

/** Whether a table relates its cells, rather than placing things on the page. */
export function isDataTable({ attributes, holds }: HtmlElement): boolean {
  if (LAYOUT_ROLES.has(attributes.role)) return false;
  return holds === undefined || holds.has("th") || !LAYOUT_CONTENT.some((name) => holds.has(name));
}

/** Collects the cells of one table while its elements open and close. */
export class HtmlTableReader {
  /** Open tables inside this one: their cells are text of the cell around them. */
  nested = 0;
  readonly #rows: TableCell[][] = [];

  open({ name }: HtmlElement, inline: InlineText): void {
    if (this.nested > 0) {
      inline.space();
      return;
    }
    this.#addStray(inline);
    if (name === "tr") this.#rows.push([]);
  }

  close(element: HtmlElement, inline: InlineText, writer: MarkdownWriter): void {
    const { name, attributes } = element;
    if (this.nested > 0) inline.space();
    else if (name === "caption") writer.paragraph(inline.takeAll());
    else if (name === "tr") this.#addStray(inline);
    else {
      const header = name === "th" || element.parent?.parent?.name === "thead";
      const cell = { columns: span(attributes.colspan), rows: span(attributes.rowspan), header };
      this.#currentRow().push({ text: inline.takeAll(), ...cell });
    }
  }

  finish(inline: InlineText, writer: MarkdownWriter): void {
    this.#addStray(inline);
    const isColumn = this.#rows.every((row) => row.length < 2 && row.every((cell) => cell.columns === 1));
    if (!isColumn) writer.table(this.#rows);
    else for (const [cell] of this.#rows.filter((row) => row.length > 0)) writer.paragraph(cell.text);
  }

  /** Text that stands between cells, where none should be, is a cell too. */
  #addStray(inline: InlineText): void {
    const text = inline.takeAll();
    if (text !== "") this.#currentRow().push({ text, columns: 1, rows: 1, header: false });
  }

  #currentRow(): TableCell[] {
    const last = this.#rows.at(-1);
    if (last !== undefined) return last;
    const row: TableCell[] = [];
    this.#rows.push(row);
    return row;
  }
}

function span(value: string | undefined): number {
  const number = Number.parseInt(value ?? "", 10);
  return number > 1 ? Math.min(number, 65_534) : 1;
}
