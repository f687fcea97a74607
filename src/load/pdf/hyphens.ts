const WORD = /[\p{L}\p{M}]+(?:[-\u2010][\p{L}\p{M}]+)*/gu;
/** A word that a line's end parts, with the hyphen; as much of it as a word can be long. */
const HALF = /([\p{L}\p{M}]+(?:[-\u2010][\p{L}\p{M}]+)*)[-\u2010]$/u;
const LONGEST = 80;

/** How the text of a line goes on with that of the next. */
export interface Joint {
  /** Whether the hyphen at the end goes. */
  readonly dropsHyphen: boolean;
  readonly space: boolean;
  /** How much of the next line belongs to a word that was parted. */
  readonly rest: number;
}

/** Words of a document, for telling a hyphen at a line's end that belongs to the word from one that does not. */
export class Vocabulary {
  readonly #words = new Set<string>();

  add(line: string): void {
    // The word a line ends with may be half a word.
    const whole = line.replace(/[\p{L}\p{M}]+[-\u2010]$/u, "");
    for (const [word] of whole.matchAll(WORD)) this.#words.add(word.toLowerCase());
  }

  /**
   * How two lines are read as one: a word parted at the line's end becomes whole again. The hyphen stays
   * where the document writes the word with one, where the first half already has one, and before a capital.
   */
  joint(line: string, next: string): Joint {
    const half = HALF.exec(line.slice(-LONGEST))?.[1];
    const rest = /^[\p{L}\p{M}]+/u.exec(next.slice(0, LONGEST))?.[0];
    if (half === undefined || rest === undefined) {
      return { dropsHyphen: false, space: needsSpace(line, next), rest: 0 };
    }
    const isName = /^\p{Lu}/u.test(rest);
    const isKnown = this.#words.has((half + rest).toLowerCase());
    const hasHyphen = this.#words.has(`${half}-${rest}`.toLowerCase()) || /[-\u2010]/.test(half);
    return { dropsHyphen: !isName && (isKnown || !hasHyphen), space: false, rest: rest.length };
  }
}

/** Scripts that write no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、-〟！-／：-｠]/u;

function needsSpace(line: string, next: string): boolean {
  return !(UNSPACED.test(line.slice(-1)) && UNSPACED.test(next.slice(0, 1)));
}
