import type { Span } from "../../core/span.ts";
import { Vocabulary } from "./hyphens.ts";
import type { Line } from "./lines.ts";
import { makeParagraphs, type Paragraph } from "./paragraphs.ts";

/** A paragraph's place in the text and on its page. */
export interface PlacedParagraph {
  readonly start: number;
  readonly end: number;
  readonly page: number;
  /** Height of its first line on the page. */
  readonly y: number;
  readonly size: number;
  readonly lines: number;
  readonly keepsLines: boolean;
}

export interface PageText {
  readonly text: string;
  readonly paragraphs: readonly PlacedParagraph[];
  /** By page, from 0; pages without text have none. */
  readonly pages: ReadonlyMap<number, Span>;
}

/** Writes lines as text: paragraphs parted by blank lines, words mended, code and tables line by line. */
export function writePages(lines: readonly Line[]): PageText {
  const words = new Vocabulary();
  for (const line of lines) words.add(line.text);
  const writer = new PageWriter(words);
  for (const paragraph of makeParagraphs(lines)) writer.paragraph(paragraph);
  return writer.finish();
}

class PageWriter {
  readonly #words: Vocabulary;
  readonly #parts: string[] = [];
  readonly #paragraphs: PlacedParagraph[] = [];
  readonly #pages = new Map<number, { start: number; end: number }>();
  #length = 0;
  #last: Line | undefined;
  #inList = false;

  constructor(words: Vocabulary) {
    this.#words = words;
  }

  paragraph({ lines, keepsLines, continues, isItem }: Paragraph): void {
    const [first] = lines;
    const isNew = !continues || this.#last === undefined;
    if (isNew && this.#length > 0) this.#write(isItem && this.#inList ? "\n" : "\n\n");
    this.#inList = isItem || (!isNew && this.#inList);
    const start = this.#length;
    lines.forEach((line, index) => {
      if (keepsLines) this.#keptLine(line, index);
      else if (index === 0 && isNew) this.#place(line, 0);
      else this.#joined(line);
      this.#last = line;
    });
    if (!isNew) return;
    const { page, y, size } = first;
    this.#paragraphs.push({ start, end: this.#length, page, y, size, lines: lines.length, keepsLines });
  }

  finish(): PageText {
    return { text: this.#parts.join(""), paragraphs: this.#paragraphs, pages: this.#pages };
  }

  #joined(line: Line): void {
    const last = this.#last as Line;
    const joint = this.#words.joint(last.text, line.text);
    if (joint.dropsHyphen) {
      this.#parts.push((this.#parts.pop() as string).slice(0, -1));
      this.#length--;
      this.#endPage(last.page);
    }
    if (joint.space) this.#write(" ");
    this.#place(line, joint.rest);
  }

  #keptLine(line: Line, index: number): void {
    if (index > 0) this.#write("\n");
    // Letters of equal width: the distance from the edge is a number of spaces.
    const letter = line.mono ? (line.right - line.left) / Math.max(1, line.text.length) : 0;
    const indent = letter > 0 ? Math.round((line.left - line.region.left) / letter) : 0;
    this.#write(" ".repeat(Math.max(0, Math.min(indent, 80))));
    this.#place(line, 0);
  }

  /** Writes a line; `rest` characters of it finish a word of the page before. */
  #place({ text, page }: Line, rest: number): void {
    const start = this.#length;
    this.#write(text);
    const isLast = page === this.#last?.page;
    if (!this.#pages.has(page)) {
      const own = isLast ? 0 : rest;
      const skip = text[own] === " " ? own + 1 : own;
      this.#pages.set(page, { start: Math.min(start + skip, this.#length), end: this.#length });
      if (own > 0) this.#endPage(this.#last?.page ?? page, start + own);
    }
    this.#endPage(page);
  }

  #endPage(page: number, end = this.#length): void {
    const known = this.#pages.get(page);
    if (known !== undefined) known.end = Math.max(known.start, end);
  }

  #write(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }
}
