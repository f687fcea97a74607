const WORDS = /-?\b(?:NaN|Infinity)\b/g;
/** What may be the beginning of such a word at the end of a piece. */
const TAIL = /-?[A-Za-z]{0,8}$/;
const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Python writes `NaN` and `Infinity` where JSON has no word for them; one such number in a vector must not cost
 * the turn. Outside of strings they become `null`. Text comes and goes in pieces.
 */
export class PythonNumbers {
  #inString = false;
  #escaped = false;
  #held = "";

  push(piece: string): string {
    const text = this.#held + piece;
    this.#held = "";
    const written: string[] = [];
    for (let at = 0; at < text.length; ) {
      if (this.#inString) {
        const end = this.#passString(text, at);
        written.push(text.slice(at, end));
        at = end;
        continue;
      }
      const quote = text.indexOf('"', at);
      const end = quote < 0 ? text.length : quote + 1;
      if (quote < 0) this.#held = TAIL.exec(text.slice(Math.max(at, end - 9)))?.[0] ?? "";
      written.push(text.slice(at, end - this.#held.length).replaceAll(WORDS, "null"));
      this.#inString = quote >= 0;
      at = end;
    }
    return written.join("");
  }

  finish(): string {
    return this.#held.replaceAll(WORDS, "null");
  }

  /** Behind the string's end, or the piece's. */
  #passString(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#escaped) this.#escaped = false;
      else if (code === BACKSLASH) this.#escaped = true;
      else if (code === QUOTE) {
        this.#inString = false;
        return at + 1;
      }
    }
    return text.length;
  }
}
