import type { TokenBytes } from "./token-bytes.ts";

const [LINE_END, BLANK, PADDING, ZERO] = [0x0a, 0x20, 0x3d, 0x30];
/** "IQ 0" and its end. */
const SHORTEST_LINE = 5;
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** What each byte says in base64; -1 for those that say nothing. */
const VALUES = Int8Array.from({ length: 256 }, (_, code) => DIGITS.indexOf(String.fromCharCode(code)));

/** Reads a table of tokens as tiktoken keeps it: a line each, base64 and the rank. Throws where ranks do not follow one another. */
export function readRankFile(file: Uint8Array): TokenBytes {
  const reader = new RankReader(file);
  while (!reader.isDone) reader.readLine();
  return reader.tokens;
}

class RankReader {
  readonly #file: Uint8Array;
  readonly #bytes: Uint8Array;
  readonly #ends: Uint32Array;
  #at = 0;
  #end = 0;
  #rank = 0;

  constructor(file: Uint8Array) {
    this.#file = file;
    this.#bytes = new Uint8Array(file.length);
    this.#ends = new Uint32Array(Math.ceil((file.length + 1) / SHORTEST_LINE));
  }

  get isDone(): boolean {
    return this.#at >= this.#file.length;
  }

  get tokens(): TokenBytes {
    return { bytes: this.#bytes.subarray(0, this.#end), ends: this.#ends.subarray(0, this.#rank) };
  }

  /** A function of its own, called once a line, so that V8 compiles it before the last line is read. */
  readLine(): void {
    this.#readToken();
    const rank = this.#readRank();
    if (rank !== this.#rank) throw new RangeError(`rank ${this.#rank} is missing`);
    this.#ends[this.#rank++] = this.#end;
  }

  /** By hand: the platform's decoder, asked 200,000 times for a few bytes each, takes two to four times as long. */
  #readToken(): void {
    const file = this.#file;
    let bits = 0;
    let held = 0;
    let at = this.#at;
    for (; file[at] !== BLANK; at++) {
      if (file[at] === PADDING) continue;
      const value = at < file.length ? VALUES[file[at]] : -1;
      if (value < 0) throw new RangeError(`byte ${at} is not base64`);
      held = (held << 6) | value;
      bits += 6;
      if (bits < 8) continue;
      bits -= 8;
      this.#bytes[this.#end++] = held >> bits;
      held &= (1 << bits) - 1;
    }
    this.#at = at + 1;
  }

  #readRank(): number {
    let rank = 0;
    for (; this.#at < this.#file.length && this.#file[this.#at] !== LINE_END; this.#at++)
      rank = 10 * rank + this.#file[this.#at] - ZERO;
    this.#at++;
    return rank;
  }
}
