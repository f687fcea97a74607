/** The header: a magic number and a version. */
const HEADER = 8;
const CODE_SECTION = 10;

/** The bytes of the longest function in a WebAssembly module; 0 where it has none. */
export function longestFunction(module: Uint8Array): number {
  let at = HEADER;
  const integer = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      // Past the end there is nothing: a module that is cut short ends here, and its compiler says so.
      const byte = module[at++] ?? 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  let longest = 0;
  while (at < module.length) {
    const id = module[at++];
    const length = integer();
    const end = at + length;
    if (id === CODE_SECTION) {
      for (let left = integer(); left > 0 && at < end; left--) {
        const size = integer();
        longest = Math.max(longest, size);
        at += size;
      }
    }
    at = end;
  }
  return longest;
}
