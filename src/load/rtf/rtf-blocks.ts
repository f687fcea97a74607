import { BlockFlow, visibleText } from "../markup/block-flow.ts";
import type { TableCell } from "../markup/markdown-table.ts";
import type { MarkdownWriter } from "../markup/markdown-writer.ts";
import { headingLevel, styleKind, type WordStyle } from "../office/word-styles.ts";

/** What is in force for a paragraph when it ends. Lengths are in twentieths of a point. */
export interface RtfParagraph {
  readonly style: number | undefined;
  readonly outline: number | undefined;
  readonly level: number | undefined;
  readonly indent: number;
  readonly hang: number;
  readonly inTable: boolean;
}

interface CellPlan {
  coveredFromLeft: boolean;
  merge: "start" | "more" | undefined;
}

/** How far a level of a list is usually indented. */
const INDENT = 360;

const BULLETS = /^[•·◦▪■▫o\-–—*➢✓§]$/u;
/** A hand-made item: its label and a tab, hanging to the left of its text. */
const TYPED_LABEL = /^(\d{1,9}[.)]|[a-z][.)]|[•·◦▪–—-])\t\s*/i;

interface Style {
  readonly heading: number | undefined;
  readonly kind: WordStyle["kind"];
}

/** Writes RTF's paragraphs and rows as Markdown blocks. */
export class RtfBlocks {
  /** Whether a table of contents was left out. */
  leftOutContents = false;
  readonly #writer: MarkdownWriter;
  readonly #flow: BlockFlow;
  readonly #styles = new Map<number, Style>();
  #plans: CellPlan[] = [];
  #plan: CellPlan = { coveredFromLeft: false, merge: undefined };
  #cells: string[] = [];
  #rows: TableCell[][] = [];
  /** By column, the cell that later rows may go on with. */
  readonly #open = new Map<number, { rows: number }>();

  constructor(writer: MarkdownWriter) {
    this.#writer = writer;
    this.#flow = new BlockFlow(writer);
  }

  style(id: number, name: string, outline: number | undefined): void {
    this.#styles.set(id, { heading: headingLevel(name, outline), kind: styleKind(name) });
  }

  paragraph(paragraph: RtfParagraph, label: string, raw: string): void {
    const text = visibleText(raw);
    const style = paragraph.style === undefined ? undefined : this.#styles.get(paragraph.style);
    if (text.trim() === "" && style?.kind !== "code") return;
    this.#endTable();
    const heading = paragraph.outline === undefined ? style?.heading : paragraph.outline + 1;
    if (style?.kind === "contents") this.leftOutContents = true;
    else if (style?.kind === "code") this.#flow.code(text);
    else if (heading !== undefined && heading >= 1 && heading <= 9) {
      this.#flow.heading(heading, label === "" || BULLETS.test(label) ? text : `${label} ${text}`);
    } else if (!this.#item(paragraph, label, text)) {
      if (style?.kind === "quote") this.#flow.quote(text);
      else this.#flow.paragraph(text);
    }
  }

  /** Whether the paragraph is an item of a list, by its label or by one somebody typed. */
  #item({ hang, indent, level }: RtfParagraph, label: string, text: string): boolean {
    const typed = label === "" && hang < 0 ? TYPED_LABEL.exec(text) : null;
    const shown = label !== "" ? label : typed?.[1];
    if (shown === undefined) return false;
    const indented = Math.max(0, Math.round(indent / INDENT) - 1);
    const depth = Math.max(0, Math.min(8, level ?? indented));
    this.#flow.item(depth, BULLETS.test(shown) ? "-" : shown, text.slice(typed?.[0].length ?? 0));
    return true;
  }

  cell(text: string): void {
    this.#cells.push(text);
  }

  /** Whether the word says something about the cells of the next row. */
  cellProperty(name: string): boolean {
    switch (name) {
      case "trowd":
        this.#plans = [];
        this.#plan = { coveredFromLeft: false, merge: undefined };
        return true;
      case "clmrg":
        this.#plan.coveredFromLeft = true;
        return true;
      case "clvmgf":
        this.#plan.merge = "start";
        return true;
      case "clvmrg":
        this.#plan.merge = "more";
        return true;
      case "cellx":
        this.#plans.push(this.#plan);
        this.#plan = { coveredFromLeft: false, merge: undefined };
        return true;
      default:
        return false;
    }
  }

  endRow(): void {
    const row: TableCell[] = [];
    this.#cells.forEach((raw, column) => {
      const plan = this.#plans[column];
      const above = plan?.merge === "more" ? this.#open.get(column) : undefined;
      const text = visibleText(raw).replace(/\s+/g, " ").trim();
      if (above !== undefined) above.rows++;
      else if (plan?.coveredFromLeft && row.length > 0) {
        const left = row[row.length - 1];
        row[row.length - 1] = { ...left, columns: left.columns + 1 };
      } else {
        const cell = { text, columns: 1, rows: 1, header: false };
        row.push(cell);
        if (plan?.merge === "start") this.#open.set(column, cell);
        else this.#open.delete(column);
      }
    });
    this.#cells = [];
    if (row.length > 0) this.#rows.push(row);
  }

  /** Writes what is left, then the notes. Gives where the text before them ends. */
  finish(notes: readonly string[]): number {
    this.#endTable();
    this.#flow.finish();
    const end = this.#writer.length;
    notes.forEach((text, index) => {
      if (text !== "") this.#writer.paragraph(`[^${index + 1}]: ${text}`);
    });
    return end;
  }

  #endTable(): void {
    if (this.#cells.length > 0) this.endRow();
    if (this.#rows.length === 0) return;
    this.#flow.table(this.#rows);
    this.#rows = [];
    this.#open.clear();
  }
}
