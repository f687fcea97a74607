/** Probabilities are counted in these parts, and learn at this pace: a 32nd of the error each time. */
export const PROBABILITY_BITS = 12;
export const LEARNING_SHIFT = 5;

/**
 * Reads bits that were written with an adaptive arithmetic code (the binary range coder known from LZMA):
 * each context remembers how often its bit was 0, and a bit costs the less the more it was expected.
 * Nothing compresses the classifier's thousands of small numbers better, and a reader takes few lines.
 */
export class BitReader {
  readonly #bytes: Uint8Array;
  readonly #zeros: Uint16Array;
  #range = 0xffffffff;
  #code = 0;
  #next = 0;

  constructor(bytes: Uint8Array, contexts: number) {
    this.#bytes = bytes;
    this.#zeros = new Uint16Array(contexts).fill(1 << (PROBABILITY_BITS - 1));
    for (let i = 0; i < 4; i++) this.#code = ((this.#code << 8) | this.#byte()) >>> 0;
  }

  bit(context: number): number {
    const zero = this.#zeros[context];
    const bound = (this.#range >>> PROBABILITY_BITS) * zero;
    const bit = this.#code < bound ? 0 : 1;
    if (bit === 0) {
      this.#range = bound;
      this.#zeros[context] += ((1 << PROBABILITY_BITS) - zero) >> LEARNING_SHIFT;
    } else {
      this.#range -= bound;
      this.#code -= bound;
      this.#zeros[context] -= zero >> LEARNING_SHIFT;
    }
    while (this.#range < 1 << 24) {
      this.#range = (this.#range << 8) >>> 0;
      this.#code = ((this.#code << 8) | this.#byte()) >>> 0;
    }
    return bit;
  }

  /** A number of the given bits, highest first; each has the contexts of those before it. */
  number(bits: number, context: number): number {
    let node = 1;
    for (let i = 0; i < bits; i++) node = (node << 1) | this.bit(context + node);
    return node - (1 << bits);
  }

  #byte(): number {
    return this.#next < this.#bytes.length ? this.#bytes[this.#next++] : 0;
  }
}
