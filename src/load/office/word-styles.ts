import type { OfficePackage } from "./package.ts";

/** What a paragraph style says about the kind of block, with what it inherits. */
export interface WordStyle {
  /** 1 to 9 for headings. */
  readonly heading?: number;
  readonly kind: "text" | "code" | "quote" | "contents";
  readonly list?: { readonly id: string; readonly level: number };
}

interface RawStyle {
  name: string;
  basedOn: string | undefined;
  outline: number | undefined;
  listId: string | undefined;
  listLevel: number;
}

const PLAIN: WordStyle = { kind: "text" };

const CODE_NAME = /\b(?:code|source|listing|preformatted|verbatim)\b/i;
const QUOTE_NAME = /^(?:intense quote|quote|quotations?|block text|block quote)$/i;
const CONTENTS_NAME = /^(?:toc \d|toc heading|contents \d|table of figures)$/i;

/** The paragraph styles of a document, by id. Ids are translated in some versions of Word; names are not. */
export class WordStyles {
  readonly #raw = new Map<string, RawStyle>();
  readonly #resolved = new Map<string, WordStyle>();
  #default: string | undefined;

  constructor(source: OfficePackage, part: string | undefined) {
    let current: RawStyle | undefined;
    source.readIfThere(part, {
      open: (name, attributes) => {
        const value = attributes["w:val"];
        if (name === "w:style") {
          current = undefined;
          const id = attributes["w:styleId"];
          if ((attributes["w:type"] ?? "paragraph") !== "paragraph" || id === undefined) return;
          current = { name: id, basedOn: undefined, outline: undefined, listId: undefined, listLevel: 0 };
          this.#raw.set(id, current);
          if (attributes["w:default"] === "1" || attributes["w:default"] === "true") this.#default = id;
        } else if (current === undefined || value === undefined) return;
        else if (name === "w:name") current.name = value;
        else if (name === "w:basedOn") current.basedOn = value;
        else if (name === "w:outlineLvl") current.outline = Number(value);
        else if (name === "w:numId") current.listId = value;
        else if (name === "w:ilvl") current.listLevel = Number(value) || 0;
      },
    });
  }

  /** The style with that id; the document's usual one for paragraphs that name none. */
  get(id: string | undefined): WordStyle {
    const wanted = id ?? this.#default;
    if (wanted === undefined) return PLAIN;
    let style = this.#resolved.get(wanted);
    if (style === undefined) {
      style = this.#resolve(wanted);
      this.#resolved.set(wanted, style);
    }
    return style;
  }

  #resolve(id: string): WordStyle {
    let heading: number | undefined;
    let kind: WordStyle["kind"] = "text";
    let listId: string | undefined;
    let listLevel = 0;
    const seen = new Set<string>();
    // From the style itself up to what it is based on: the nearest word counts.
    for (
      let at: string | undefined = id;
      at !== undefined && !seen.has(at);
      at = this.#raw.get(at)?.basedOn
    ) {
      seen.add(at);
      const raw = this.#raw.get(at) ?? { ...EMPTY, name: at };
      heading ??= headingLevel(raw.name, raw.outline);
      if (kind === "text") kind = styleKind(raw.name);
      if (listId === undefined && raw.listId !== undefined) {
        listId = raw.listId;
        listLevel = raw.listLevel;
      }
    }
    return {
      kind,
      // Level 9 is how a style says that it is no heading although it is based on one.
      ...(heading !== undefined && heading <= 9 && kind === "text" && { heading }),
      ...(listId !== undefined && { list: { id: listId, level: listLevel } }),
    };
  }
}

const EMPTY: Omit<RawStyle, "name"> = {
  basedOn: undefined,
  outline: undefined,
  listId: undefined,
  listLevel: 0,
};

/** The level a style says by its outline or by its name, in files without a list of styles by its id. */
export function headingLevel(name: string, outline: number | undefined): number | undefined {
  if (outline !== undefined && outline >= 0) return outline + 1;
  const named = /^heading ?([1-9])$/i.exec(name)?.[1];
  if (named !== undefined) return Number(named);
  return /^title$/i.test(name) ? 1 : undefined;
}

export function styleKind(name: string): WordStyle["kind"] {
  if (CONTENTS_NAME.test(name)) return "contents";
  if (CODE_NAME.test(name)) return "code";
  return QUOTE_NAME.test(name) ? "quote" : "text";
}
