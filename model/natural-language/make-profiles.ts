// Writes profiles.bin from the tables of the package `eld`: node model/natural-language/make-profiles.ts
import { readFile, writeFile } from "node:fs/promises";

interface Ngrams {
  readonly languages: Readonly<Record<number, string>>;
  readonly ngrams: Readonly<Record<string, Readonly<Record<number, number>>>>;
}

/** The package's doors hide its tables. */
const inside = (file: string) => new URL(file, import.meta.resolve("eld/small"));
const { ngramsData } = (await import(inside("../ngrams/small.js").href)) as { ngramsData: Ngrams };
const { avgScore } = (await import(inside("../avgScore.js").href)) as { avgScore: Record<string, number> };
const { dictionary } = (await import(inside("../dictionary.js").href)) as { dictionary: string[] };
const patterns = await readFile(inside("../regexPatterns.js"), "utf8");

/** Characters of the longest n-gram: four bytes of a word, and a blank at both ends. */
const LONGEST = 6;

const codes = Object.values(ngramsData.languages);
const ngrams = Object.entries(ngramsData.ngrams).sort(([a], [b]) => (a < b ? -1 : 1));
const entries = ngrams.flatMap(([, scores]) =>
  Object.entries(scores).map(([language, score]) => [+language, score]),
);

const header = Buffer.alloc(24);
header.write("SHERDLNG", "latin1");
[1, codes.length, ngrams.length, entries.length].forEach((value, i) => {
  header.writeUInt32LE(value, 8 + 4 * i);
});
const languages = Buffer.alloc(4 * codes.length);
codes.forEach((code, i) => {
  languages.write(code, 4 * i, "latin1");
  languages.writeUInt16LE(Math.round(1_000 * avgScore[code]), 4 * i + 2);
});
const keys = Buffer.alloc(LONGEST * ngrams.length);
ngrams.forEach(([ngram], i) => {
  if (ngram.length > LONGEST || ngram.includes("\0")) throw new Error(`${ngram} does not fit`);
  keys.write(ngram, LONGEST * i, "latin1");
});

await writeFile(
  new URL("profiles.bin", import.meta.url),
  Buffer.concat([
    header,
    languages,
    Buffer.from(dictionary.join(""), "latin1"),
    letters(),
    keys,
    Buffer.from(ngrams.map(([, scores]) => Object.keys(scores).length)),
    Buffer.from(entries.flat()),
  ]),
);

/** One bit for each character of the first plane that is a letter to the package, whatever this Node's Unicode. */
function letters(): Buffer {
  const ranges = /'bmp': '([^']*)'/.exec(patterns)?.[1];
  if (ranges === undefined) throw new Error("the package's letters are written in another way");
  const letter = new RegExp(`[${ranges}]`);
  const bits = Buffer.alloc(0x10000 / 8);
  for (let unit = 0; unit < 0x10000; unit++) {
    if (letter.test(String.fromCharCode(unit))) bits[unit >> 3] |= 1 << (unit & 7);
  }
  return bits;
}
