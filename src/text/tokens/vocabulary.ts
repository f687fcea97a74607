import { bytesOfTokens, type TokenBytes, type VocabularyToken } from "./token-bytes.ts";

export const NO_RANK = 0x7fffffff;

/** A vocabulary's tables. Threads can share them: they hold nothing but numbers, and never change. */
export interface VocabularyTables {
  /** Four words a slot: a token's key and, in the last, its length and rank; 0 last where there is none. */
  readonly slots: Int32Array;
  /** Ranks of all pairs of single bytes, which half of all look-ups ask for. */
  readonly pairs: Int32Array;
  /** The bytes of tokens longer than a key, and where those of a rank begin. */
  readonly long: Uint8Array;
  readonly longStarts: Uint32Array;
}

const SLOT = 4;
/** Up to here the key is the token's bytes; else the first eight of them and a hash of the others. */
const KEY_BYTES = 12;
/** No encoding has as many tokens. */
const RANK_BITS = 18;
const RANK = (1 << RANK_BITS) - 1;

/** The tokens of an encoding and their ranks: of two neighbours, the pair of the lowest rank merges first. */
export class Vocabulary {
  readonly tables: VocabularyTables;
  readonly #mask: number;

  constructor(tables: VocabularyTables) {
    this.tables = tables;
    this.#mask = tables.slots.length / SLOT - 1;
  }

  /** Tokens by rank, each a text or bytes; undefined where a rank is not used. */
  static of(tokens: readonly VocabularyToken[]): Vocabulary {
    return Vocabulary.ofBytes(bytesOfTokens(tokens));
  }

  static ofBytes({ bytes, ends }: TokenBytes): Vocabulary {
    const tables = emptyTables(ends);
    const vocabulary = new Vocabulary(tables);
    const { pairs, long, longStarts } = tables;
    pairs.fill(NO_RANK);
    let longEnd = 0;
    for (let rank = 0, start = 0; rank < ends.length; start = ends[rank++]) {
      const end = ends[rank];
      const length = end - start;
      if (length === 0) continue;
      vocabulary.#add(bytes, start, end, rank);
      if (length === 2) pairs[(bytes[start] << 8) | bytes[start + 1]] = rank;
      if (length <= KEY_BYTES) continue;
      longStarts[rank] = longEnd;
      for (let i = start; i < end; i++) long[longEnd++] = bytes[i];
    }
    return vocabulary;
  }

  has(bytes: string): boolean {
    return this.rank(bytes, 0, bytes.length) !== NO_RANK;
  }

  /** The rank of `bytes[start, end)` as one token. */
  rank(bytes: string, start: number, end: number): number {
    const { slots, pairs } = this.tables;
    const length = end - start;
    if (length === 2) return pairs[(bytes.charCodeAt(start) << 8) | bytes.charCodeAt(start + 1)];
    const a = word(bytes, start, Math.min(end, start + 4));
    const b = word(bytes, start + 4, Math.min(end, start + 8));
    const c = length <= KEY_BYTES ? word(bytes, start + 8, end) : hash(bytes, start + 8, end);
    for (let slot = slotOf(a, b, c, length) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = slot * SLOT;
      const last = slots[at + 3];
      if (last === 0) return NO_RANK;
      if (slots[at] !== a || slots[at + 1] !== b || slots[at + 2] !== c || last >>> RANK_BITS !== length)
        continue;
      if (length <= KEY_BYTES || this.#isLong(last & RANK, bytes, start, end)) return last & RANK;
    }
  }

  #add(bytes: Uint8Array, start: number, end: number, rank: number): void {
    const { slots } = this.tables;
    const length = end - start;
    const a = wordOf(bytes, start, Math.min(end, start + 4));
    const b = wordOf(bytes, start + 4, Math.min(end, start + 8));
    const c = length <= KEY_BYTES ? wordOf(bytes, start + 8, end) : hashOf(bytes, start + 8, end);
    let slot = slotOf(a, b, c, length) & this.#mask;
    while (slots[slot * SLOT + 3] !== 0) slot = (slot + 1) & this.#mask;
    slots[slot * SLOT] = a;
    slots[slot * SLOT + 1] = b;
    slots[slot * SLOT + 2] = c;
    slots[slot * SLOT + 3] = (length << RANK_BITS) | rank;
  }

  #isLong(rank: number, bytes: string, start: number, end: number): boolean {
    const { long, longStarts } = this.tables;
    for (let at = longStarts[rank], i = start; i < end; at++, i++) {
      if (long[at] !== bytes.charCodeAt(i)) return false;
    }
    return true;
  }
}

function emptyTables(ends: Uint32Array): VocabularyTables {
  let count = 0;
  let bytes = 0;
  for (let rank = 0, start = 0; rank < ends.length; start = ends[rank++]) {
    const length = ends[rank] - start;
    if (length > 0) count++;
    if (length > KEY_BYTES) bytes += length;
  }
  // At most half full, so that what is not there is soon known to be not there.
  const slots = 2 ** Math.ceil(Math.log2(2 * count + 2));
  return {
    slots: new Int32Array(shared(slots * SLOT * 4)),
    pairs: new Int32Array(shared(0x10000 * 4)),
    long: new Uint8Array(shared(bytes)),
    longStarts: new Uint32Array(shared(ends.length * 4)),
  };
}

/** Browsers have memory that threads share only on pages that ask for it. */
function shared(bytes: number): ArrayBuffer | SharedArrayBuffer {
  return typeof SharedArrayBuffer === "function" ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
}

/** Up to four bytes as one number; 0 where there are none. */
function word(bytes: string, start: number, end: number): number {
  let packed = 0;
  for (let i = start; i < end; i++) packed = (packed << 8) | bytes.charCodeAt(i);
  return packed;
}

function hash(bytes: string, start: number, end: number): number {
  let mixed = 0;
  for (let i = start; i < end; i++) mixed = Math.imul(mixed ^ bytes.charCodeAt(i), 0x01000193) + 1;
  return mixed | 0;
}

/** The same two of bytes in a list: what one makes, the other must find. */
function wordOf(bytes: Uint8Array, start: number, end: number): number {
  let packed = 0;
  for (let i = start; i < end; i++) packed = (packed << 8) | bytes[i];
  return packed;
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let mixed = 0;
  for (let i = start; i < end; i++) mixed = Math.imul(mixed ^ bytes[i], 0x01000193) + 1;
  return mixed | 0;
}

function slotOf(a: number, b: number, c: number, length: number): number {
  const mixed = Math.imul(
    a ^ Math.imul(b ^ Math.imul(c ^ Math.imul(length, 0x27d4eb2f), 0x9e3779b1), 0x85ebca77),
    0xc2b2ae3d,
  );
  return mixed ^ (mixed >>> 15);
}
