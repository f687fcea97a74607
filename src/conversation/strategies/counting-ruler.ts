import type { Ruler } from "../../text/ruler.ts";

/** Where a search starts: about what a token is in most texts. */
const UNITS_A_TOKEN = 4;
/** A reach is found to this share of itself: closer costs counts and gains nothing that a seam would not lose. */
const PRECISION = 1 / 64;

/** Measures slices by any count that grows with the text, such as the estimates do. Each reach takes a dozen counts. */
export class CountingRuler implements Ruler {
  readonly #text: string;
  readonly #count: (text: string) => number;

  constructor(text: string, count: (text: string) => number) {
    this.#text = text;
    this.#count = count;
  }

  size(start: number, end: number): number {
    return end <= start ? 0 : this.#count(this.#text.slice(start, end));
  }

  reach(start: number, size: number): number {
    const { length } = this.#text;
    return this.#far(
      length - start,
      size,
      (units) => this.size(start, this.#whole(start + units)),
      (units) => this.#whole(start + units),
    );
  }

  reachBack(end: number, size: number, floor: number): number {
    return this.#far(
      end - floor,
      size,
      (units) => this.size(this.#whole(end - units), end),
      (units) => Math.max(floor, this.#whole(end - units)),
    );
  }

  release(): void {}

  #far(most: number, size: number, sizeOf: (units: number) => number, toPosition: (units: number) => number) {
    let fits = 0;
    let exceeds = Math.min(most, Math.max(1, size * UNITS_A_TOKEN));
    while (sizeOf(exceeds) <= size) {
      fits = exceeds;
      if (fits >= most) return toPosition(most);
      exceeds = Math.min(most, exceeds * 2);
    }
    while (exceeds - fits > Math.max(1, fits * PRECISION)) {
      const middle = (fits + exceeds) >>> 1;
      if (sizeOf(middle) <= size) fits = middle;
      else exceeds = middle;
    }
    return toPosition(fits);
  }

  /** Not inside a surrogate pair. */
  #whole(position: number): number {
    const code = this.#text.charCodeAt(position);
    const before = this.#text.charCodeAt(position - 1);
    const cutsPair = code >= 0xdc00 && code < 0xe000 && before >= 0xd800 && before < 0xdc00;
    return cutsPair ? position - 1 : position;
  }
}
