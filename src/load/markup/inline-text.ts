/** Control characters other than tab and line ends, and soft hyphens: none can be seen. */
const INVISIBLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\ufeff]+/g;

const SPACES = /[ \t\n\r\f\u00a0]+/g;

/**
 * Collects the text of one paragraph: spaces collapse as a browser does it, marks let a caller take back
 * what was written since and put something else in its place.
 */
export class InlineText {
  #parts: string[] = [];
  /** A space is written only when something follows it on the same line. */
  #spacePending = false;
  /** Nothing stands on the current line yet. */
  #atLineStart = true;

  /** Adds text as read: any run of white space is one space. */
  add(text: string): void {
    const clean = text.replace(INVISIBLE, "").replace(SPACES, " ");
    if (clean === "") return;
    if (clean === " ") {
      this.space();
      return;
    }
    if (clean.startsWith(" ")) this.space();
    this.raw(clean.trim());
    if (clean.endsWith(" ")) this.space();
  }

  /** Adds text that must stay as it is. */
  raw(text: string): void {
    if (text === "") return;
    if (this.#spacePending && !this.#atLineStart) this.#parts.push(" ");
    this.#parts.push(text);
    this.#spacePending = false;
    this.#atLineStart = false;
  }

  space(): void {
    this.#spacePending = true;
  }

  lineBreak(): void {
    this.#parts.push("\n");
    this.#spacePending = false;
    this.#atLineStart = true;
  }

  get isEmpty(): boolean {
    return this.#parts.every((part) => part.trim() === "");
  }

  /** A place to `take` from. */
  mark(): number {
    // The space before belongs outside of what is marked.
    if (this.#spacePending && !this.#atLineStart) {
      this.#parts.push(" ");
      this.#spacePending = false;
      this.#atLineStart = true;
    }
    return this.#parts.length;
  }

  /** Removes and gives what was added since the mark. A space at its end stays pending. */
  take(mark: number): string {
    const taken = this.#parts.splice(mark).join("");
    this.#atLineStart = this.#parts.length === 0 || /\s$/.test(this.#parts[this.#parts.length - 1]);
    return taken;
  }

  takeAll(): string {
    const text = this.#parts.join("").trim();
    this.#parts = [];
    this.#spacePending = false;
    this.#atLineStart = true;
    return text;
  }
}
