const STEP = 256;

/**
 * Where a string occurs in a text. Remembers a stretch known to hold no occurrence, so that the text
 * is searched through only once although chunks overlap and questions step back.
 */
export class Occurrences {
  readonly #text: string;
  readonly search: string;
  /** No occurrence starts in `[#from, #found)`. */
  #from = 0;
  #found: number;

  constructor(text: string, search: string) {
    this.#text = text;
    this.search = search;
    this.#found = this.#find(0);
  }

  /** The first occurrence at or after `position`, or infinity. */
  next(position: number): number {
    if (position < this.#from) {
      // In short steps: the next one is mostly near, and what is searched but not needed is lost work.
      for (let at = position; at < this.#from; at += STEP) {
        const end = Math.min(this.#from, at + STEP) + this.search.length - 1;
        const before = this.#text.slice(at, end).indexOf(this.search);
        if (before >= 0) return at + before;
      }
      this.#from = position;
    } else if (position > this.#found) {
      this.#from = position;
      this.#found = this.#find(position);
    }
    return this.#found;
  }

  /** Lists the occurrences in `[low, high)`, in order, into a list made for them; returns how many. */
  list(low: number, high: number, found: Uint32Array): number {
    let count = 0;
    for (let at = this.next(low); at < high; at = this.next(at + 1)) found[count++] = at;
    return count;
  }

  #find(position: number): number {
    const found = this.#text.indexOf(this.search, position);
    return found < 0 ? Number.POSITIVE_INFINITY : found;
  }
}
