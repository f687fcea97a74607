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

/** A term as a key: terms that differ have different ones. */
export function termKey(term: string): Uint8Array {
  if (term.isWellFormed()) return Buffer.from(term, "utf8");
  return Buffer.concat([Uint8Array.of(ILL_FORMED), Buffer.from(term, "utf16le")]);
}
