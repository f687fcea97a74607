/** A typed array as it is stored: its bytes, little end first, as on every machine Node runs on. */
export function bytesOf(
  array: Uint32Array | Uint16Array | Float32Array | Int8Array | Int32Array,
): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

export function uint32sOf(value: unknown): Uint32Array {
  return new Uint32Array(aligned(value, 4));
}

export function uint16sOf(value: unknown): Uint16Array {
  return new Uint16Array(aligned(value, 2));
}

export function float32sOf(value: unknown): Float32Array {
  return new Float32Array(aligned(value, 4));
}

/** The bytes' own buffer where a typed array can lie on all of it, else a copy; bytes that fill no element are dropped. */
function aligned(value: unknown, unit: number): ArrayBuffer {
  const bytes = value as Uint8Array<ArrayBuffer>;
  const length = bytes.byteLength - (bytes.byteLength % unit);
  if (bytes.byteOffset === 0 && bytes.buffer.byteLength === length) return bytes.buffer;
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + length);
}

/** 0xFF, which stands nowhere in UTF-8, marks a term that UTF-8 cannot say. */
const ILL_FORMED = 0xff;

const utf8 = new TextEncoder();

/**
 * A term as a key: terms that differ have different ones. A plain list of bytes, not Node's own kind, as keys that are
 * read back are: where both kinds meet, what compares them is compiled again and stays slower.
 */
export function termKey(term: string): Uint8Array {
  const key = new Uint8Array(term.length);
  for (let i = 0; i < term.length; i++) {
    const unit = term.charCodeAt(i);
    if (unit > 0x7f) return longerKey(term);
    key[i] = unit;
  }
  return key;
}

function longerKey(term: string): Uint8Array {
  if (term.isWellFormed()) return utf8.encode(term);
  const key = new Uint8Array(1 + 2 * term.length);
  key[0] = ILL_FORMED;
  key.set(Buffer.from(term, "utf16le"), 1);
  return key;
}
