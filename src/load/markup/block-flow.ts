import { ListWriter } from "./list-writer.ts";
import type { TableCell } from "./markdown-table.ts";
import type { MarkdownWriter } from "./markdown-writer.ts";

/**
 * Writes the paragraphs of an office document, each of which knows its kind but not its neighbours: lines
 * of code that follow each other become one block, so do quotes and the items of a list.
 */
export class BlockFlow {
  readonly #writer: MarkdownWriter;
  readonly #list: ListWriter;
  #listName: string | undefined;
  #code: string[] = [];
  #inQuote = false;

  constructor(writer: MarkdownWriter) {
    this.#writer = writer;
    this.#list = new ListWriter(writer);
  }

  heading(level: number, text: string): void {
    this.finish();
    this.#writer.heading(level, text, text);
  }

  paragraph(text: string): void {
    this.finish();
    this.#writer.paragraph(text);
  }

  /** `list` names the list the item belongs to, where the document tells lists apart. */
  item(level: number, label: string, text: string, list?: string): void {
    this.#endCode();
    this.#endQuote();
    if (level === 0) {
      if (list !== this.#listName) this.#list.end();
      this.#listName = list;
    }
    this.#list.item(level, label, text);
  }

  code(text: string): void {
    this.#list.end();
    this.#endQuote();
    this.#code.push(text);
  }

  quote(text: string): void {
    this.#endCode();
    this.#list.end();
    if (!this.#inQuote) this.#writer.openQuote();
    this.#inQuote = true;
    this.#writer.paragraph(text);
  }

  /** Belongs to the block before it. */
  formula(formula: string): void {
    this.#endCode();
    this.#writer.math(formula);
  }

  /** A table of one column is a frame around text. */
  table(rows: readonly (readonly TableCell[])[]): void {
    this.finish();
    if (rows.some((row) => row.length > 1)) this.#writer.table(rows);
    else for (const { text } of rows.flat()) this.#writer.paragraph(text);
  }

  /** Ends what is open. */
  finish(): void {
    this.#endCode();
    this.#endQuote();
    this.#list.end();
  }

  #endCode(): void {
    if (this.#code.length === 0) return;
    this.#writer.code(this.#code.join("\n"));
    this.#code = [];
  }

  #endQuote(): void {
    if (!this.#inQuote) return;
    this.#writer.close();
    this.#inQuote = false;
  }
}

/** Text as office formats hold it, without what cannot be seen. */
export function visibleText(text: string): string {
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\u00ad]+/g, "").replaceAll("\u00a0", " ");
}
