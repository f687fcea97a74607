import type { HtmlElement } from "./html-tree.ts";
import { InlineText } from "./inline-text.ts";
import { inlineCode, link } from "./markdown-syntax.ts";
import { shifted } from "./raised-text.ts";

/** A link, code or raised text that is open. */
interface Marked {
  readonly element: HtmlElement;
  /** Where it began in the paragraph; -1 once it was written. */
  at: number;
}

/** Elements that change how the text inside them is written. */
export const MARKING: ReadonlySet<string> = new Set(["a", "code", "kbd", "samp", "tt", "sup", "sub"]);

/** Signs that link a heading to itself. */
const PERMALINK = /^(?:[¶#§]|🔗|\[edit\])$/u;

/** The text of the paragraph that is being read, with the links and the code in it. */
export class HtmlInline {
  readonly text = new InlineText();
  readonly #marked: Marked[] = [];

  open(element: HtmlElement): void {
    this.#marked.push({ element, at: this.text.mark() });
  }

  /** Ends the element opened last. In headings links are written as their text. */
  close(inHeading: boolean): void {
    this.#write(this.#marked.pop(), inHeading);
  }

  /** The paragraph so far; what is still open begins anew in the next one. */
  takeAll(): string {
    this.forgetPlaces();
    return this.text.takeAll();
  }

  /** The paragraph so far, when a block ends inside a link or code: what is open is written as it is. */
  takeBlock(): string {
    if (!this.text.isEmpty) for (const open of this.#marked.toReversed()) this.#write(open, false);
    return this.takeAll();
  }

  /** The text was taken by somebody else. */
  forgetPlaces(): void {
    for (const open of this.#marked) if (open.at > 0) open.at = 0;
  }

  #write(open: Marked | undefined, inHeading: boolean): void {
    if (open === undefined || open.at < 0) return;
    const text = this.text.take(open.at);
    open.at = -1;
    const { name, attributes } = open.element;
    const holdsLink = text.includes("](");
    if (name === "a") {
      if (PERMALINK.test(text.trim()) && (attributes.href ?? "").includes("#")) return;
      this.text.raw(inHeading || holdsLink ? text : link(text, attributes.href));
    } else if (name === "sup" || name === "sub") this.text.raw(shifted(text, name === "sup"));
    else this.text.raw(holdsLink ? text : inlineCode(text));
  }
}
