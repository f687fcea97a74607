/** Bytes that mean nothing in the encoding; the text has U+FFFD in their places. */
export interface Undecodable {
  readonly count: number;
  /** Where the first of them start, in bytes from the start of the file. */
  readonly offsets: readonly number[];
}

/** How many places are named: enough to look at, few enough to print. */
const NAMED = 16;

/** The decoder says no place, so the bytes are decoded in blocks, and the places sought in damaged ones. */
const BLOCK = 1_024;
/** The longest character, in bytes. */
const LONGEST = 4;

/** Written U+FFFD is a character like any other; only these encodings can write it. */
const REPLACEMENT: Readonly<Record<string, readonly number[]>> = {
  "utf-8": [0xef, 0xbf, 0xbd],
  "utf-16le": [0xfd, 0xff],
  "utf-16be": [0xff, 0xfd],
  gb18030: [0x84, 0x31, 0xa4, 0x37],
};

/** Finds what could not be decoded, in one more pass. Call it only when the text has a U+FFFD. */
export function findUndecodable(bytes: Uint8Array, encoding: string): Undecodable | undefined {
  const search = new Search(encoding);
  for (let start = 0; start < bytes.length; ) {
    const end = search.blockEnd(bytes, start);
    search.look(bytes.subarray(start, end), start);
    start = end;
  }
  const { count, offsets } = search;
  return count === 0 ? undefined : { count, offsets };
}

/**
 * Blocks are decoded each on its own, never as a stream: the platform's decoders for East Asian encodings
 * fail on streams that are cut inside damage.
 */
class Search {
  readonly offsets: number[] = [];
  count = 0;
  readonly #encoding: string;
  readonly #replacing: InstanceType<typeof TextDecoder>;
  readonly #failing: InstanceType<typeof TextDecoder>;

  constructor(encoding: string) {
    this.#encoding = encoding;
    this.#replacing = new TextDecoder(encoding, { ignoreBOM: true });
    this.#failing = new TextDecoder(encoding, { ignoreBOM: true, fatal: true });
  }

  look(block: Uint8Array, start: number): void {
    if (this.#decodes(block)) return;
    this.count += Math.max(1, this.#replacements(block) - this.#written(block));
    for (let from = 0; from < block.length && this.offsets.length < NAMED; ) {
      const rest = block.subarray(from);
      if (this.#decodes(rest)) return;
      const { at, next } = this.#firstDamage(rest);
      this.offsets.push(start + from + at);
      from += next;
    }
  }

  /** Where a character ends: behind a blank, or else where the cut damages least. Even, for UTF-16. */
  blockEnd(bytes: Uint8Array, start: number): number {
    const end = start + BLOCK;
    if (end + LONGEST >= bytes.length) return bytes.length;
    const isWide = this.#encoding.startsWith("utf-16");
    if (!isWide) for (let at = end; at > end - BLOCK / 2; at--) if (bytes[at - 1] <= 0x20) return at;
    let best = end;
    let fewest = Number.POSITIVE_INFINITY;
    for (let at = end; at < end + LONGEST; at += isWide ? 2 : 1) {
      const damage = this.#replacements(bytes.subarray(start, at));
      if (damage < fewest) {
        best = at;
        fewest = damage;
      }
    }
    return best;
  }

  /** The start of the first bytes that are no character, and where to read on behind them. */
  #firstDamage(block: Uint8Array): { at: number; next: number } {
    // The shortest beginning that no continuation could mend.
    let low = 1;
    let high = block.length + 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#mayContinue(block.subarray(0, middle))) low = middle + 1;
      else high = middle;
    }
    const seen = Math.min(low, block.length);
    let at = seen - 1;
    while (at > 0 && !this.#decodes(block.subarray(0, at))) at--;
    // The byte that shows the damage is read again where it may begin a character itself.
    const showing = block[seen - 1];
    const isOwn = low <= block.length && at < seen - 1 && (showing < 0x80 || this.#encoding === "utf-8");
    return { at, next: isOwn ? seen - 1 : seen };
  }

  #decodes(bytes: Uint8Array): boolean {
    try {
      this.#failing.decode(bytes);
      return true;
    } catch {
      return false;
    }
  }

  /** Whether bytes are whole characters but for an unfinished last one, which decodes to one U+FFFD. */
  #mayContinue(bytes: Uint8Array): boolean {
    const units = this.#encoding.startsWith("utf-16") ? bytes.subarray(0, bytes.length & ~1) : bytes;
    if (this.#decodes(units)) return true;
    for (let cut = 1; cut < LONGEST && cut <= units.length; cut++) {
      const whole = units.subarray(0, units.length - cut);
      if (!this.#decodes(whole)) continue;
      return this.#replacing.decode(units) === `${this.#replacing.decode(whole)}\ufffd`;
    }
    return false;
  }

  #replacements(bytes: Uint8Array): number {
    return this.#replacing.decode(bytes).split("\ufffd").length - 1;
  }

  #written(bytes: Uint8Array): number {
    const written = REPLACEMENT[this.#encoding];
    if (written === undefined) return 0;
    const step = this.#encoding.startsWith("utf-16") ? 2 : 1;
    let count = 0;
    for (let at = 0; at + written.length <= bytes.length; at += step) {
      if (written.every((byte, i) => bytes[at + i] === byte)) count++;
    }
    return count;
  }
}
