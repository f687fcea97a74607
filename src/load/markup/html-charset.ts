/** How far into a page its encoding may be declared; browsers look at a quarter of it. */
const PROBE = 4_096;

const META = /<meta\b[^>]{0,500}?\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})/i;
const XML_DECLARATION = /^\s*<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/;

/** The encoding a page states about itself, if the decoder knows it. */
export function declaredCharset(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PROBE)).toString("latin1");
  const name = (XML_DECLARATION.exec(head) ?? META.exec(head))?.[1];
  if (name === undefined) return undefined;
  // A declaration that can be read byte by byte is not in UTF-16, whatever it says.
  if (/^utf-?16/i.test(name)) return "utf-8";
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}
