import { ByteReader, ByteWriter } from "./byte-writer.ts";

/*
 * Postings are stored in blocks of neighbouring terms: a row for each term would cost more than what it holds.
 * An entry is how many bytes its key shares with the one before, how many follow, those; how many bytes its
 * lists have, those. Keys rise, compared byte by byte.
 */

/** A block is closed when it has as many bytes; a longer list has one of its own. */
const BLOCK = 4_000;

export interface PostingBlock {
  /** Its first key. */
  readonly first: Uint8Array;
  readonly data: Uint8Array;
}

export class BlockWriter {
  readonly blocks: PostingBlock[] = [];
  readonly #out = new ByteWriter();
  #first: Uint8Array = new Uint8Array(0);
  #last: Uint8Array = new Uint8Array(0);

  /** Keys must rise. `key` is kept, `data` is not. */
  push(key: Uint8Array, data: Uint8Array): void {
    if (this.#out.length > 0 && this.#out.length + data.length > BLOCK) this.#close();
    const isFirst = this.#out.length === 0;
    if (isFirst) this.#first = key;
    const shared = isFirst ? 0 : sharedBytes(this.#last, key);
    this.#out.integer(shared);
    this.#out.integer(key.length - shared);
    this.#out.append(key, shared, key.length);
    this.#out.integer(data.length);
    this.#out.append(data, 0, data.length);
    this.#last = key;
  }

  finish(): PostingBlock[] {
    if (this.#out.length > 0) this.#close();
    return this.blocks;
  }

  #close(): void {
    this.blocks.push({ first: this.#first, data: this.#out.copy() });
    this.#out.clear();
  }
}

function sharedBytes(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < most && a[shared] === b[shared]) shared++;
  return shared;
}

/** As SQLite orders bytes. */
export function compareKeys(a: Uint8Array, b: Uint8Array): number {
  const shared = sharedBytes(a, b);
  if (shared === a.length || shared === b.length) return a.length - b.length;
  return a[shared] - b[shared];
}

/** Goes through a block entry by entry. Stops early, with `isDamaged`, where its bytes make no sense. */
export class BlockReader {
  readonly #reader: ByteReader;
  key: Uint8Array = new Uint8Array(0);
  /** Where the entry's lists lie in the block. */
  from = 0;
  end = 0;
  isDamaged = false;

  constructor(block: Uint8Array) {
    this.#reader = new ByteReader(block);
  }

  get bytes(): Uint8Array {
    return this.#reader.bytes;
  }

  next(): boolean {
    const reader = this.#reader;
    const { bytes } = reader;
    if (reader.at >= bytes.length) return false;
    const shared = reader.integer();
    const rest = reader.integer();
    const keyAt = reader.at;
    reader.at += rest;
    const length = reader.integer();
    this.from = reader.at;
    this.end = reader.at + length;
    reader.at = this.end;
    if (!(shared <= this.key.length && this.end <= bytes.length && keyAt + rest <= this.from)) {
      this.isDamaged = true;
      return false;
    }
    const key = new Uint8Array(shared + rest);
    for (let i = 0; i < shared; i++) key[i] = this.key[i];
    for (let i = 0; i < rest; i++) key[shared + i] = bytes[keyAt + i];
    this.key = key;
    return true;
  }
}

/**
 * A key's lists; undefined where the block has none, `"damaged"` where it cannot be read. Keys rise and name what they
 * share with the one before, so that none has to be put together: `common` is what the wanted key shares with the last.
 */
export function findInBlock(block: Uint8Array, key: Uint8Array): Uint8Array | "damaged" | undefined {
  const reader = new ByteReader(block);
  let common = 0;
  let lastLength = 0;
  while (reader.at < block.length) {
    const shared = reader.integer();
    const rest = reader.integer();
    const keyAt = reader.at;
    reader.at += rest;
    const length = reader.integer();
    const from = reader.at;
    reader.at += length;
    if (!(shared <= lastLength && reader.at <= block.length && keyAt + rest <= from)) return "damaged";
    lastLength = shared + rest;
    // It differs from the last where the last is still the same as the wanted one: it lies behind that.
    if (shared < common) return undefined;
    // It differs from the wanted one where the last did.
    if (shared > common) continue;
    while (common < lastLength && common < key.length && block[keyAt + common - shared] === key[common])
      common++;
    if (common === lastLength && common === key.length) return block.subarray(from, reader.at);
    if (common === key.length) return undefined;
    if (common < lastLength && block[keyAt + common - shared] > key[common]) return undefined;
  }
  return undefined;
}
