import { visibleText } from "../markup/block-flow.ts";
import { link } from "../markup/markdown-syntax.ts";
import type { TableCell } from "../markup/markdown-table.ts";
import { shifted } from "../markup/raised-text.ts";
import { MathReader } from "./math.ts";
import type { Relationship } from "./package.ts";
import type { XmlAttributes, XmlHandler } from "./xml.ts";

export interface SlideParagraph {
  readonly text: string;
  readonly level: number;
  /** Whether the slide itself says that it has a bullet or a number, or that it has none. */
  readonly bullet: "-" | "1." | "none" | undefined;
}

/** A shape's text, a table, or the id of a diagram whose text is in another part. */
export type SlideBlock =
  | { readonly kind: "text"; readonly placeholder: string | undefined; readonly paragraphs: SlideParagraph[] }
  | { readonly kind: "table"; readonly rows: TableCell[][] }
  | { readonly kind: "diagram"; readonly relationship: string };

/** Shapes that show the date, the page number and what stands on every slide. */
const FURNITURE = new Set(["dt", "ftr", "sldNum", "hdr", "sldImg"]);

interface OpenCell {
  columns: number;
  rows: number;
  merged: boolean;
  readonly paragraphs: string[];
}

/** Turns the events of a slide, of its notes or of a diagram into blocks, in the order they are written. */
export class SlideReader implements XmlHandler {
  readonly blocks: SlideBlock[] = [];
  hidden = false;
  readonly #links: ReadonlyMap<string, Relationship>;
  #placeholder: string | undefined;
  /** The alternative text of the shape that was named last. */
  #description: string | undefined;
  #paragraphs: SlideParagraph[] = [];
  #parts: string[] = [];
  #level = 0;
  #bullet: SlideParagraph["bullet"];
  #address: string | undefined;
  #runStart = 0;
  /** How far the run is raised, in thousandths of a per cent. */
  #baseline = 0;
  #reading: "text" | "math" | undefined;
  #rows: TableCell[][] | undefined;
  #isHeadRow = false;
  #firstRowIsHead = false;
  #cell: OpenCell | undefined;
  #math: MathReader | undefined;
  #hasChoice = false;
  #skipDepth = 0;

  constructor(links: ReadonlyMap<string, Relationship>) {
    this.#links = links;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipDepth > 0 || (name === "mc:Fallback" && this.#hasChoice)) {
      this.#skipDepth++;
      return;
    }
    switch (name) {
      case "p:sld":
        this.hidden = attributes.show === "0" || attributes.show === "false";
        break;
      case "mc:AlternateContent":
        this.#hasChoice = false;
        break;
      case "mc:Choice":
        this.#hasChoice = true;
        break;
      case "p:sp":
      case "dgm:pt":
        this.#placeholder = undefined;
        this.#paragraphs = [];
        break;
      case "p:ph":
        this.#placeholder = attributes.type ?? "body";
        break;
      case "p:cNvPr":
        this.#description = attributes.descr;
        break;
      case "p:pic":
        this.#description = undefined;
        break;
      case "dgm:relIds":
        this.blocks.push({ kind: "diagram", relationship: attributes["r:dm"] ?? "" });
        break;
      default:
        if (name.startsWith("m:")) this.#openMath(name, attributes);
        else this.#openText(name, attributes);
    }
  }

  text(data: string): void {
    if (this.#skipDepth > 0) return;
    if (this.#reading === "text") {
      this.#parts.push(this.#baseline === 0 ? data : shifted(data, this.#baseline > 0));
    } else if (this.#reading === "math") this.#math?.text(data);
  }

  close(name: string): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth--;
      return;
    }
    switch (name) {
      case "a:t":
      case "m:t":
        this.#reading = undefined;
        break;
      case "a:r":
        if (this.#address !== undefined) {
          this.#parts.push(link(this.#parts.splice(this.#runStart).join(""), this.#address));
        }
        break;
      case "a:p":
        this.#closeParagraph();
        break;
      case "p:sp":
      case "dgm:pt":
        this.#closeShape();
        break;
      case "p:pic":
        if (this.#description) {
          const paragraphs = [{ text: this.#description, level: 0, bullet: "none" as const }];
          this.blocks.push({ kind: "text", placeholder: undefined, paragraphs });
        }
        break;
      case "a:tc":
        this.#closeCell();
        break;
      case "a:tbl":
        if (this.#rows !== undefined) this.blocks.push({ kind: "table", rows: this.#rows });
        this.#rows = undefined;
        break;
      case "m:oMath":
        if (this.#math !== undefined) this.#parts.push(`$${this.#math.formula()}$`);
        this.#math = undefined;
        break;
      default:
        if (name.startsWith("m:")) this.#math?.close(name);
    }
  }

  #openMath(name: string, attributes: XmlAttributes): void {
    if (name === "m:oMath") this.#math ??= new MathReader();
    else this.#math?.open(name, attributes);
    if (name === "m:t") this.#reading = "math";
  }

  #openText(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case "a:p":
        this.#parts = [];
        this.#level = 0;
        this.#bullet = undefined;
        break;
      case "a:pPr":
        this.#level = Math.max(0, Math.min(8, Number(attributes.lvl) || 0));
        break;
      case "a:buNone":
        this.#bullet = "none";
        break;
      case "a:buChar":
      case "a:buBlip":
        this.#bullet = "-";
        break;
      case "a:buAutoNum":
        this.#bullet = "1.";
        break;
      case "a:rPr":
        this.#baseline = Number(attributes.baseline) || 0;
        break;
      case "a:r":
        this.#address = undefined;
        this.#baseline = 0;
        this.#runStart = this.#parts.length;
        break;
      case "a:hlinkClick": {
        const target = this.#links.get(attributes["r:id"]);
        this.#address = target?.external ? target.target : undefined;
        break;
      }
      case "a:t":
        this.#reading = "text";
        break;
      case "a:br":
        this.#parts.push("\n");
        break;
      case "a:tbl":
        this.#rows = [];
        this.#firstRowIsHead = false;
        break;
      case "a:tblPr":
        this.#firstRowIsHead = attributes.firstRow === "1" || attributes.firstRow === "true";
        break;
      case "a:tr":
        this.#isHeadRow = this.#firstRowIsHead && this.#rows?.length === 0;
        this.#rows?.push([]);
        break;
      case "a:tc": {
        const merged = [attributes.hMerge, attributes.vMerge].some((one) => one === "1" || one === "true");
        const columns = Math.max(1, Number(attributes.gridSpan) || 1);
        this.#cell = { columns, rows: Math.max(1, Number(attributes.rowSpan) || 1), merged, paragraphs: [] };
        break;
      }
    }
  }

  #closeParagraph(): void {
    const text = visibleText(this.#parts.join("").replaceAll("\v", "\n"));
    this.#parts = [];
    if (text.trim() === "") return;
    if (this.#cell !== undefined) this.#cell.paragraphs.push(text);
    else this.#paragraphs.push({ text, level: this.#level, bullet: this.#bullet });
  }

  #closeShape(): void {
    const placeholder = this.#placeholder;
    if (this.#paragraphs.length > 0 && (placeholder === undefined || !FURNITURE.has(placeholder))) {
      this.blocks.push({ kind: "text", placeholder, paragraphs: this.#paragraphs });
    }
    this.#paragraphs = [];
    this.#placeholder = undefined;
  }

  /** Cells that another one covers are written too, and are empty. */
  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    if (cell === undefined || cell.merged) return;
    const { columns, rows, paragraphs } = cell;
    this.#rows?.at(-1)?.push({ text: paragraphs.join(" "), columns, rows, header: this.#isHeadRow });
  }
}
