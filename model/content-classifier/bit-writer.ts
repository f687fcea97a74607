import { LEARNING_SHIFT, PROBABILITY_BITS } from "../../src/chunk/detect/bit-reader.ts";

/** Writes what `BitReader` reads. */
export class BitWriter {
  readonly #zeros: Uint16Array;
  readonly #bytes: number[] = [];
  #low = 0;
  #range = 0xffffffff;
  /** The last byte is held back, with the 0xff bytes behind it: a carry may still reach them. */
  #held = -1;
  #waiting = 0;

  constructor(contexts: number) {
    this.#zeros = new Uint16Array(contexts).fill(1 << (PROBABILITY_BITS - 1));
  }

  bit(context: number, bit: number): void {
    const zero = this.#zeros[context];
    const bound = (this.#range >>> PROBABILITY_BITS) * zero;
    if (bit === 0) {
      this.#range = bound;
      this.#zeros[context] += ((1 << PROBABILITY_BITS) - zero) >> LEARNING_SHIFT;
    } else {
      this.#low += bound;
      this.#range -= bound;
      this.#zeros[context] -= zero >> LEARNING_SHIFT;
    }
    while (this.#range < 1 << 24) {
      this.#range = (this.#range << 8) >>> 0;
      this.#shift();
    }
  }

  number(bits: number, context: number, value: number): void {
    let node = 1;
    for (let i = bits - 1; i >= 0; i--) {
      const bit = (value >> i) & 1;
      this.bit(context + node, bit);
      node = (node << 1) | bit;
    }
  }

  finish(): Uint8Array {
    for (let i = 0; i < 5; i++) this.#shift();
    // The reader takes missing bytes for zeros.
    while (this.#bytes.at(-1) === 0) this.#bytes.pop();
    return Uint8Array.from(this.#bytes);
  }

  #shift(): void {
    const carry = this.#low > 0xffffffff ? 1 : 0;
    if (carry === 1 || this.#low < 0xff000000) {
      if (this.#held >= 0) this.#bytes.push((this.#held + carry) & 0xff);
      for (; this.#waiting > 0; this.#waiting--) this.#bytes.push((0xff + carry) & 0xff);
      this.#held = Math.floor(this.#low / (1 << 24)) & 0xff;
    } else this.#waiting++;
    this.#low = (this.#low & 0x00ffffff) * 256;
  }
}
