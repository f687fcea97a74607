/** How much of a file is searched for the marks of binary data. */
const PROBE = 65_536;
/** Zero bytes are looked for only here, as Git does: a stray one late in a long log costs nothing. */
const ZERO_PROBE = 8_192;
/** Share of control characters above which nobody would call it text. */
const MOST_CONTROLS = 0.05;

/** First bytes that no text begins with, and what they belong to. */
const SIGNATURES: readonly (readonly [hex: string, what: string])[] = [
  ["89504e470d0a1a0a", "a PNG image"],
  ["ffd8ff", "a JPEG image"],
  ["474946383761", "a GIF image"],
  ["474946383961", "a GIF image"],
  ["49492a00", "a TIFF image"],
  ["4d4d002a", "a TIFF image"],
  ["00000100", "an icon"],
  ["52494646", "a RIFF file (WebP, WAV or AVI)"],
  ["1f8b", "a gzip archive"],
  ["504b0304", "a ZIP archive"],
  ["504b0506", "an empty ZIP archive"],
  ["425a68", "a bzip2 archive"],
  ["fd377a585a00", "an xz archive"],
  ["28b52ffd", "a Zstandard archive"],
  ["377abcaf271c", "a 7z archive"],
  ["526172211a07", "a RAR archive"],
  ["7f454c46", "an ELF program"],
  ["4d5a", "a Windows program"],
  ["cafebabe", "a Java class or a Mach-O program"],
  ["feedface", "a Mach-O program"],
  ["feedfacf", "a Mach-O program"],
  ["cefaedfe", "a Mach-O program"],
  ["cffaedfe", "a Mach-O program"],
  ["0061736d", "a WebAssembly module"],
  ["53514c69746520666f726d6174203300", "an SQLite database"],
  ["d0cf11e0a1b11ae1", "an OLE file (Word, Excel or PowerPoint before 2007)"],
  ["4f676753", "an Ogg file"],
  ["664c6143", "a FLAC file"],
  ["494433", "an MP3 file"],
  ["1a45dfa3", "a Matroska or WebM file"],
  ["774f4646", "a font"],
  ["774f4632", "a font"],
  ["0001000000", "a font"],
  ["4f54544f00", "a font"],
  ["50415231", "a Parquet file"],
  ["fffe0000", "UTF-32 text, which has to be converted first"],
  ["0000feff", "UTF-32 text, which has to be converted first"],
];

/** Signatures in plain letters: a text may begin so, hence they count only beside a zero byte. */
const LETTERS_ONLY = new Set([
  "52494646",
  "4d5a",
  "4f676753",
  "664c6143",
  "494433",
  "425a68",
  "774f4646",
  "774f4632",
  "50415231",
]);

/** What the file's first bytes say it is, if they are those of a known binary type. */
export function binarySignature(bytes: Uint8Array): string | undefined {
  const head = hexadecimal(bytes.subarray(0, 16));
  const found = SIGNATURES.find(([hex]) => head.startsWith(hex));
  if (found !== undefined && (!LETTERS_ONLY.has(found[0]) || hasZero(bytes))) return found[1];
  return head.slice(8, 16) === "66747970" && hasZero(bytes) ? "an MP4 or HEIF file" : undefined;
}

/**
 * Why bytes are not text in any encoding of bytes (UTF-16 must be ruled out before), or nothing. Zero bytes
 * and many control characters give it away.
 */
export function binaryReason(bytes: Uint8Array): string | undefined {
  const signature = binarySignature(bytes);
  if (signature !== undefined) return `it is ${signature}`;
  const zero = bytes.subarray(0, ZERO_PROBE).indexOf(0);
  if (zero >= 0) return `it holds zero bytes (the first at ${zero})`;
  const probe = bytes.subarray(0, PROBE);
  let controls = 0;
  for (let i = 0; i < probe.length; i++) controls += IS_CONTROL[probe[i]];
  if (controls <= probe.length * MOST_CONTROLS) return undefined;
  return `${Math.round((100 * controls) / probe.length)} % of its bytes are control characters`;
}

/** 1 for the bytes that are control characters and not a text's. */
const IS_CONTROL = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte < 0x20 && !isTextControl(byte)) || byte === 0x7f ? 1 : 0,
);

/** Backspace to carriage return, shift out and in (ISO 2022), end of file (DOS) and escape. */
function isTextControl(byte: number): boolean {
  return (byte >= 8 && byte <= 15) || byte === 0x1a || byte === 0x1b;
}

function hasZero(bytes: Uint8Array): boolean {
  return bytes.subarray(0, ZERO_PROBE).includes(0);
}

function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
