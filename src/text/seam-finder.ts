import { isAsciiLetter } from "./letters.ts";
import { Occurrences } from "./occurrences.ts";
import { isInsideWord, isSentenceStart, SEAM, seamAt } from "./seams.ts";
import { LATIN_STOPS, STRONG_STOPS, skipClosers } from "./sentence-rules.ts";
import { isLineBreak, isWhitespace } from "./whitespace.ts";

/** How far before a stretch a stop may lie whose sentence starts in it. */
const NEAR = 24;
/** White space that is walked over to find where the text goes on; behind more, the seam is weaker. */
const BLANKS = 64;

/** Sentences are looked for in stretches of this many characters. */
const STRETCH = 200;

const OTHER_STOP = new RegExp(`[${STRONG_STOPS}]`);
/** Greek writes its question mark as a semicolon. */
const GREEK = /[\u0370-\u03ff\u1f00-\u1fff]/;
const OTHER_STOP_OR_GREEK = new RegExp(`${OTHER_STOP.source}|${GREEK.source}`);

/** Tells whether a position lies between whole characters. */
export type Accept = (position: number) => boolean;

export interface FoundSeam {
  readonly position: number;
  readonly strength: number;
}

/**
 * Finds natural seams in windows of one text.
 *
 * Looking at every character costs some five nanoseconds each, mostly mispredicted branches; a native
 * search costs a twentieth of that. So what can hold a seam is searched natively, the strongest kinds
 * first, and characters are walked only where nothing stronger than a clause is to be had.
 *
 * Three shortcuts make it differ from a walk with `seamAt`, each towards a seam that is nearly as good:
 * lines that begin with two letters count as plain ("iv. item" and a title's next line are missed); a
 * blank line that holds blanks is no paragraph where an empty one is near; nor is it a section.
 */
export class SeamFinder {
  readonly #text: string;
  readonly #headings: boolean;
  readonly #sections: readonly Occurrences[];
  readonly #paragraphs: readonly Occurrences[];
  readonly #lines: readonly Occurrences[];
  readonly #stops: readonly Occurrences[];
  /** Room for the stops of one stretch, so that looking for them makes no garbage. */
  readonly #listed = new Uint32Array(STRETCH + BLANKS);

  constructor(text: string) {
    this.#text = text;
    // Single characters wherever they will do: they are found twice as fast as strings.
    const find = (...searches: string[]): Occurrences[] =>
      searches.map((search) => new Occurrences(text, search)).filter((one) => one.next(0) < text.length);
    const carriage = text.includes("\r");
    const line = carriage && !text.includes("\n") ? "\r" : "\n";
    this.#headings = text.includes("#");
    this.#sections = find("#", "\f");
    this.#paragraphs = carriage ? find(line + line, "\n\r\n") : find("\n\n");
    this.#lines = find(line);
    // One look tells whether any of the two dozen rarer stops is there at all.
    const isPlain = !OTHER_STOP_OR_GREEK.test(text);
    const others = isPlain || !OTHER_STOP.test(text) ? "" : STRONG_STOPS;
    const greek = isPlain || !GREEK.test(text) ? "" : ";";
    this.#stops = find(...LATIN_STOPS, ...others, ...greek);
  }

  /**
   * The seam in `[low, high]` whose strength `preference` ranks highest (0 forbids it); of equals, the
   * last.
   */
  last(low: number, high: number, preference: Uint8Array, accept: Accept): FoundSeam | undefined {
    const limit = Math.min(high, this.#text.length - 1);
    const best = new BestSeam(preference, accept);
    this.#takeHeadings(low, limit, best);
    this.#takeParagraphs(low, limit, best);

    const { list, sentence, line, clause, word } = SEAM;
    const inline = Math.max(preference[clause], preference[word]);
    if (best.rank > Math.max(preference[list], preference[line], preference[sentence], inline)) return best;
    this.#takeLines(best.floor(low, Math.max(...preference)), limit, best);
    if (best.rank <= preference[sentence])
      this.#takeLastSentence(best.floor(low, preference[sentence]), limit, best);
    if (best.rank <= inline) this.#takeInline(best.floor(low, inline), limit, inline, best);
    return best.rank > 0 ? best : undefined;
  }

  /** The first sentence, heading, list item or paragraph that starts in `[low, high]`, or 0. */
  firstSentence(low: number, high: number, accept: Accept): number {
    // The stretch is short: it is searched as it is, and what is known of the text is left alone.
    const from = Math.max(0, low - NEAR);
    const stretch = this.#text.slice(from, high + 1);
    let first = Math.min(high, this.#text.length - 1) + 1;
    for (const { search } of this.#lines) {
      for (let i = stretch.indexOf(search, low - from - 1); i >= 0; i = stretch.indexOf(search, i + 1)) {
        const at = from + i + 1;
        if (at >= first) break;
        // What a stop makes a sentence of is found by the stop.
        if (at >= low && !this.#isPlainLine(at) && isSentenceStart(this.#text, at) && accept(at)) first = at;
      }
    }
    for (const { search } of this.#stops) {
      for (let i = stretch.indexOf(search); i >= 0 && from + i < first; i = stretch.indexOf(search, i + 1)) {
        const at = this.#startBehindStop(from + i);
        if (at >= low && at < first && this.#strength(at) >= SEAM.sentence && accept(at)) first = at;
      }
    }
    return first <= high && first < this.#text.length ? first : 0;
  }

  #strength(at: number): number {
    return seamAt(this.#text, at, this.#headings);
  }

  /** Headings, which "#" opens, and pages, which a form feed ends. */
  #takeHeadings(low: number, limit: number, best: BestSeam): void {
    for (const marks of this.#sections) {
      for (let mark = marks.next(Math.max(0, low - BLANKS)); mark <= limit; mark = marks.next(mark + 1)) {
        const opens = this.#text.charCodeAt(mark) === 35;
        const at = opens ? this.#lineStart(mark) : this.#startBehindBlanks(mark);
        if (at >= low && at <= limit) best.take(at, this.#strength(at));
      }
    }
  }

  /**
   * Blank lines: behind them a paragraph starts, or behind several a section. From the end, so that once
   * a paragraph is found only what may be a section is worth a closer look.
   */
  #takeParagraphs(low: number, limit: number, best: BestSeam): void {
    for (const blanks of this.#paragraphs) {
      const found: number[] = [];
      for (let at = blanks.next(Math.max(0, low - BLANKS)); at < limit; at = blanks.next(at + 1))
        found.push(at);
      let met: number = SEAM.none;
      for (let i = found.length - 1; i >= 0; i--) {
        const several = found[i + 1] - found[i] < 3;
        if (met >= SEAM.paragraph && !several) continue;
        const plain = this.#isPlainParagraph(found[i]);
        const at = plain ? found[i] + 2 : this.#startBehindBlanks(found[i]);
        if (at < low || at > limit) continue;
        const strength = plain ? SEAM.paragraph : this.#strength(at);
        if (best.take(at, strength)) met = strength;
      }
    }
  }

  /** One blank line from a full stop to a letter, in a text without headings: nothing else to look for. */
  #isPlainParagraph(blank: number): boolean {
    const text = this.#text;
    return (
      !this.#headings &&
      text.charCodeAt(blank - 1) === 46 &&
      isAsciiLetter(text.charCodeAt(blank + 2)) &&
      text.charCodeAt(blank + 1) === text.charCodeAt(blank)
    );
  }

  /** The start of the line if only blanks stand before `position`, else 0. */
  #lineStart(position: number): number {
    let at = position;
    while (at > 0 && position - at < 4 && this.#text.charCodeAt(at - 1) === 32) at--;
    return at > 0 && isLineBreak(this.#text.charCodeAt(at - 1)) ? at : 0;
  }

  #takeLines(low: number, limit: number, best: BestSeam): void {
    for (const lines of this.#lines) {
      for (let at = lines.next(Math.max(0, low - 1)) + 1; at <= limit; at = lines.next(at) + 1) {
        best.take(at, this.#isPlainLine(at) ? SEAM.line : this.#strength(at));
      }
    }
  }

  /** Most lines go on with a word and follow another: no list, no heading, no paragraph. */
  #isPlainLine(at: number): boolean {
    const text = this.#text;
    return (
      isAsciiLetter(text.charCodeAt(at)) &&
      isAsciiLetter(text.charCodeAt(at + 1)) &&
      !isWhitespace(text.charCodeAt(at - 2))
    );
  }

  /** In stretches from the end: the last sentence that holds is the one wanted, and it is mostly near. */
  #takeLastSentence(low: number, limit: number, best: BestSeam): void {
    for (let high = limit; high >= low; high -= STRETCH) {
      const from = Math.max(low, high - STRETCH + 1);
      let last = 0;
      for (const kind of this.#stops) {
        let left = kind.list(Math.max(0, from - BLANKS), high, this.#listed);
        while (left-- > 0) {
          const at = this.#startBehindStop(this.#listed[left]);
          if (at > high || at === 0) continue;
          if (at < from || at <= last) break;
          const strength = this.#strength(at);
          if (strength < SEAM.sentence) continue;
          if (!best.take(at, strength)) continue;
          last = at;
          break;
        }
      }
      if (last > 0) return;
    }
  }

  /** Where a sentence would start behind the stop, or 0 if a word goes on there. */
  #startBehindStop(stop: number): number {
    const text = this.#text;
    // Mostly a blank follows and then a letter: nothing to skip.
    const plain = text.charCodeAt(stop + 1) === 32 && text.charCodeAt(stop + 2) < 0x80;
    const at = plain ? stop + 1 : skipClosers(text, stop + 1);
    const code = text.charCodeAt(at);
    if (isAsciiLetter(code) && text.charCodeAt(stop) < 0x80) return 0;
    return isWhitespace(code) ? this.#startBehindBlanks(at) : at;
  }

  /** Where the text goes on behind white space: at its line's start if the line is a new one. */
  #startBehindBlanks(from: number): number {
    const text = this.#text;
    let lineStart = 0;
    let at = from;
    for (; at - from < BLANKS; at++) {
      const code = text.charCodeAt(at);
      if (isLineBreak(code)) lineStart = at + 1;
      else if (!isWhitespace(code)) break;
    }
    return lineStart > 0 ? lineStart : at;
  }

  /** Clauses and words: character by character from the end, until the best of them is met. */
  #takeInline(low: number, limit: number, top: number, best: BestSeam): void {
    const text = this.#text;
    const { preference } = best;
    let met = 0;
    for (let at = limit; at >= low && met < top; at--) {
      const code = text.charCodeAt(at - 1);
      if (isInsideWord(code)) continue;
      // Between two words there is at most a word seam.
      if (code === 32 && met >= preference[SEAM.word] && isAsciiLetter(text.charCodeAt(at - 2))) continue;
      const strength = this.#strength(at);
      if (preference[strength] <= met) continue;
      if (best.take(at, strength)) met = preference[strength];
    }
  }
}

/** The best seam so far: the highest rank, and of equals the last. */
class BestSeam implements FoundSeam {
  readonly preference: Uint8Array;
  readonly #accept: Accept;
  position = 0;
  strength = 0;
  rank = 0;

  constructor(preference: Uint8Array, accept: Accept) {
    this.preference = preference;
    this.#accept = accept;
  }

  /** Takes the seam if it is better and lies between whole characters; says whether it did. */
  take(position: number, strength: number): boolean {
    const rank = this.preference[strength];
    if (rank === 0 || rank < this.rank || (rank === this.rank && position <= this.position)) return false;
    if (!this.#accept(position)) return false;
    this.rank = rank;
    this.position = position;
    this.strength = strength;
    return true;
  }

  /** How far down seams of this rank need be looked for. */
  floor(low: number, rank: number): number {
    return rank === this.rank ? Math.max(low, this.position + 1) : low;
  }
}
