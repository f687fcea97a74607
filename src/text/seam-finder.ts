import { isAsciiLetter } from "./letters.ts";
import { isInsideWord, isSentenceStart, SEAM, seamAt } from "./seams.ts";
import { isSentenceCloser, SENTENCE_STOPS } from "./sentence-rules.ts";
import { isBreakingSpace, isLineBreak, isWhitespace } from "./whitespace.ts";

/** Closing quotes and brackets that may stand between a stop and the white space behind it. */
const CLOSERS_AFTER_STOP = 8;

/** Tells whether a position lies between whole characters. */
export type Accept = (position: number) => boolean;

/**
 * Finds natural seams in windows of one text.
 *
 * Looking at every character costs some five nanoseconds each, mostly mispredicted branches; a native
 * search for one character costs a twentieth of that. So line breaks and sentence stops are searched
 * natively, and characters are walked only where nothing stronger than a clause is to be had.
 */
export class SeamFinder {
  readonly #text: string;
  readonly #breaks: readonly Occurrences[];
  readonly #stops: readonly Occurrences[];

  constructor(text: string) {
    this.#text = text;
    const lineEnd = text.includes("\n") || !text.includes("\r") ? "\n" : "\r";
    this.#breaks = [lineEnd, "\f"].map((character) => new Occurrences(text, character));
    this.#stops = Array.from(SENTENCE_STOPS, (character) => new Occurrences(text, character));
  }

  /**
   * The seam in `[low, high]` whose strength `preference` ranks highest (0 forbids it); of equals, the
   * last. Returns 0 when there is none, for position 0 is never a seam.
   */
  last(low: number, high: number, preference: Uint8Array, accept: Accept): number {
    const limit = Math.min(high, this.#text.length - 1);
    let best = 0;
    let found = 0;
    const take = (position: number, rank: number): void => {
      if (rank === 0 || rank < best || (rank === best && position < found) || !accept(position)) return;
      best = rank;
      found = position;
    };

    for (const cursor of this.#breaks) {
      for (let at = cursor.next(low - 1) + 1; at <= limit; at = cursor.next(at) + 1) {
        take(at, preference[this.#breakStrength(at)]);
      }
    }
    const sentence = preference[SEAM.sentence];
    if (sentence > best || (sentence === best && best > 0)) {
      const position = this.#lastSentence(sentence === best ? found + 1 : low, limit, accept);
      if (position > 0) take(position, sentence);
    }
    const inline = Math.max(preference[SEAM.clause], preference[SEAM.word]);
    if (inline >= best) this.#walkBack(best === inline ? found + 1 : low, limit, preference, inline, take);
    return found;
  }

  /** The first sentence, heading, list item or paragraph that starts in `[low, high]`, or 0. */
  firstSentence(low: number, high: number, accept: Accept): number {
    const limit = Math.min(high, this.#text.length - 1);
    let first = 0;
    for (const cursor of this.#breaks) {
      for (let at = cursor.next(low - 1) + 1; at <= limit; at = cursor.next(at) + 1) {
        if (!isSentenceStart(this.#text, at) || !accept(at)) continue;
        if (first === 0 || at < first) first = at;
        break;
      }
    }
    for (const cursor of this.#stops) {
      const end = first > 0 ? first : limit;
      for (
        let stop = cursor.next(Math.max(0, low - CLOSERS_AFTER_STOP));
        stop < end;
        stop = cursor.next(stop + 1)
      ) {
        const at = this.#sentenceBehind(stop, low, end, accept);
        if (at === 0) continue;
        first = at;
        break;
      }
    }
    return first;
  }

  /** The strength of a seam behind a line break. Plain lines, the most of them, are told at a glance. */
  #breakStrength(at: number): number {
    const before = this.#text.charCodeAt(at - 2);
    if (
      !isWhitespace(before) &&
      isAsciiLetter(this.#text.charCodeAt(at)) &&
      isAsciiLetter(this.#text.charCodeAt(at + 1))
    ) {
      return SEAM.line;
    }
    return seamAt(this.#text, at);
  }

  #lastSentence(low: number, limit: number, accept: Accept): number {
    let last = 0;
    for (const cursor of this.#stops) {
      const stops: number[] = [];
      for (
        let stop = cursor.next(Math.max(0, low - CLOSERS_AFTER_STOP));
        stop < limit;
        stop = cursor.next(stop + 1)
      ) {
        stops.push(stop);
      }
      // From the end: the last that holds is the one wanted, and telling costs more than listing.
      for (let i = stops.length - 1; i >= 0 && stops[i] >= last; i--) {
        const at = this.#sentenceBehind(stops[i], Math.max(low, last), limit, accept);
        if (at > last) last = at;
      }
    }
    return last;
  }

  /** Where in `[low, high]` a sentence starts behind the stop, or 0. */
  #sentenceBehind(stop: number, low: number, high: number, accept: Accept): number {
    const at = this.#seamBehind(stop);
    return at >= low && at <= high && seamAt(this.#text, at) >= SEAM.sentence && accept(at) ? at : 0;
  }

  /** The position a sentence would start at behind the stop, or 0 if something else follows it. */
  #seamBehind(stop: number): number {
    const text = this.#text;
    let at = stop + 1;
    while (at - stop <= CLOSERS_AFTER_STOP && isSentenceCloser(text.charCodeAt(at))) at++;
    const code = text.charCodeAt(at);
    if (isAsciiLetter(code)) return 0;
    if (!isWhitespace(code)) return at;
    let content = at;
    let lineStart = 0;
    while (content < text.length && content - at < CLOSERS_AFTER_STOP * 4) {
      const blank = text.charCodeAt(content);
      if (isLineBreak(blank)) lineStart = content + 1;
      else if (!isBreakingSpace(blank) && !isWhitespace(blank)) break;
      content++;
    }
    return lineStart > 0 ? lineStart : content;
  }

  /** Clauses and words: character by character from the end, until the best of them is met. */
  #walkBack(
    low: number,
    limit: number,
    preference: Uint8Array,
    top: number,
    take: (position: number, rank: number) => void,
  ): void {
    const text = this.#text;
    let best = 0;
    for (let at = limit; at >= low && best < top; at--) {
      const code = text.charCodeAt(at - 1);
      if (isInsideWord(code)) continue;
      // Between two words there is at most a word seam.
      if (code === 32 && best >= preference[SEAM.word] && isAsciiLetter(text.charCodeAt(at - 2))) continue;
      const rank = preference[seamAt(text, at)];
      if (rank <= best) continue;
      take(at, rank);
      best = rank;
    }
  }
}

/** Where a character occurs. Remembers the last answer, so that a text is searched through only once. */
class Occurrences {
  readonly #text: string;
  readonly #character: string;
  #from = 0;
  #found = -1;

  constructor(text: string, character: string) {
    this.#text = text;
    this.#character = character;
  }

  /** The first occurrence at or after `position`, or infinity. */
  next(position: number): number {
    if (position < this.#from || position > this.#found) {
      const found = this.#text.indexOf(this.#character, position);
      this.#from = position;
      this.#found = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    return this.#found;
  }
}
