import type { Token } from "markdown-it";
import type { Span } from "../../core/span.ts";
import { frontMatter } from "../../text/front-matter.ts";
import { lineStarts } from "../../text/lines.ts";
import { type Glue, SeamList, type Structure } from "../structure.ts";
import { type HeadedTable, tableHeaders } from "../table-headers.ts";
import { headingSections, headingTitle } from "./headings.ts";
import { BLOCK_LEVEL, WEAKEST_LEVEL } from "./levels.ts";

/**
 * Levels of seams. Headings are 0 to 5; the blocks of each container lie three levels deeper than those
 * around it.
 */
const PER_DEPTH = 3;
/** Above a rule, which authors write between parts. */
const RULE = 6;
/** Relative to the container's blocks: what a line that ends with a colon announces stays with it. */
const ANNOUNCED = 1;
/** Relative to the container's blocks: list items and table rows. */
const ITEM = 2;

/** A fence or an indented code block: its lines, fences included. */
export interface CodeBlock extends Span {
  /** Its code without the fences. */
  readonly code: Span;
  readonly info: string;
  /** The level of seams inside it. */
  readonly level: number;
}

/** A block that is no prose. */
interface MarkdownUnit extends Span {
  readonly what: "fence" | "table" | "formula" | "html";
}

export interface MarkdownStructure extends Structure {
  readonly codeBlocks: readonly CodeBlock[];
  readonly units: readonly MarkdownUnit[];
}

/** Reads the structure off the parser's blocks. `parse` comes from `loadBlockParser`. */
export function markdownStructure(text: string, parse: (text: string) => Token[]): MarkdownStructure {
  const bodyStart = frontMatter(text)?.end ?? 0;
  const body = bodyStart === 0 ? text : text.slice(bodyStart);
  const reader = new BlockReader(text, bodyStart, lineStarts(body));
  for (const token of parse(body)) reader.read(token);
  return reader.structure();
}

interface Container {
  /** Blocks directly inside it are at this depth. */
  readonly depth: number;
  /** Whether its children are items of a list, rows of a table or blocks. */
  readonly holds: "blocks" | "items" | "rows";
}

class BlockReader {
  readonly #text: string;
  readonly #bodyStart: number;
  readonly #lines: readonly number[];
  readonly #seams = new SeamList("prose");
  readonly #headings: { title: string; level: number; start: number }[] = [];
  readonly #codeBlocks: CodeBlock[] = [];
  readonly #tables: HeadedTable[] = [];
  readonly #units: MarkdownUnit[] = [];
  readonly #containers: Container[] = [{ depth: 0, holds: "blocks" }];
  /** What came before in the same container, for what belongs together. */
  #previous: "heading" | "announcement" | "thead" | "other" | undefined;
  #heading: { level: number; start: number } | undefined;

  constructor(text: string, bodyStart: number, lines: readonly number[]) {
    this.#text = text;
    this.#bodyStart = bodyStart;
    this.#lines = lines;
    if (bodyStart > 0 && bodyStart < text.length) this.#seams.add(bodyStart, BLOCK_LEVEL, "section", "prose");
  }

  read(token: Token): void {
    const { type, map, nesting } = token;
    if (nesting < 0) {
      this.#close(type);
      return;
    }
    if (type === "inline") this.#inline(token);
    if (map === null || type === "inline" || type === "tbody_open") return;
    const start = this.#offset(map[0]);
    const end = this.#offset(map[1]);
    const container = this.#containers[this.#containers.length - 1];
    switch (type) {
      case "heading_open":
        this.#addHeading(Number(token.tag.slice(1)), start, container);
        break;
      case "bullet_list_open":
      case "ordered_list_open":
        this.#addBlock(start, container);
        this.#containers.push({ depth: container.depth, holds: "items" });
        break;
      case "list_item_open":
        this.#add(start, this.#level(container) + ITEM, "list");
        this.#containers.push({ depth: container.depth + 1, holds: "blocks" });
        this.#previous = undefined;
        break;
      case "blockquote_open":
        this.#addBlock(start, container);
        this.#containers.push({ depth: container.depth + 1, holds: "blocks" });
        this.#previous = undefined;
        break;
      case "table_open":
        this.#addUnit("table", start, end, container);
        this.#containers.push({ depth: container.depth, holds: "rows" });
        // The head is its first line and the line of dashes under it.
        this.#tables.push({
          start,
          end,
          head: this.#text.slice(start, this.#offset(map[0] + 2)).trimEnd(),
          body: this.#offset(map[0] + 2),
        });
        break;
      case "tr_open":
        this.#addRow(start, container);
        break;
      case "fence":
      case "code_block":
        this.#addCode(token, start, end, container);
        break;
      case "hr":
        if (container.depth === 0 && this.#previous !== "heading") this.#add(start, RULE, "section");
        else this.#addBlock(start, container);
        this.#previous = "other";
        break;
      case "math_block":
      case "html_block":
        this.#addUnit(type === "math_block" ? "formula" : "html", start, end, container);
        break;
      default:
        if (container.holds === "blocks") this.#addBlock(start, container);
    }
  }

  structure(): MarkdownStructure {
    const { length } = this.#text;
    return {
      seams: this.#seams,
      outline: headingSections(this.#headings, length),
      codeBlocks: this.#codeBlocks,
      units: this.#units,
      describe: tableHeaders(this.#tables),
    };
  }

  #offset(line: number): number {
    return line < this.#lines.length ? this.#bodyStart + this.#lines[line] : this.#text.length;
  }

  #level({ depth }: Container): number {
    return BLOCK_LEVEL + depth * PER_DEPTH;
  }

  #add(
    start: number,
    level: number,
    boundary: "section" | "paragraph" | "list" | "line",
    glue: Glue = "none",
    code = false,
  ): void {
    if (start > 0) this.#seams.add(start, level, boundary, code ? "code" : "prose", glue);
  }

  /** A block, which a heading or an announcement before it may hold to itself. */
  #addBlock(start: number, container: Container): void {
    if (this.#previous === "heading") this.#add(start, WEAKEST_LEVEL, "paragraph", "always");
    else this.#add(start, this.#blockLevel(container), "paragraph", this.#hold());
    this.#previous = "other";
  }

  /** A block that is worth more whole than with the heading over it, if it can only have one of the two. */
  #addUnit(what: MarkdownUnit["what"], start: number, end: number, container: Container): void {
    this.#units.push({ what, start, end });
    this.#add(start, this.#blockLevel(container), "paragraph", this.#hold(), what === "fence");
    this.#previous = "other";
  }

  /** Whether what came before belongs to what follows. */
  #hold(): Glue {
    return this.#previous === "heading" || this.#previous === "announcement" ? "unless whole" : "none";
  }

  #blockLevel(container: Container): number {
    return this.#level(container) + (this.#hold() === "none" ? 0 : ANNOUNCED);
  }

  #addHeading(level: number, start: number, container: Container): void {
    if (container.depth > 0) this.#addBlock(start, container);
    else {
      // A title and the first heading below it belong to the same opening.
      const opens = this.#previous === "heading" && level > (this.#headings.at(-1)?.level ?? level);
      this.#add(start, opens ? WEAKEST_LEVEL : level - 1, "section", opens ? "always" : "none");
    }
    this.#heading = container.depth > 0 ? undefined : { level, start };
    this.#previous = "heading";
  }

  #addRow(start: number, container: Container): void {
    const table = this.#tables[this.#tables.length - 1];
    if (start === table.start) return;
    const headed = this.#previous === "thead";
    this.#add(
      start,
      headed ? WEAKEST_LEVEL : this.#level(container) + ITEM,
      "line",
      headed ? "always" : "none",
    );
    this.#previous = "other";
  }

  #addCode(token: Token, start: number, end: number, container: Container): void {
    this.#addUnit("fence", start, end, container);
    const [first, behind] = token.map as [number, number];
    const fenced = token.type === "fence";
    const closed = fenced && behind - first > 1 && isFence(this.#text.slice(this.#offset(behind - 1), end));
    const codeStart = fenced ? this.#offset(first + 1) : start;
    const codeEnd = closed ? this.#offset(behind - 1) : end;
    this.#codeBlocks.push({
      start,
      end,
      code: { start: codeStart, end: Math.max(codeStart, codeEnd) },
      info: token.info.trim(),
      level: this.#level(container) + ITEM,
    });
  }

  #inline(token: Token): void {
    if (this.#heading !== undefined) {
      this.#headings.push({ ...this.#heading, title: headingTitle(token.content) });
      this.#heading = undefined;
    } else if (this.#previous === "other" && /[:：]$/.test(token.content.slice(-1))) {
      this.#previous = "announcement";
    }
  }

  #close(type: string): void {
    if (type === "thead_close") this.#previous = "thead";
    if (!CONTAINERS.has(type)) return;
    this.#containers.pop();
    this.#previous = "other";
  }
}

const CONTAINERS = new Set([
  "bullet_list_close",
  "ordered_list_close",
  "list_item_close",
  "blockquote_close",
  "table_close",
]);

/** Whether the last line of a fence closes it; an unclosed one runs to the end. */
function isFence(line: string): boolean {
  return /^[\s>]*(?:`{3,}|~{3,})\s*$/.test(line.slice(0, 1_000));
}
