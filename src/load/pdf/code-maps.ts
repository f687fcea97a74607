/**
 * Fonts for Chinese, Japanese and Korean may refer to one of some hundred published tables instead of
 * carrying their own. The tables are large and not part of this package, and most are not needed: for text
 * it is enough to go from a font's codes to characters, which the decoders of older encodings can do. The
 * tables made here give every character its Unicode number as glyph number, and from there to Unicode
 * nothing changes.
 */

/** Names of tables, by their first parts, and the encoding their codes are in. */
const ENCODINGS: readonly [name: RegExp, encoding: string][] = [
  [/^Uni\w+-(?:UCS2|UTF16)-/, "utf-16be"],
  [/^(?:90ms|90msp|90pv|83pv|78ms|78|Add|Ext)?-?RKSJ-[HV]$/, "shift_jis"],
  [/^EUC-[HV]$/, "euc-jp"],
  [/^(?:GBK2K|GBK|GBKp|GB|GBpc|GBT|GBTpc)-(?:EUC-)?[HV]$/, "gbk"],
  [/^(?:B5pc|ETen-B5|ETenms-B5|HKscs-B5|B5)-[HV]$/, "big5"],
  [/^(?:KSC|KSCms|KSCpc)-(?:EUC|UHC|UHC-HW)-[HV]$/, "euc-kr"],
];

/** From glyph numbers to Unicode, for each of the four collections of glyphs. */
const TO_UNICODE = /^Adobe-(?:GB1|CNS1|Japan1|Korea1)-UCS2$/;

/** Makes tables for one document and remembers which it could not make. */
export class CodeMaps {
  /** Tables that were asked for in vain: text in their fonts is missing. */
  readonly missing = new Set<string>();
  #hasCodes = false;

  /** The table's text, as a PDF would hold it. */
  read(name: string): string | undefined {
    const encoding = ENCODINGS.find(([pattern]) => pattern.test(name))?.[1];
    if (encoding !== undefined) {
      this.#hasCodes = true;
      return writeCodeMap(name, encoding === "utf-16be" ? UNICODE_CODES : decodedCodes(encoding));
    }
    // Glyph numbers that are not ours mean nothing here.
    if (this.#hasCodes && TO_UNICODE.test(name)) return writeUnicodeMap(name);
    this.missing.add(name);
    return undefined;
  }

  /** The class that the parser makes its own reader from. */
  factory() {
    const read = (name: string): string | undefined => this.read(name);
    return class {
      async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
        const text = kind === "cMapUrl" ? read(filename) : undefined;
        if (text === undefined) throw new Error(`${filename} is not available`);
        return new Uint8Array(Buffer.from(text, "latin1"));
      }
    };
  }
}

interface Codes {
  /** First and last code of each length, in hexadecimal. */
  readonly spaces: readonly [from: string, to: string][];
  /** Ranges of codes and the character the first of them stands for. */
  readonly ranges: readonly [from: string, to: string, character: number][];
}

const UNICODE_CODES: Codes = {
  spaces: [
    ["0000", "d7ff"],
    ["d800dc00", "dbffdfff"],
    ["e000", "ffff"],
  ],
  ranges: Array.from({ length: 256 }, (_, high): [string, string, number] => {
    const lead = high.toString(16).padStart(2, "0");
    return [`${lead}00`, `${lead}ff`, high << 8];
  }),
};

/** Every code of one or two bytes that the encoding gives a character to. */
function decodedCodes(encoding: string): Codes {
  const decoder = new TextDecoder(encoding);
  const ranges: [string, string, number][] = [];
  const spaces: [string, string][] = [];
  const hex = (...bytes: number[]): string =>
    bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  for (let lead = 0; lead < 256; lead++) {
    const alone = single(decoder.decode(Uint8Array.of(lead)));
    if (alone !== undefined) {
      spaces.push([hex(lead), hex(lead)]);
      ranges.push([hex(lead), hex(lead), alone]);
      continue;
    }
    spaces.push([hex(lead, 0x30), hex(lead, 0xff)]);
    for (let trail = 0x30; trail < 256; trail++) {
      const character = single(decoder.decode(Uint8Array.of(lead, trail)));
      if (character !== undefined) ranges.push([hex(lead, trail), hex(lead, trail), character]);
    }
  }
  return { spaces, ranges };
}

/** The code of a text that is one character of the basic plane. */
function single(text: string): number | undefined {
  return text.length === 1 && text !== "\ufffd" ? text.charCodeAt(0) : undefined;
}

function writeCodeMap(name: string, { spaces, ranges }: Codes): string {
  return [
    `/CMapName /${name} def`,
    `/WMode ${name.endsWith("V") ? 1 : 0} def`,
    `${spaces.length} begincodespacerange`,
    ...spaces.map(([from, to]) => `<${from}> <${to}>`),
    "endcodespacerange",
    `${ranges.length} begincidrange`,
    ...ranges.map(([from, to, character]) => `<${from}> <${to}> ${character}`),
    "endcidrange",
    "endcmap",
  ].join("\n");
}

function writeUnicodeMap(name: string): string {
  return [
    `/CMapName /${name} def`,
    "1 begincodespacerange",
    "<0000> <ffff>",
    "endcodespacerange",
    `${UNICODE_CODES.ranges.length} beginbfrange`,
    ...UNICODE_CODES.ranges.map(([from, to]) => `<${from}> <${to}> <${from}>`),
    "endbfrange",
    "endcmap",
  ].join("\n");
}
