import { fenceFor, safeLines } from "./markdown-syntax.ts";
import { type TableCell, tableLines } from "./markdown-table.ts";
import type { SectionStart } from "./sections.ts";

/** Lists and quotes within each other beyond this are written at this depth: readers stop following earlier. */
const MAX_CONTAINERS = 16;

interface Container {
  readonly isItem: boolean;
  /** Before the first line it holds. */
  readonly marker: string;
  /** Before every other line. */
  readonly indent: string;
  started: boolean;
}

/**
 * Writes Markdown block by block and remembers where headings stand. Blocks are parted by a blank line,
 * items of a list by a line end. Text is not escaped, except where a line would read as another kind of
 * block; emphasis is the caller's to leave out.
 */
export class MarkdownWriter {
  readonly #parts: string[] = [];
  readonly #containers: Container[] = [];
  readonly #headings: SectionStart[] = [];
  #length = 0;
  /** How many of the open containers the last block stood in. */
  #shared = 0;
  /** The depth of the list whose item was closed last, while its list may go on; -1 when none. */
  #openList = -1;

  /** Where the next block would start at the earliest: the end of what is written. */
  get length(): number {
    return this.#length;
  }

  /** Headings in order, for `closeSections`. */
  get headings(): readonly SectionStart[] {
    return this.#headings;
  }

  text(): string {
    return this.#parts.join("");
  }

  /** `title` is the text without Markdown. Inside a list or a quote a heading is a paragraph. */
  heading(level: number, text: string, title: string): number {
    const line = oneLine(text);
    if (line === "") return this.#length;
    if (this.#containers.length > 0) return this.paragraph(line);
    const start = this.#block([`${"#".repeat(Math.max(1, Math.min(6, level)))} ${line}`]);
    this.#headings.push({ kind: "heading", title: oneLine(title), level, start });
    return start;
  }

  paragraph(text: string): number {
    const lines = safeLines(text);
    return lines.length === 0 ? this.#length : this.#block(lines);
  }

  code(text: string, language = ""): number {
    const body = text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
    if (body === "") return this.#length;
    const fence = fenceFor(body);
    return this.#block([fence + language, ...body.split("\n"), fence]);
  }

  /** A formula on lines of its own. */
  math(formula: string): number {
    const lines = formula.split("\n").filter((line) => line.trim() !== "");
    return lines.length === 0 ? this.#length : this.#block(["$$", ...lines, "$$"]);
  }

  table(rows: readonly (readonly TableCell[])[]): number {
    const lines = tableLines(rows);
    return lines.length === 0 ? this.#length : this.#block(lines);
  }

  /** A thematic break; none at the start, where it would open front matter. */
  rule(): void {
    if (this.#length > 0) this.#block(["---"]);
  }

  /** Everything until `close` belongs to one list item. */
  openItem(marker: string): void {
    this.#open(true, `${marker} `, " ".repeat(marker.length + 1));
  }

  openQuote(): void {
    this.#open(false, "> ", "> ");
  }

  /** Ends the item or the quote opened last. */
  close(): void {
    const closed = this.#containers.pop();
    this.#shared = Math.min(this.#shared, this.#containers.length);
    if (closed?.isItem && closed.started) this.#openList = this.#containers.length;
  }

  /** The next item starts another list. */
  endList(): void {
    this.#openList = -1;
  }

  #open(isItem: boolean, marker: string, indent: string): void {
    const deep = this.#containers.length >= MAX_CONTAINERS;
    this.#containers.push({ isItem, marker: deep ? "" : marker, indent: deep ? "" : indent, started: false });
  }

  /** Where the block's own text starts, after the separator and the markers of its first line. */
  #block(lines: readonly string[]): number {
    if (this.#length > 0) this.#write(this.#separator());
    let first = "";
    let rest = "";
    for (const container of this.#containers) {
      first += container.started ? container.indent : container.marker;
      rest += container.indent;
      container.started = true;
    }
    this.#shared = this.#containers.length;
    this.#openList = -1;
    this.#write(first);
    const start = this.#length;
    const blank = rest.trimEnd();
    lines.forEach((line, index) => {
      const prefix = line === "" ? blank : rest;
      this.#write(index === 0 ? line : `\n${prefix}${line}`);
    });
    return start;
  }

  #separator(): string {
    const shared = this.#containers.slice(0, this.#shared);
    if (this.#startsTightItem(shared.at(-1))) return "\n";
    const quoted = shared.map((container) => container.indent).join("");
    return `\n${quoted.trimEnd()}\n`;
  }

  /** Whether the next block is an item that may follow on the next line. */
  #startsTightItem(around: Container | undefined): boolean {
    const next = this.#containers[this.#shared];
    if (next === undefined || !next.isItem || next.started) return false;
    if (this.#openList === this.#shared) return true;
    // The first item of a list inside an item: any number but 1 would read as more of the paragraph above.
    return around?.isItem === true && /^(?:[-*+]|1[.)]) $/.test(next.marker);
  }

  #write(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
