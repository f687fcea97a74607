import type { Handler, Parser } from "htmlparser2";
import type { Span } from "../../core/span.ts";
import { headingSections } from "../markdown/headings.ts";
import { type Glue, SeamList, type Structure } from "../structure.ts";
import { type HeadedTable, tableHeaders } from "../table-headers.ts";

/** The parser's class: htmlparser2 is loaded only when HTML is cut. */
export type ParserClass = new (handler: Partial<Handler>) => Parser;

/** Elements that begin on a line of their own. All others are text of the element around them. */
const BLOCKS = new Set(
  (
    "address article aside blockquote body button canvas caption center dd details dialog dir div dl dt " +
    "fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe " +
    "legend li link main menu meta nav noscript object ol optgroup option p pre script search section " +
    "select style summary svg table tbody td template textarea tfoot th thead title tr ul video math"
  ).split(" "),
);
const HEADING = /^h([1-6])$/;
/** Worth more whole than with the heading over it, if it can only have one of the two. */
const SOLID = new Set(["table", "pre"]);
const CODE = new Set(["pre", "script", "style", "textarea", "svg"]);

/** Levels an element's inside is weaker than its outside; headings take the first six, blocks the next. */
const PER_DEPTH = 10;
const BLOCK = 6;
/** What a heading heads, and a table's rows behind its head, are parted only as a last resort. */
const WEAKEST = 1_000_000;
const LONGEST_TITLE = 200;
/** Blocks nested deeper are text of the one around them. */
const DEEPEST = 200;

/** A `pre`, `script` or `style`, with what names its language. */
export interface HtmlCode extends Span {
  readonly tag: string;
  readonly className: string;
  readonly level: number;
}

export interface HtmlStructure extends Structure {
  readonly code: readonly HtmlCode[];
  readonly tables: readonly Span[];
}

interface Open {
  readonly tag: string;
  readonly level: number;
  readonly start: number;
  readonly contentStart: number;
  readonly className: string;
}

/** The structure of HTML source, broken or not: the parser closes what the author did not. */
export function htmlStructure(text: string, Parser: ParserClass): HtmlStructure {
  const reader = new ElementReader(text);
  const parser = new Parser({
    onopentag: (tag, attributes) =>
      reader.open(tag, attributes.class ?? "", parser.startIndex, parser.endIndex + 1),
    onclosetag: (tag) => reader.close(tag, parser.startIndex, parser.endIndex + 1),
    ontext: (data) => reader.text(data),
  });
  parser.end(text);
  return reader.structure();
}

class ElementReader {
  readonly #length: number;
  readonly #seams = new SeamList("prose");
  readonly #stack: Open[] = [];
  readonly #headings: { title: string; level: number; start: number }[] = [];
  readonly #tables: HeadedTable[] = [];
  readonly #code: HtmlCode[] = [];
  /** The table that is open, as far as it is known. */
  #table: { start: number; head: string[]; body: number } | undefined;
  /** How many elements with code are open: what stands inside one is its text. */
  #codeDepth = 0;
  #title: string | undefined;
  #cell: string | undefined;
  /** How many blocks are open that lie too deep to be cut at. */
  #passed = 0;
  /** Set behind a heading and behind a table's head, until the next block. */
  #keepsNext = false;

  constructor(text: string) {
    this.#length = text.length;
  }

  open(tag: string, className: string, start: number, contentStart: number): void {
    const code = CODE.has(tag);
    if (tag === "code") this.#nameCode(className);
    if (!BLOCKS.has(tag)) return;
    if (this.#stack.length >= DEEPEST) {
      this.#passed++;
      return;
    }
    if (code) this.#codeDepth++;
    const heading = HEADING.exec(tag);
    const base = this.#stack.length * PER_DEPTH;
    const level = base + (heading === null ? BLOCK : Number(heading[1]) - 1);
    const glue: Glue = !this.#keepsNext ? "none" : SOLID.has(tag) ? "unless whole" : "always";
    this.#add(
      start,
      glue === "always" ? WEAKEST : level,
      heading === null ? "paragraph" : "section",
      code,
      glue,
    );
    if (heading !== null) this.#title = "";
    if (tag === "table") this.#table = { start, head: [], body: 0 };
    if (tag === "th" || tag === "td") this.#cell = "";
    this.#stack.push({ tag, level, start, contentStart, className });
  }

  close(tag: string, start: number, end: number): void {
    if (this.#passed > 0) {
      if (BLOCKS.has(tag)) this.#passed--;
      return;
    }
    const last = this.#stack.at(-1);
    if (last === undefined || last.tag !== tag) return;
    this.#stack.pop();
    if (tag === "th" || tag === "td") this.#closeCell();
    if (tag === "tr") this.#closeRow(end);
    if (tag === "table") this.#closeTable(end);
    if (HEADING.test(tag)) this.#closeHeading(last);
    if (CODE.has(tag) && --this.#codeDepth === 0)
      this.#code.push({ ...last, start: last.contentStart, end: Math.max(start, last.contentStart) });
    this.#add(
      end,
      this.#keepsNext ? WEAKEST : last.level,
      "paragraph",
      false,
      this.#keepsNext ? "always" : "none",
    );
  }

  text(data: string): void {
    // A wrapper around what a heading heads is passed through: only its text is what was kept for.
    if (this.#title === undefined && this.#keepsNext && data.trim() !== "") this.#keepsNext = false;
    if (this.#title !== undefined && this.#title.length < LONGEST_TITLE) this.#title += data;
    if (this.#cell !== undefined && this.#cell.length < LONGEST_TITLE) this.#cell += data;
  }

  structure(): HtmlStructure {
    return {
      seams: this.#seams,
      outline: headingSections(this.#headings, this.#length),
      tables: this.#tables,
      code: this.#code,
      describe: tableHeaders(this.#tables),
    };
  }

  /** The parser closes elements late, at a place already passed; such a seam comes with the next block. */
  #add(position: number, level: number, boundary: "section" | "paragraph", code: boolean, glue: Glue): void {
    const last = this.#seams.positions.at(-1) ?? 0;
    if (position < last || position <= 0 || position >= this.#length) return;
    this.#seams.add(position, level, boundary, code ? "code" : "prose", glue);
  }

  /** `<pre><code class="language-ts">`: the class that names the language is the inner one's. */
  #nameCode(className: string): void {
    const last = this.#stack.at(-1);
    if (last?.tag === "pre" && className !== "") this.#stack[this.#stack.length - 1] = { ...last, className };
  }

  #closeCell(): void {
    if (this.#table?.body === 0 && this.#cell !== undefined) this.#table.head.push(tidy(this.#cell));
    this.#cell = undefined;
  }

  /** The first row that holds anything is taken for the head. */
  #closeRow(end: number): void {
    if (this.#table === undefined || this.#table.body > 0 || this.#table.head.length === 0) return;
    this.#table.body = end;
    this.#keepsNext = true;
  }

  #closeTable(end: number): void {
    if (this.#table === undefined) return;
    const { start, head, body } = this.#table;
    this.#tables.push({ start, end, head: head.join(" | "), body: body > 0 ? body : end });
    this.#table = undefined;
    this.#keepsNext = false;
  }

  #closeHeading({ tag, start }: Open): void {
    const title = tidy(this.#title ?? "");
    this.#title = undefined;
    if (title !== "") this.#headings.push({ title, level: Number(tag[1]), start });
    this.#keepsNext = true;
  }
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim().slice(0, LONGEST_TITLE);
}
