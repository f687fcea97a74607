import type { MarkdownWriter } from "./markdown-writer.ts";

/** Writes a list from items that only know how deep they are, as office documents have them. */
export class ListWriter {
  readonly #writer: MarkdownWriter;
  /** Levels of the open items, from the outside in. */
  readonly #open: number[] = [];

  constructor(writer: MarkdownWriter) {
    this.#writer = writer;
  }

  /** `label` is what the document shows before the text; "-" for any bullet. */
  item(level: number, label: string, text: string): void {
    this.#closeTo(level);
    // Markdown knows plain numbers only; any other label stays in the text.
    const isMarker = label === "-" || /^\d{1,9}[.)]$/.test(label);
    this.#writer.openItem(isMarker ? label : "-");
    this.#open.push(level);
    this.#writer.paragraph(isMarker ? text : `${label} ${text}`);
  }

  /** Nothing happens when no list is open. */
  end(): void {
    if (this.#open.length === 0) return;
    this.#closeTo(0);
    this.#writer.endList();
  }

  #closeTo(level: number): void {
    for (; this.#open.length > 0 && (this.#open.at(-1) as number) >= level; this.#open.pop()) {
      this.#writer.close();
    }
  }
}
