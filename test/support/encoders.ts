/**
 * Writes text in legacy encodings, by turning the platform's decoders round. The platform has no
 * encoders for them, and a decoder is the definition both sides share.
 */
export function encodeText(text: string, encoding: string): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding === "utf-16le") return new Uint8Array(Buffer.from(text, "utf16le"));
  if (encoding === "utf-16be") return new Uint8Array(Buffer.from(text, "utf16le").swap16());
  if (encoding === "iso-2022-jp") return encodeIso2022Jp(text);
  const table = tableOf(encoding);
  const bytes: number[] = [];
  for (const character of text) {
    const known = table.get(character);
    if (known === undefined)
      throw new Error(`${encoding} cannot write ${JSON.stringify(character)} (${character.codePointAt(0)}).`);
    bytes.push(...known);
  }
  return Uint8Array.from(bytes);
}

/** Whether every character of the text exists in the encoding. */
export function canEncode(text: string, encoding: string): boolean {
  const table = tableOf(encoding);
  for (const character of text) if (!table.has(character)) return false;
  return true;
}

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const table = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const tryBytes = (...bytes: number[]): boolean => {
    let character: string;
    try {
      character = decoder.decode(Uint8Array.from(bytes));
    } catch {
      return false;
    }
    if ([...character].length !== 1) return false;
    if (!table.has(character)) table.set(character, bytes);
    return true;
  };
  for (let first = 0; first < 256; first++) {
    if (tryBytes(first)) continue;
    for (let second = 0x30; second < 256; second++) tryBytes(first, second);
  }
  tables.set(encoding, table);
  return table;
}

/** JIS X 0208 in seven bits: what EUC-JP writes, less the high bits, between two escapes. */
function encodeIso2022Jp(text: string): Uint8Array {
  const bytes: number[] = [];
  let wide = false;
  for (const character of text) {
    const isWide = character > "\x7f";
    if (isWide !== wide) bytes.push(0x1b, ...(isWide ? [0x24, 0x42] : [0x28, 0x42]));
    wide = isWide;
    for (const byte of encodeText(character, "euc-jp")) bytes.push(byte & 0x7f);
  }
  if (wide) bytes.push(0x1b, 0x28, 0x42);
  return Uint8Array.from(bytes);
}

const TONES = "\u0300\u0301\u0303\u0309\u0323";

/** windows-1258 writes a vowel with its shape, then the tone as a mark of its own. */
export function toWindows1258(text: string): string {
  return Array.from(text.normalize("NFC"), (character) => {
    const parts = Array.from(character.normalize("NFD"));
    if (parts.length === 1) return character;
    const tones = parts.filter((part) => TONES.includes(part)).join("");
    const shape = parts.filter((part) => !TONES.includes(part)).join("");
    return shape.normalize("NFC") + tones;
  }).join("");
}
