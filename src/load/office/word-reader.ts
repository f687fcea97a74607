import { link } from "../markup/markdown-syntax.ts";
import { shifted } from "../markup/raised-text.ts";
import { MathReader } from "./math.ts";
import type { Relationship } from "./package.ts";
import { symbolOf } from "./symbols.ts";
import type { XmlAttributes, XmlHandler } from "./xml.ts";

export interface WordParagraph {
  style: string | undefined;
  list: { id: string | undefined; level: number | undefined };
  outline: number | undefined;
  /** Written so far: text, line ends, tabs, links. */
  readonly parts: string[];
  /** Formulas that stand on lines of their own. */
  readonly formulas: string[];
}

interface WordCell {
  readonly paragraphs: string[];
  columns: number;
  /** Whether it starts or goes on with a cell over several rows. */
  merge: "start" | "more" | undefined;
}

export interface WordRow {
  readonly cells: WordCell[];
  header: boolean;
}

export interface WordSink {
  paragraph(paragraph: WordParagraph): void;
  table(rows: readonly WordRow[]): void;
  /** The mark of a note with that id, where the text refers to it. */
  reference(kind: "footnote" | "endnote", id: string): string;
  /** A note's own text begins; undefined for what Word itself put there. */
  note?(kind: "footnote" | "endnote", id: string | undefined): void;
}

/** Deleted or moved text, former properties, readings beside characters: none of it is in the document. */
const SKIPPED = /^w:(?:del|moveFrom|rt|fldData|sdtPr|\w+PrChange|numberingChange|cellDel)$/;

interface Field {
  readonly instruction: string[];
  /** Where its shown text begins, once that does. */
  result: { readonly paragraph: WordParagraph; readonly at: number } | undefined;
}

/** Turns the events of a Word part into paragraphs and tables. */
export class WordReader implements XmlHandler {
  readonly #sink: WordSink;
  readonly #links: ReadonlyMap<string, Relationship>;
  /** Open paragraphs: a text box holds paragraphs inside one. */
  readonly #paragraphs: WordParagraph[] = [];
  readonly #floating: WordParagraph[] = [];
  readonly #hyperlinks: { paragraph: WordParagraph | undefined; at: number; address: string | undefined }[] =
    [];
  #fields: Field[] = [];
  #rows: WordRow[] = [];
  #tables = 0;
  #math: MathReader | undefined;
  #mathDepth = 0;
  #displayMath = false;
  #skipDepth = 0;
  #hasChoice = false;
  #inProperties = false;
  #hidden = false;
  #shift: "up" | "down" | undefined;
  #reading: "text" | "instruction" | "math" | undefined;

  constructor(sink: WordSink, links: ReadonlyMap<string, Relationship>) {
    this.#sink = sink;
    this.#links = links;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipDepth > 0 || SKIPPED.test(name) || (name === "mc:Fallback" && this.#hasChoice)) {
      this.#skipDepth++;
      return;
    }
    if (name.startsWith("m:")) this.#openMath(name, attributes);
    else if (this.#inProperties) this.#property(name, attributes);
    else this.#openContent(name, attributes);
  }

  text(data: string): void {
    if (this.#skipDepth > 0 || this.#reading === undefined) return;
    if (this.#reading === "math") this.#math?.text(data);
    else if (this.#reading === "instruction") this.#fields.at(-1)?.instruction.push(data);
    else this.#add(this.#shift === undefined ? data : shifted(data, this.#shift === "up"));
  }

  close(name: string): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth--;
      return;
    }
    if (name.startsWith("m:")) {
      this.#closeMath(name);
      return;
    }
    switch (name) {
      case "w:p":
        this.#closeParagraph();
        break;
      case "w:pPr":
        this.#inProperties = false;
        break;
      case "w:t":
      case "w:instrText":
        this.#reading = undefined;
        break;
      case "w:r":
        this.#hidden = false;
        this.#shift = undefined;
        break;
      case "w:hyperlink":
        this.#closeLink();
        break;
      case "w:tbl":
        this.#tables--;
        if (this.#tables === 0) {
          this.#sink.table(this.#rows);
          this.#rows = [];
        }
        break;
    }
  }

  #openContent(name: string, attributes: XmlAttributes): void {
    const value = attributes["w:val"];
    switch (name) {
      case "w:p":
        this.#paragraphs.push(newParagraph());
        break;
      case "w:pPr":
        this.#inProperties = true;
        break;
      case "w:t":
        this.#reading = "text";
        break;
      case "w:instrText":
        this.#reading = "instruction";
        break;
      case "w:vanish":
        this.#hidden = value !== "0" && value !== "false";
        break;
      case "w:vertAlign":
        this.#shift = value === "superscript" ? "up" : value === "subscript" ? "down" : undefined;
        break;
      case "w:tab":
        this.#add("\t");
        break;
      case "w:br":
      case "w:cr":
        this.#add("\n");
        break;
      case "w:noBreakHyphen":
        this.#add("-");
        break;
      case "w:sym":
        this.#add(symbolOf(attributes["w:font"] ?? "", Number.parseInt(attributes["w:char"] ?? "", 16)));
        break;
      case "docPr":
        if (attributes.descr) this.#add(attributes.descr);
        break;
      case "w:footnoteReference":
        this.#add(this.#sink.reference("footnote", attributes["w:id"]));
        break;
      case "w:endnoteReference":
        this.#add(this.#sink.reference("endnote", attributes["w:id"]));
        break;
      case "w:footnote":
      case "w:endnote": {
        const isOwn = attributes["w:type"] === undefined || attributes["w:type"] === "normal";
        this.#sink.note?.(
          name === "w:footnote" ? "footnote" : "endnote",
          isOwn ? attributes["w:id"] : undefined,
        );
        break;
      }
      case "w:hyperlink": {
        const paragraph = this.#paragraphs.at(-1);
        const target = this.#links.get(attributes["r:id"]);
        const address = target?.external ? target.target : undefined;
        this.#hyperlinks.push({ paragraph, at: paragraph?.parts.length ?? 0, address });
        break;
      }
      case "w:fldChar":
        this.#field(attributes["w:fldCharType"]);
        break;
      case "mc:AlternateContent":
        this.#hasChoice = false;
        break;
      case "mc:Choice":
        this.#hasChoice = true;
        break;
      default:
        this.#openTablePart(name, value);
    }
  }

  #openTablePart(name: string, value: string | undefined): void {
    if (name === "w:tbl") this.#tables++;
    if (this.#tables !== 1) return;
    const row = this.#rows.at(-1);
    const cell = row?.cells.at(-1);
    if (name === "w:tr") this.#rows.push({ cells: [], header: false });
    else if (name === "w:tblHeader" && row !== undefined) row.header = value !== "0" && value !== "false";
    else if (name === "w:tc") row?.cells.push({ paragraphs: [], columns: 1, merge: undefined });
    else if (name === "w:gridSpan" && cell !== undefined) cell.columns = Math.max(1, Number(value) || 1);
    else if (name === "w:vMerge" && cell !== undefined) cell.merge = value === "restart" ? "start" : "more";
  }

  #property(name: string, attributes: XmlAttributes): void {
    const paragraph = this.#paragraphs.at(-1);
    const value = attributes["w:val"];
    if (paragraph === undefined) return;
    if (name === "w:pStyle") paragraph.style = value;
    else if (name === "w:numId") paragraph.list.id = value;
    else if (name === "w:ilvl") paragraph.list.level = Number(value) || 0;
    else if (name === "w:outlineLvl") paragraph.outline = Number(value);
  }

  #openMath(name: string, attributes: XmlAttributes): void {
    if (name === "m:oMathPara") this.#displayMath = true;
    else if (name === "m:oMath") {
      if (this.#mathDepth++ === 0) this.#math = new MathReader();
    } else {
      this.#math?.open(name, attributes);
      if (name === "m:t") this.#reading = "math";
    }
  }

  #closeMath(name: string): void {
    if (name === "m:oMathPara") this.#displayMath = false;
    else if (name === "m:t") this.#reading = undefined;
    else if (name !== "m:oMath") this.#math?.close(name);
    else if (--this.#mathDepth === 0) {
      const formula = this.#math?.formula() ?? "";
      this.#math = undefined;
      const paragraph = this.#paragraphs.at(-1);
      if (formula === "" || paragraph === undefined) return;
      if (this.#displayMath && this.#tables === 0) paragraph.formulas.push(formula);
      else this.#add(`$${formula}$`);
    }
  }

  /** Fields show a result in place of an instruction: page numbers, references, links. */
  #field(type: string | undefined): void {
    const paragraph = this.#paragraphs.at(-1);
    if (type === "begin") this.#fields.push({ instruction: [], result: undefined });
    const field = this.#fields.at(-1);
    if (field === undefined || paragraph === undefined) return;
    if (type === "separate") field.result = { paragraph, at: paragraph.parts.length };
    else if (type === "end") {
      this.#fields.pop();
      const address = /^\s*HYPERLINK\s+"([^"]*)"/.exec(field.instruction.join(""))?.[1];
      if (field.result?.paragraph !== paragraph || address === undefined) return;
      const shown = paragraph.parts.splice(field.result.at).join("");
      paragraph.parts.push(link(shown, address));
    }
  }

  #closeLink(): void {
    const open = this.#hyperlinks.pop();
    const paragraph = this.#paragraphs.at(-1);
    if (open === undefined || paragraph === undefined || open.paragraph !== paragraph) return;
    paragraph.parts.push(link(paragraph.parts.splice(open.at).join(""), open.address));
  }

  #add(text: string): void {
    if (this.#hidden || this.#fields.some((field) => field.result === undefined)) return;
    this.#paragraphs.at(-1)?.parts.push(text);
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    this.#inProperties = false;
    if (paragraph === undefined) return;
    if (this.#tables > 0) {
      this.#rows.at(-1)?.cells.at(-1)?.paragraphs.push(paragraph.parts.join(""));
      return;
    }
    if (this.#paragraphs.length > 0) {
      this.#floating.push(paragraph);
      return;
    }
    // An instruction that never ended would hide the rest of the document.
    this.#fields = this.#fields.filter((field) => field.result !== undefined);
    this.#sink.paragraph(paragraph);
    for (const box of this.#floating.splice(0)) this.#sink.paragraph(box);
  }
}

function newParagraph(): WordParagraph {
  return {
    style: undefined,
    list: { id: undefined, level: undefined },
    outline: undefined,
    parts: [],
    formulas: [],
  };
}
