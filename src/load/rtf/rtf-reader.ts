import { link } from "../markup/markdown-syntax.ts";
import { shifted } from "../markup/raised-text.ts";
import { CHARACTER_WORDS, PARAGRAPH_ENDS, SKIPPED_DESTINATIONS } from "./destinations.ts";
import type { RtfBlocks, RtfParagraph } from "./rtf-blocks.ts";
import { RtfFonts } from "./rtf-fonts.ts";
import type { RtfListener } from "./tokens.ts";

/** Where text goes: into the document, into something that is read when its group ends, or nowhere. */
interface Sink {
  readonly parts: string[];
}

interface Group {
  readonly sink: Sink | undefined;
  readonly reads: "text" | "fonts" | "styles" | "info";
  readonly font: number;
  readonly fallback: number;
  readonly hidden: boolean;
  readonly shift: "up" | "down" | undefined;
  readonly field: { address: string | undefined } | undefined;
  readonly paragraph: RtfParagraph;
  readonly onClose: (() => void) | undefined;
}

const PLAIN: RtfParagraph = {
  style: undefined,
  outline: undefined,
  level: undefined,
  indent: 0,
  hang: 0,
  inTable: false,
};

/** Turns the tokens of an RTF file into paragraphs and cells, and keeps what the file says about itself. */
export class RtfReader implements RtfListener {
  readonly properties = new Map<string, string>();
  readonly notes: string[] = [];
  leftOutFormulas = false;
  /** Groups that are open; those past the limit share the last one's state. */
  depth = 0;
  readonly #blocks: RtfBlocks;
  readonly #most: number;
  readonly #text: Sink = { parts: [] };
  readonly #groups: Group[] = [];
  readonly #fonts = new RtfFonts();
  #group: Group = {
    sink: this.#text,
    reads: "text",
    font: -1,
    fallback: 1,
    hidden: false,
    shift: undefined,
    field: undefined,
    paragraph: PLAIN,
    onClose: undefined,
  };
  /** How many characters still stand in for a Unicode one before them. */
  #skip = 0;
  #isStarred = false;
  #label = "";
  #fontInTable = 0;

  constructor(blocks: RtfBlocks, nesting: number) {
    this.#blocks = blocks;
    this.#most = nesting;
  }

  open(): void {
    this.#flush();
    this.#skip = 0;
    this.#isStarred = false;
    if (this.depth++ >= this.#most) return;
    this.#groups.push(this.#group);
    this.#set({ onClose: undefined });
    // Every entry of the list of styles is a group that ends with the style's name.
    if (this.#group.reads === "styles") this.#openStyle();
  }

  close(): void {
    this.#flush();
    this.#skip = 0;
    if (this.depth === 0 || --this.depth >= this.#most) return;
    this.#group.onClose?.();
    this.#group = this.#groups.pop() as Group;
  }

  byte(value: number): void {
    this.#isStarred = false;
    if (this.#skip > 0) {
      this.#skip--;
      return;
    }
    if (this.#group.sink === undefined || this.#group.hidden) return;
    this.#push(this.#fonts.add(value, this.#group.font));
  }

  sign(character: string): void {
    if (character === "*") {
      this.#isStarred = true;
      return;
    }
    if (character === "~") this.#add(" ");
    else if (character === "_") this.#add("-");
  }

  word(name: string, parameter: number | undefined): void {
    const starred = this.#isStarred;
    this.#isStarred = false;
    if (name === "u") {
      this.#add(String.fromCharCode((parameter ?? 0) & 0xffff));
      this.#skip = this.#group.fallback;
      return;
    }
    if (this.#skip > 0) {
      this.#skip--;
      return;
    }
    this.#flush();
    if (this.#openDestination(name) || this.#setProperty(name, parameter) || this.#table(name)) return;
    const character = CHARACTER_WORDS.get(name);
    if (character !== undefined) this.#add(character);
    else if (PARAGRAPH_ENDS.has(name)) this.endParagraph();
    else if (name === "mmath") {
      this.leftOutFormulas = true;
      this.#set({ sink: undefined });
    } else if (starred || SKIPPED_DESTINATIONS.has(name)) this.#set({ sink: undefined });
  }

  /** Ends the paragraph that is being read, and at the end of the file the last one. */
  endParagraph(): void {
    this.#flush();
    const { sink, paragraph } = this.#group;
    if (sink !== this.#text) {
      sink?.parts.push(" ");
      return;
    }
    if (paragraph.inTable) {
      this.#text.parts.push(" ");
      return;
    }
    const text = this.#text.parts.splice(0).join("");
    this.#blocks.paragraph(paragraph, this.#label, text);
    this.#label = "";
  }

  /** Groups that hold something else than text, or text with a meaning of its own. */
  #openDestination(name: string): boolean {
    switch (name) {
      case "fonttbl":
        this.#set({ reads: "fonts", sink: undefined });
        return true;
      case "stylesheet":
        this.#set({ reads: "styles", sink: undefined });
        return true;
      case "info":
        this.#set({ reads: "info", sink: undefined });
        return true;
      case "title":
      case "author":
      case "subject":
        if (this.#group.reads === "info") {
          this.#capture((text) => this.properties.set(name, text));
          return true;
        }
        return false;
      case "listtext":
      case "pntext":
        this.#capture((text) => {
          this.#label = text;
        });
        return true;
      case "footnote": {
        const number = this.notes.push("");
        this.#add(`[^${number}]`);
        this.#capture((text) => {
          this.notes[number - 1] = text;
        });
        return true;
      }
      case "field":
        this.#set({ field: { address: undefined } });
        return true;
      case "fldinst": {
        const { field } = this.#group;
        this.#capture((text) => {
          if (field !== undefined) field.address = /^HYPERLINK\s+"?([^"\s]+)"?/.exec(text)?.[1];
        });
        return true;
      }
      case "fldrslt":
        this.#openResult();
        return true;
      case "shptxt":
        this.#set({ sink: this.#text });
        return true;
      default:
        return false;
    }
  }

  #setProperty(name: string, given: number | undefined): boolean {
    const { paragraph, reads } = this.#group;
    const parameter = given ?? 0;
    const change = (changed: Partial<RtfParagraph>): void =>
      this.#set({ paragraph: { ...paragraph, ...changed } });
    switch (name) {
      case "ansicpg":
        this.#fonts.codePage = parameter;
        return true;
      case "mac":
        this.#fonts.codePage = 10000;
        return true;
      case "deff":
        this.#fonts.defaultFont = parameter;
        return true;
      case "f":
        if (reads === "fonts") this.#fontInTable = parameter;
        this.#set({ font: parameter });
        return true;
      case "fcharset":
        if (reads === "fonts") this.#fonts.setCharacterSet(this.#fontInTable, parameter);
        return true;
      case "uc":
        this.#set({ fallback: Math.max(0, parameter) });
        return true;
      case "v":
      case "deleted":
        this.#set({ hidden: given !== 0 });
        return true;
      case "super":
      case "sub":
        this.#set({ shift: given === 0 ? undefined : name === "super" ? "up" : "down" });
        return true;
      case "nosupersub":
        this.#set({ shift: undefined });
        return true;
      case "plain":
        this.#set({ hidden: false, shift: undefined, font: -1 });
        return true;
      case "pard":
        this.#set({ paragraph: PLAIN });
        return true;
      case "s":
        change({ style: parameter });
        return true;
      case "outlinelevel":
        change({ outline: parameter });
        return true;
      case "ilvl":
        change({ level: parameter });
        return true;
      case "li":
        change({ indent: parameter });
        return true;
      case "fi":
        change({ hang: parameter });
        return true;
      case "intbl":
        change({ inTable: true });
        return true;
      default:
        return false;
    }
  }

  #table(name: string): boolean {
    if (this.#group.sink !== this.#text) return false;
    if (name === "cell") this.#blocks.cell(this.#text.parts.splice(0).join(""));
    else if (name === "row") this.#blocks.endRow();
    else return this.#blocks.cellProperty(name);
    this.#label = "";
    return true;
  }

  /** A link shows its result; the address came before it. */
  #openResult(): void {
    const { sink, field } = this.#group;
    const at = sink?.parts.length ?? 0;
    this.#set({
      onClose: () => {
        if (sink === undefined || field?.address === undefined || sink.parts.length <= at) return;
        sink.parts.push(link(sink.parts.splice(at).join(""), field.address));
      },
    });
  }

  #openStyle(): void {
    this.#capture((text) => {
      const { style, outline } = this.#group.paragraph;
      if (style !== undefined) this.#blocks.style(style, text.replace(/;$/, "").trim(), outline);
    });
  }

  /** Reads a group's text for itself. */
  #capture(use: (text: string) => void): void {
    const sink: Sink = { parts: [] };
    this.#set({ sink, onClose: () => use(sink.parts.join("").replace(/\s+/g, " ").trim()) });
  }

  #set(changed: Partial<Group>): void {
    this.#group = { ...this.#group, ...changed };
  }

  #add(text: string): void {
    this.#flush();
    if (!this.#group.hidden) this.#group.sink?.parts.push(text);
  }

  #flush(): void {
    this.#push(this.#fonts.take());
  }

  #push(text: string): void {
    if (text === "") return;
    const { shift, sink } = this.#group;
    sink?.parts.push(shift === undefined ? text : shifted(text, shift === "up"));
  }
}
