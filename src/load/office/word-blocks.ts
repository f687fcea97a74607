import { BlockFlow, visibleText } from "../markup/block-flow.ts";
import type { TableCell } from "../markup/markdown-table.ts";
import type { MarkdownWriter } from "../markup/markdown-writer.ts";
import type { WordNumbering } from "./word-numbering.ts";
import type { WordParagraph, WordRow, WordSink } from "./word-reader.ts";
import type { WordStyles } from "./word-styles.ts";

/** Writes Word's paragraphs and tables as Markdown blocks, by what their styles and lists say. */
export class WordBlocks implements WordSink {
  /** Whether a table of contents was left out. */
  leftOutContents = false;
  readonly #writer: MarkdownWriter;
  readonly #flow: BlockFlow;
  readonly #styles: WordStyles;
  readonly #numbering: WordNumbering;
  /** Notes by kind and id, in the order the text refers to them. */
  readonly #references = new Map<string, number>();

  constructor(writer: MarkdownWriter, styles: WordStyles, numbering: WordNumbering) {
    this.#writer = writer;
    this.#flow = new BlockFlow(writer);
    this.#styles = styles;
    this.#numbering = numbering;
  }

  paragraph(paragraph: WordParagraph): void {
    const { kind } = this.#styles.get(paragraph.style);
    const text = visibleText(paragraph.parts.join(""));
    if (kind === "contents") this.leftOutContents = true;
    else if (kind === "code") this.#flow.code(text);
    else if (text.trim() !== "") this.#block(paragraph, text);
    for (const formula of paragraph.formulas) this.#flow.formula(formula);
  }

  #block(paragraph: WordParagraph, text: string): void {
    const style = this.#styles.get(paragraph.style);
    const outline = paragraph.outline === undefined ? undefined : paragraph.outline + 1;
    const heading = outline === undefined ? style.heading : outline <= 9 ? outline : undefined;
    const listId = paragraph.list.id ?? style.list?.id;
    const level = paragraph.list.level ?? style.list?.level ?? 0;
    const label = listId === undefined ? undefined : this.#numbering.next(listId, level);
    if (heading !== undefined) {
      const isNumbered = label !== undefined && label.label !== "-";
      this.#flow.heading(heading, isNumbered ? `${label.label} ${text}` : text);
    } else if (label !== undefined) this.#flow.item(level, label.label, text, label.list);
    else if (style.kind === "quote") this.#flow.quote(text);
    else this.#flow.paragraph(text);
  }

  table(rows: readonly WordRow[]): void {
    const isBox = rows.every((row) => row.cells.length < 2);
    if (!isBox) this.#flow.table(tableCells(rows));
    else {
      const texts = rows.flatMap((row) => row.cells.flatMap((cell) => cell.paragraphs));
      for (const text of texts) this.#flow.paragraph(visibleText(text));
    }
  }

  reference(kind: "footnote" | "endnote", id: string): string {
    const key = `${kind} ${id}`;
    const number = this.#references.get(key) ?? this.#references.size + 1;
    this.#references.set(key, number);
    return `[^${number}]`;
  }

  /** Writes the notes the text referred to. Gives where the text before them ends. */
  finish(notes: ReadonlyMap<string, readonly string[]>): number {
    this.#flow.finish();
    const end = this.#writer.length;
    for (const [key, number] of this.#references) {
      const text = visibleText((notes.get(key) ?? []).join(" "))
        .replace(/\s+/g, " ")
        .trim();
      if (text !== "") this.#writer.paragraph(`[^${number}]: ${text}`);
    }
    return end;
  }
}

/** Cells with their spans: Word marks every row of a cell over several rows, Markdown counts them. */
function tableCells(rows: readonly WordRow[]): TableCell[][] {
  /** By first column, the cell that later rows may go on with. */
  const open = new Map<number, { rows: number }>();
  return rows.map((row) => {
    let column = 0;
    const cells: TableCell[] = [];
    for (const { paragraphs, columns, merge } of row.cells) {
      const above = merge === "more" ? open.get(column) : undefined;
      if (above !== undefined) above.rows++;
      else {
        const cell = { text: visibleText(paragraphs.join(" ")), columns, rows: 1, header: row.header };
        cells.push(cell);
        if (merge === "start") open.set(column, cell);
        else open.delete(column);
      }
      column += columns;
    }
    return cells;
  });
}
