import { codeLanguage, formulaOf, pictureText } from "./html-details.ts";
import { BLOCKS, isInvisible, textOf } from "./html-elements.ts";
import { HtmlInline, MARKING } from "./html-inline.ts";
import { HtmlTableReader, isDataTable } from "./html-table.ts";
import type { HtmlElement } from "./html-tree.ts";
import { inlineCode } from "./markdown-syntax.ts";
import type { MarkdownWriter } from "./markdown-writer.ts";

export interface HtmlReading {
  /** Elements to leave out with all they hold. */
  readonly skips?: (element: HtmlElement) => boolean;
  /** Told where in the text an element with an id stands. */
  readonly onAnchor?: (id: string, offset: number) => void;
}

/**
 * Writes what an element holds as Markdown: headings, lists, tables, code with its language, quotes, links,
 * formulas. Emphasis is dropped, pictures give their alternative text.
 */
export function writeHtml(root: HtmlElement, writer: MarkdownWriter, reading: HtmlReading = {}): void {
  const conversion = new Conversion(writer, reading);
  if (!conversion.enter(root)) return;
  const path: { element: HtmlElement; next: number }[] = [{ element: root, next: 0 }];
  while (path.length > 0) {
    const top = path[path.length - 1];
    if (top.next === top.element.children.length) {
      conversion.leave(top.element);
      path.pop();
      continue;
    }
    const child = top.element.children[top.next++];
    if (typeof child === "string") conversion.text(child);
    else if (conversion.enter(child)) path.push({ element: child, next: 0 });
  }
  conversion.boundary();
}

const PREFORMATTED = new Set(["pre", "xmp", "listing"]);

interface OpenList {
  readonly ordered: boolean;
  next: number;
}

class Conversion {
  readonly #writer: MarkdownWriter;
  readonly #reading: HtmlReading;
  readonly #inline = new HtmlInline();
  readonly #lists: OpenList[] = [];
  #table: HtmlTableReader | undefined;
  #pre: string[] | undefined;
  #preDepth = 0;
  /** Open elements inside which blocks cannot be told apart: headings and table cells. */
  #flat = 0;
  #headings = 0;

  constructor(writer: MarkdownWriter, reading: HtmlReading) {
    this.#writer = writer;
    this.#reading = reading;
  }

  text(data: string): void {
    if (this.#pre !== undefined) this.#pre.push(data);
    else this.#inline.text.add(data);
  }

  /** Ends the paragraph, or parts words where there are no paragraphs. */
  boundary(): void {
    if (this.#pre !== undefined) this.#startLine(this.#pre);
    else if (this.#flat > 0) this.#inline.text.space();
    else this.#writer.paragraph(this.#inline.takeBlock());
  }

  /** Whether the element's content is to be read. */
  enter(element: HtmlElement): boolean {
    const { name, attributes } = element;
    if (name === "script" && /^math\/tex/.test(attributes.type ?? "")) {
      this.#formula(textOf(element), /mode\s*=\s*display/.test(attributes.type));
      return false;
    }
    if (name === "input" && attributes.type === "checkbox" && element.parent?.name === "li") {
      this.#inline.text.raw(attributes.checked === undefined ? "[ ]" : "[x]");
      this.#inline.text.space();
    }
    if (this.#reading.skips?.(element) || isInvisible(element)) return false;
    // A button shows what it does, not what the page says, unless a heading is one.
    if (name === "button" && this.#headings === 0 && element.parent?.name !== "summary") return false;
    if (attributes.id !== undefined) this.#reading.onAnchor?.(attributes.id, this.#writer.length);
    if (BLOCKS.has(name)) this.boundary();
    return this.#pre === undefined ? this.#open(element) : this.#openInCode(name);
  }

  leave(element: HtmlElement): void {
    const { name } = element;
    if (this.#pre !== undefined && (!PREFORMATTED.has(name) || --this.#preDepth > 0)) {
      if (BLOCKS.has(name)) this.boundary();
      return;
    }
    this.#close(element);
    if (BLOCKS.has(name)) this.boundary();
  }

  /** What an element starts, outside of code. */
  #open(element: HtmlElement): boolean {
    const { name, attributes } = element;
    switch (name) {
      case "br":
        if (this.#flat > 0) this.#inline.text.space();
        else this.#inline.text.lineBreak();
        return false;
      case "hr":
        this.boundary();
        if (this.#flat === 0) this.#writer.rule();
        return false;
      case "img": {
        const { text, isFormula } = pictureText(element);
        if (isFormula) this.#formula(text, false);
        else this.#inline.text.add(text);
        return false;
      }
      case "math":
        this.#formula(formulaOf(element), attributes.display === "block");
        return false;
      case "pre":
      case "xmp":
      case "listing":
        this.#pre = [];
        this.#preDepth = 1;
        return true;
      case "h1":
      case "h2":
      case "h3":
      case "h4":
      case "h5":
      case "h6":
        this.#flat++;
        this.#headings++;
        return true;
      case "blockquote":
        if (this.#flat === 0) this.#writer.openQuote();
        return true;
      case "ul":
      case "ol":
      case "menu":
      case "dir":
        this.#lists.push({ ordered: name === "ol", next: Number.parseInt(attributes.start, 10) || 1 });
        return true;
      case "li":
        if (this.#flat === 0) this.#writer.openItem(this.#marker(attributes.value));
        return true;
      case "table":
        if (this.#table !== undefined) this.#table.nested++;
        else if (this.#flat === 0 && isDataTable(element)) {
          this.#table = new HtmlTableReader();
          this.#flat++;
        }
        return true;
      case "caption":
      case "tr":
      case "td":
      case "th":
        this.#inline.forgetPlaces();
        this.#table?.open(element, this.#inline.text);
        return true;
      default:
        if (MARKING.has(name)) this.#inline.open(element);
        return true;
    }
  }

  #close(element: HtmlElement): void {
    const { name } = element;
    switch (name) {
      case "pre":
      case "xmp":
      case "listing": {
        const code = (this.#pre ?? []).join("").replace(/\r\n?/g, "\n").replaceAll("\0", "");
        this.#pre = undefined;
        if (this.#flat > 0) this.#inline.text.raw(inlineCode(code));
        else this.#writer.code(code, codeLanguage(element));
        break;
      }
      case "h1":
      case "h2":
      case "h3":
      case "h4":
      case "h5":
      case "h6":
        this.#flat--;
        this.#headings--;
        if (this.#flat === 0) {
          const text = this.#inline.takeAll();
          this.#writer.heading(Number(name[1]), text, text.replaceAll("`", ""));
        }
        break;
      case "blockquote":
      case "li":
        this.boundary();
        if (this.#flat === 0) this.#writer.close();
        break;
      case "ul":
      case "ol":
      case "menu":
      case "dir":
        this.boundary();
        this.#lists.pop();
        if (this.#flat === 0) this.#writer.endList();
        break;
      case "table":
        this.#closeTable();
        break;
      case "caption":
      case "tr":
      case "td":
      case "th":
        this.#table?.close(element, this.#inline.text, this.#writer);
        this.#inline.forgetPlaces();
        break;
      default:
        if (MARKING.has(name)) this.#inline.close(this.#headings > 0);
    }
  }

  #closeTable(): void {
    if (this.#table === undefined) return;
    if (this.#table.nested > 0) this.#table.nested--;
    else {
      this.#table.finish(this.#inline.text, this.#writer);
      this.#table = undefined;
      this.#flat--;
    }
  }

  /** Inside code only text counts, and lines that pages make of elements. */
  #openInCode(name: string): boolean {
    if (name === "br") this.#pre?.push("\n");
    else if (PREFORMATTED.has(name)) this.#preDepth++;
    return true;
  }

  #startLine(code: string[]): void {
    const last = code.at(-1);
    if (last !== undefined && !last.endsWith("\n")) code.push("\n");
  }

  #marker(value: string | undefined): string {
    const list = this.#lists.at(-1);
    if (list === undefined || !list.ordered) return "-";
    const number = Number.parseInt(value ?? "", 10) || list.next;
    list.next = number + 1;
    // Nine digits at most, or Markdown does not see a number.
    return number >= 0 && number <= 999_999_999 ? `${number}.` : "-";
  }

  #formula(formula: string, display: boolean): void {
    if (formula === "") return;
    if (this.#pre !== undefined) this.#pre.push(formula);
    else if (!display || this.#flat > 0) this.#inline.text.raw(`$${formula}$`);
    else {
      this.boundary();
      this.#writer.math(formula);
    }
  }
}
