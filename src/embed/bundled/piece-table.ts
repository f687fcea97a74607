/** What the hash of a word starts with, and of what continues one. */
export const WORD_SEED = 0x2f0b4a27;
const CONTINUATION_SEED = 0x61c88647;
const PRIME = 0x01000193;

/** A table at most a quarter full: a look-up meets its own entry, or an empty place, nearly at once. */
const PLACES_PER_PIECE = 4;
const LINE_END = 0x0a;
const SHARP = 0x23;

/**
 * A vocabulary of word pieces, looked up by the code units of a word without making a string of them. Pieces
 * that begin a word and those that continue one (`##ing`) are told apart by what their hash starts with.
 */
export class PieceTable {
  /** How many pieces there are. */
  readonly size: number;
  /** Ids by place, plus one; 0 where there is none. */
  readonly #places: Int32Array;
  readonly #mask: number;
  readonly #hashes: Int32Array;
  /** The code units of all pieces, one after the other, and where each begins. */
  readonly #units: Uint16Array;
  readonly #starts: Int32Array;
  /** Hashes of the beginnings of what is looked up, as many as the longest piece has units. */
  readonly #prefixes: Int32Array;

  /** From the pieces in the order of their ids, one a line. */
  constructor(lines: string) {
    this.size = countLines(lines);
    this.#mask = 2 ** Math.ceil(Math.log2(this.size * PLACES_PER_PIECE)) - 1;
    this.#places = new Int32Array(this.#mask + 1);
    this.#hashes = new Int32Array(this.size);
    this.#units = new Uint16Array(lines.length);
    this.#starts = new Int32Array(this.size + 1);
    this.#prefixes = new Int32Array(this.#readAll(lines));
  }

  /**
   * The ids of a word's pieces, each the longest that fits, from the left. They are written into `ids`, and
   * their number returned: 0 where some part of the word is no piece.
   */
  cut(units: Uint16Array, length: number, ids: Int32Array): number {
    const prefixes = this.#prefixes;
    let count = 0;
    for (let start = 0; start < length; ) {
      const most = Math.min(length - start, prefixes.length);
      let hash = start === 0 ? WORD_SEED : CONTINUATION_SEED;
      for (let i = 0; i < most; i++) {
        hash = hashOn(hash, units[start + i]);
        prefixes[i] = hash;
      }
      let size = most;
      let id = -1;
      while (size > 0) {
        id = this.find(prefixes[size - 1], units, start, size);
        if (id >= 0) break;
        size--;
      }
      if (id < 0) return 0;
      ids[count++] = id;
      start += size;
    }
    return count;
  }

  /** The id of a whole token as the vocabulary writes it, or -1. */
  idOf(token: string): number {
    const units = Uint16Array.from(token, (unit) => unit.charCodeAt(0));
    const ids = new Int32Array(units.length);
    return this.cut(units, units.length, ids) === 1 ? ids[0] : -1;
  }

  /** One plain loop over all units, as loading should be short. Returns how long the longest piece is. */
  #readAll(lines: string): number {
    const [units, starts, hashes] = [this.#units, this.#starts, this.#hashes];
    let hash = WORD_SEED;
    let end = 0;
    let id = 0;
    let longest = 0;
    for (let at = 0; at <= lines.length; at++) {
      const unit = at < lines.length ? lines.charCodeAt(at) : LINE_END;
      if (unit !== LINE_END) {
        units[end++] = unit;
        hash = hashOn(hash, unit);
        continue;
      }
      const start = starts[id];
      if (end - start > 2 && units[start] === SHARP && units[start + 1] === SHARP) {
        units.copyWithin(start, start + 2, end);
        end -= 2;
        hash = hashOf(units, start, end, CONTINUATION_SEED);
      }
      if (end - start > longest) longest = end - start;
      hashes[id] = hash;
      this.#insert(id);
      id++;
      starts[id] = end;
      hash = WORD_SEED;
    }
    return longest;
  }

  #insert(id: number): void {
    let place = this.#placeOf(this.#hashes[id]);
    while (this.#places[place] !== 0) place = (place + 1) & this.#mask;
    this.#places[place] = id + 1;
  }

  /** The id of the piece of these units, whose hash is given; -1 where it is none. */
  find(hash: number, units: Uint16Array, start: number, size: number): number {
    for (let place = this.#placeOf(hash); ; place = (place + 1) & this.#mask) {
      const id = this.#places[place] - 1;
      if (id < 0) return -1;
      if (this.#hashes[id] === hash && this.#isPiece(id, units, start, size)) return id;
    }
  }

  /** The same units with the same hash: also of the same sort, as each step of the hash can be undone. */
  #isPiece(id: number, units: Uint16Array, start: number, size: number): boolean {
    const from = this.#starts[id];
    if (this.#starts[id + 1] - from !== size) return false;
    for (let i = 0; i < size; i++) if (this.#units[from + i] !== units[start + i]) return false;
    return true;
  }

  #placeOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & this.#mask;
  }
}

/** The hash of what was hashed and one unit more. */
export function hashOn(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, PRIME);
}

function hashOf(units: Uint16Array, start: number, end: number, seed: number): number {
  let hash = seed;
  for (let i = start; i < end; i++) hash = hashOn(hash, units[i]);
  return hash;
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
