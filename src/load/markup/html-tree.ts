import { Parser, type ParserOptions } from "htmlparser2";

export interface HtmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: HtmlNode[];
  readonly parent: HtmlElement | undefined;
  /** Names from `NOTED` of elements anywhere inside. */
  readonly holds: Set<string> | undefined;
}

/** A string is text with its entities decoded. */
export type HtmlNode = HtmlElement | string;

/** Elements whose presence inside another decides how that one is read. */
const NOTED = new Set(["article", "main", "table", "th", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "hr"]);

export interface HtmlTree {
  /** An element without a name around everything. */
  readonly root: HtmlElement;
  readonly elements: number;
  /** Levels of elements within each other. */
  readonly depth: number;
  /** Whether elements were nested deeper than allowed, so that their content stands beside them. */
  readonly flattened: boolean;
}

/**
 * Reads HTML of any quality into a tree no deeper than `depth`. Deeper elements lose their structure, not
 * their text. `xhtml` also lets any element close itself.
 */
export function readHtml(html: string, depth: number, xhtml = false): HtmlTree {
  const root = newElement("", {}, undefined);
  const builder = new TreeBuilder(root);
  const options = { recognizeSelfClosing: xhtml, recognizeCDATA: xhtml };
  const parser = new BoundedParser(builder, options, depth);
  parser.write(html);
  parser.end();
  return { root, elements: builder.elements, depth: builder.deepest, flattened: parser.flattened };
}

interface OpenElement extends HtmlElement {
  holds: Set<string> | undefined;
}

function newElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  parent: HtmlElement | undefined,
): OpenElement {
  return { name, attributes, children: [], parent, holds: undefined };
}

class TreeBuilder {
  elements = 0;
  depth = 0;
  deepest = 0;
  #current: OpenElement;
  /** Pieces of the text that is being read: entities come one by one. */
  #text: string[] = [];

  constructor(root: OpenElement) {
    this.#current = root;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    this.#flush();
    const element = newElement(name, attributes, this.#current);
    this.#current.children.push(element);
    this.#current = element;
    this.elements++;
    this.depth++;
    if (this.depth > this.deepest) this.deepest = this.depth;
  }

  ontext(data: string): void {
    this.#text.push(data);
  }

  onclosetag(): void {
    this.#flush();
    const closed = this.#current;
    const parent = closed.parent as OpenElement | undefined;
    if (parent === undefined) return;
    if (NOTED.has(closed.name)) parent.holds = (parent.holds ?? new Set()).add(closed.name);
    if (closed.holds !== undefined) {
      parent.holds ??= new Set();
      for (const name of closed.holds) parent.holds.add(name);
    }
    this.#current = parent;
    this.depth--;
  }

  onend(): void {
    this.#flush();
  }

  #flush(): void {
    if (this.#text.length === 0) return;
    this.#current.children.push(this.#text.length === 1 ? this.#text[0] : this.#text.join(""));
    this.#text = [];
  }
}

/**
 * A parser whose list of open elements cannot outgrow a bound: past it, elements are taken for ones that
 * hold nothing. (The parser's own work grows with the square of that list.)
 */
class BoundedParser extends Parser {
  flattened = false;
  readonly #builder: TreeBuilder;
  readonly #most: number;
  #phase: "opening" | "closing" | undefined;
  #isFlat = false;
  /** By name, the end tags that belong to flattened elements and close nothing. */
  readonly #owed = new Map<string, number>();

  constructor(builder: TreeBuilder, options: ParserOptions, most: number) {
    super(builder, options);
    this.#builder = builder;
    this.#most = most;
  }

  override onopentagname(start: number, end: number): void {
    this.#phase = "opening";
    super.onopentagname(start, end);
    this.#phase = undefined;
  }

  override onclosetag(start: number, end: number): void {
    this.#phase = "closing";
    super.onclosetag(start, end);
    this.#phase = undefined;
  }

  protected override isVoidElement(name: string): boolean {
    if (super.isVoidElement(name)) return true;
    const owed = this.#owed.get(name) ?? 0;
    if (this.#phase === "closing") {
      if (owed > 0) this.#owed.set(name, owed - 1);
      return owed > 0;
    }
    // Asked once when the tag opens and once more when its attributes are read: both answers must agree.
    if (this.#phase === "opening") {
      this.#isFlat = this.#builder.depth >= this.#most;
      if (this.#isFlat) {
        this.flattened = true;
        this.#owed.set(name, owed + 1);
      }
    }
    return this.#isFlat;
  }
}
