const START_BYTES = 8_192;

/** Bytes that grow at their end. Integers take seven bits a byte, low ones first: small ones one byte. */
export class ByteWriter {
  #bytes = new Uint8Array(START_BYTES);
  #end = 0;

  get length(): number {
    return this.#end;
  }

  /** Of a whole number below 2³². */
  integer(value: number): void {
    if (this.#end + 5 > this.#bytes.length) this.#grow(5);
    let left = value;
    while (left > 0x7f) {
      this.#bytes[this.#end++] = (left & 0x7f) | 0x80;
      left >>>= 7;
    }
    this.#bytes[this.#end++] = left;
  }

  append(source: Uint8Array, from: number, to: number): void {
    const length = to - from;
    if (this.#end + length > this.#bytes.length) this.#grow(length);
    // Most pieces are a few bytes long: a view for each would cost more than the copy.
    if (length < 32) for (let i = from; i < to; i++) this.#bytes[this.#end++] = source[i];
    else {
      this.#bytes.set(source.subarray(from, to), this.#end);
      this.#end += length;
    }
  }

  /** What was written, good until the next write. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#end);
  }

  copy(): Uint8Array {
    return this.#bytes.slice(0, this.#end);
  }

  clear(): void {
    this.#end = 0;
  }

  #grow(by: number): void {
    const larger = new Uint8Array(2 * (this.#end + by));
    larger.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = larger;
  }
}

/** Reads what `ByteWriter.integer` wrote. */
export class ByteReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Past the end it gives 0 and `at` shows it. */
  integer(): number {
    const first = this.bytes[this.at++];
    if (first < 0x80) return first;
    let value = first & 0x7f;
    for (let scale = 128; ; scale *= 128) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) return 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }
}
