/** Units of a slice that can be remembered: as many as three 32-bit words hold bytes. */
export const LONGEST_SLICE = 12;
/** A key and a value of one word. */
const SLOT = 4;
/** Slots that a slice may lie in: as much as a processor fetches from memory at once. */
const SET = 4 * SLOT;
/** So many sets: 2 MB. */
const SET_BITS = 15;
/** Set in every byte that holds a unit, so that "a" and "a\0" differ, and an empty slot is like no slice. */
const PRESENT = 0x80;

/**
 * Remembers a number for short slices of ASCII, in a bounded memory. To look one up makes no string and touches one
 * place in memory, where a map of strings costs several times as much. In each set the oldest makes room for the newest.
 */
export class SliceCache {
  readonly #table = new Int32Array(SET << SET_BITS);
  /** The key of the slice that was looked up last; 0 first where it cannot be remembered. */
  readonly #key = new Int32Array(SLOT);

  /** What is remembered of `text[start, end)`, which is at most `LONGEST_SLICE` long; -1 where nothing is. */
  get(text: string, start: number, end: number): number {
    let a = 0;
    let b = 0;
    let c = 0;
    let all = 0;
    let at = start;
    for (const stop = Math.min(end, start + 4); at < stop; at++) {
      const unit = text.charCodeAt(at);
      all |= unit;
      a = (a << 8) | unit | PRESENT;
    }
    for (const stop = Math.min(end, start + 8); at < stop; at++) {
      const unit = text.charCodeAt(at);
      all |= unit;
      b = (b << 8) | unit | PRESENT;
    }
    for (; at < end; at++) {
      const unit = text.charCodeAt(at);
      all |= unit;
      c = (c << 8) | unit | PRESENT;
    }
    const key = this.#key;
    if (all >= PRESENT || a === 0) {
      key[0] = 0;
      return -1;
    }
    const table = this.#table;
    const first = setOf(a, b, c);
    for (let slot = first; slot < first + SET; slot += SLOT) {
      if (table[slot] === a && table[slot + 1] === b && table[slot + 2] === c) return table[slot + 3];
    }
    key[0] = a;
    key[1] = b;
    key[2] = c;
    return -1;
  }

  /** Remembers a number, 0 or more, of the slice that `get` did not know; false where it is not of ASCII. */
  set(value: number): boolean {
    const [a, b, c] = this.#key;
    if (a === 0) return false;
    const first = setOf(a, b, c);
    this.#table.copyWithin(first + SLOT, first, first + SET - SLOT);
    this.#key[3] = value;
    this.#table.set(this.#key, first);
    return true;
  }

  clear(): void {
    this.#table.fill(0);
  }
}

/** Where the set begins. A product's high bits are the ones that depend on all of a key. */
function setOf(a: number, b: number, c: number): number {
  const mixed = Math.imul(a ^ Math.imul(b ^ Math.imul(c, 0x9e3779b1), 0x85ebca77), 0xc2b2ae3d);
  return (mixed >>> (32 - SET_BITS)) * SET;
}
