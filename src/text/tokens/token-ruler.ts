import type { Ruler } from "../ruler.ts";
import type { Encoding } from "./encoding.ts";
import { isTokenWhitespace } from "./pretokens.ts";

/** Pre-tokens scanned ahead at a time. */
const BATCH = 512;
/** Added to four characters a token: a pre-token longer than that is looked at only as far as needed. */
const LONG_PRETOKEN = 64;

/** Up to so many units a text's edges are kept whole: a few hundred kilobytes. */
export const LONGEST_KEPT = 200_000;

let last: TokenRuler | undefined;

/**
 * Exact token counts of any slice, from one pass over the text.
 *
 * Byte-pair encoding works on each pre-token alone, so tokens add up over pre-tokens: with prefix
 * sums at their edges, the count of a slice that starts and ends at edges is one subtraction. What
 * does not line up is encoded again, and only that: a head that starts inside a pre-token, up to the
 * next common edge; a tail that ends inside one or inside a run of white space, from its start.
 *
 * The pass is lazy and in a long text `release` forgets what lies behind, so memory follows the chunk, not the text.
 */
export class TokenRuler implements Ruler {
  readonly #text: string;
  readonly #encoding: Encoding;
  /** Edges scanned so far and the tokens before each; the first is where scanning (re)started. */
  #edges = new Uint32Array(BATCH * 4);
  #sums = new Uint32Array(BATCH * 4);
  #length = 1;

  constructor(text: string, encoding: Encoding) {
    this.#text = text;
    this.#encoding = encoding;
  }

  /**
   * A ruler that may be the one made last: parents and their children are cut from one text, one after the other, and
   * a short text's edges are all kept.
   */
  static of(text: string, encoding: Encoding): TokenRuler {
    if (last !== undefined && last.#encoding === encoding && last.#text === text) return last;
    const ruler = new TokenRuler(text, encoding);
    last = text.length > LONGEST_KEPT ? undefined : ruler;
    return ruler;
  }

  size(start: number, end: number): number {
    if (end <= start) return 0;
    this.#scanTo(end);
    const tail = this.#tailStart(start, end);
    let tokens = 0;
    let at = start;
    let index = this.#edgeAtOrAfter(at);
    while (at < end) {
      if (this.#edges[index] === at && at < tail) {
        const last = this.#edgeAtOrAfter(tail);
        tokens += this.#sums[last] - this.#sums[index];
        at = tail;
      } else {
        const edge = this.#encoding.scan(this.#text, at, end);
        tokens += this.#encoding.countPretoken(this.#text, at, edge);
        at = edge;
      }
      while (index < this.#length - 1 && this.#edges[index] < at) index++;
    }
    return tokens;
  }

  reach(start: number, size: number): number {
    const text = this.#text;
    // No pre-token that fits is longer, but for runs of blanks; and those may be cut anywhere.
    const long = LONG_PRETOKEN + size * 4;
    let tokens = 0;
    let at = start;
    this.#scanTo(at);
    let index = this.#edgeAtOrAfter(at);
    // A head that starts inside a pre-token is encoded until it meets a common edge.
    while (at < text.length && this.#edges[index] !== at) {
      const edge = this.#encoding.scan(text, at, Math.min(text.length, at + long));
      if (edge - at === long) return this.#reachInside(start, size);
      const cost = this.#encoding.countPretoken(text, at, edge);
      if (tokens + cost > size) return at > start ? at : this.#reachInside(start, size);
      tokens += cost;
      at = edge;
      this.#scanTo(at);
      index = this.#edgeAtOrAfter(at);
    }
    const budget = this.#sums[index] + size - tokens;
    while (this.#sums[this.#length - 1] <= budget && this.#scanBatch());
    const last = this.#edges[this.#lastWithin(index, budget)];
    return last > start || at >= text.length ? last : this.#reachInside(start, size);
  }

  reachBack(end: number, size: number, floor: number): number {
    this.#scanTo(end);
    const last = this.#edgeAtOrAfter(end);
    const least = this.#sums[last] - size;
    let low = this.#edgeAtOrAfter(floor);
    let high = last;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#sums[middle] >= least) high = middle;
      else low = middle + 1;
    }
    const edge = Math.max(floor, this.#edges[low]);
    return edge < end ? edge : this.#reachBackInside(end, size, floor);
  }

  release(position: number): void {
    if (this.#text.length <= LONGEST_KEPT) return;
    const keep = this.#edgeAtOrAfter(position) - 1;
    // Compacting only when most is stale makes it amortised constant.
    if (keep <= this.#length >> 1 || keep < BATCH) return;
    this.#edges.copyWithin(0, keep, this.#length);
    this.#sums.copyWithin(0, keep, this.#length);
    this.#length -= keep;
  }

  /**
   * Where a pre-token too large for the budget can be cut: doubling while it fits, then closing in to
   * a sixteenth. Only the text up to there is encoded, never the rest of the pre-token.
   */
  #reachInside(start: number, size: number): number {
    const end = this.#text.length;
    const fits = (to: number): boolean => to <= end && this.#encoding.count(this.#text, start, to) <= size;
    let step = Math.max(1, size);
    while (step > 1 && !fits(start + step)) step >>= 1;
    let fit = fits(start + step) ? start + step : start;
    while (fits(fit + step)) {
      fit += step;
      step *= 2;
    }
    const enough = (fit - start) >> 4;
    for (step >>= 1; step > enough; step >>= 1) if (fits(fit + step)) fit += step;
    return fit;
  }

  /** The same backwards: a script without spaces has pre-tokens larger than an overlap. */
  #reachBackInside(end: number, size: number, floor: number): number {
    let fit = end;
    for (let step = Math.min(size, end - floor); step > 0; step >>= 1) {
      while (fit - step >= floor && this.#encoding.count(this.#text, fit - step, end) <= size) fit -= step;
    }
    return fit;
  }

  /**
   * The last edge up to which the slice's own pre-tokens are those of the whole text. A run of white
   * space at the end of a slice is divided otherwise than in front of a word, so the tail starts with
   * the pre-token that holds the run's start.
   */
  #tailStart(start: number, end: number): number {
    let content = end;
    while (content > start && isTokenWhitespace(this.#text, content - 1)) content--;
    const index = this.#edgeAtOrAfter(content);
    return this.#edges[index] === content || index === 0 ? content : Math.max(start, this.#edges[index - 1]);
  }

  /** The first known edge not before `position`. */
  #edgeAtOrAfter(position: number): number {
    let low = 0;
    let high = this.#length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#edges[middle] >= position) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The last edge from `index` on whose sum is within the budget. */
  #lastWithin(index: number, budget: number): number {
    let low = index;
    let high = this.#length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#sums[middle] <= budget) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #scanTo(position: number): void {
    while (this.#edges[this.#length - 1] < position && this.#scanBatch());
  }

  /** Scans the next pre-tokens; false at the end of the text. */
  #scanBatch(): boolean {
    const text = this.#text;
    let at = this.#edges[this.#length - 1];
    if (at >= text.length) return false;
    if (this.#length + BATCH > this.#edges.length) {
      this.#edges = grow(this.#edges);
      this.#sums = grow(this.#sums);
    }
    let sum = this.#sums[this.#length - 1];
    for (let scanned = 0; scanned < BATCH && at < text.length; scanned++) {
      const edge = this.#encoding.scan(text, at, text.length);
      sum += this.#encoding.countPretoken(text, at, edge);
      at = edge;
      this.#edges[this.#length] = at;
      this.#sums[this.#length] = sum;
      this.#length++;
    }
    return true;
  }
}

function grow(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(array.length * 2);
  grown.set(array);
  return grown;
}
