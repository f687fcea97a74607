// The texts that are split: put together from installed packages, kept under bench/.corpus/.
//
// Nothing is checked in and nothing is downloaded for it. Whole files only, none twice, no near
// duplicates. They are shuffled by hash and its sources interleaved, so that any beginning of a corpus
// is a fair sample of it.
// A corpus that falls short of its target keeps its true size; text is never repeated to fill it.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { installedFiles, readText } from "./corpus/files.mjs";
import { NearDuplicates } from "./corpus/near-duplicates.mjs";
import { RECIPES } from "./corpus/recipes.mjs";

const CACHE = new URL(".corpus/", import.meta.url);
const MADE_FROM = [
  "package-lock.json",
  "../package-lock.json",
  "corpus.mjs",
  "corpus/files.mjs",
  "corpus/near-duplicates.mjs",
  "corpus/recipes.mjs",
];

export const CORPUS_NAMES = RECIPES.map((recipe) => recipe.name);

/** What each corpus is made of, assembling those texts first if their sources changed. */
export function describeCorpora({ onProgress = () => {} } = {}) {
  const fingerprint = sourcesFingerprint();
  const cached = RECIPES.map(({ name }) => readIndex(name));
  if (cached.every((index) => index?.fingerprint === fingerprint)) return cached;
  onProgress("putting the texts together from installed packages");
  return assemble(fingerprint);
}

/** The documents of a corpus in their order, up to `limit` UTF-16 units. */
export function loadDocuments(name, limit = Number.POSITIVE_INFINITY) {
  const bytes = readFileSync(new URL(`${name}.txt`, CACHE));
  const documents = [];
  let offset = 0;
  let total = 0;
  for (const entry of readIndex(name).documents) {
    if (total >= limit) break;
    // Decoded one by one: slices of one long string would be slower to read than a file's own text.
    documents.push({ id: entry.id, text: bytes.toString("utf8", offset, offset + entry.bytes) });
    offset += entry.bytes;
    total += entry.units;
  }
  return documents;
}

function assemble(fingerprint) {
  const candidates = new Map(RECIPES.flatMap(({ sources }) => sources.map((source) => [source, []])));
  for (const file of installedFiles()) {
    for (const [source, found] of candidates) {
      if (source.match(file)) found.push(...documentsOf(source, file));
    }
  }
  const seen = new NearDuplicates();
  return RECIPES.map((recipe) => {
    const chosen = choose(recipe, candidates, seen);
    return writeCorpus(recipe, chosen, fingerprint);
  });
}

function documentsOf(source, file) {
  return source
    .documents(readText(file.absolute))
    .filter(isUsable)
    .map((text, index, all) => ({
      package: file.package,
      id: `${file.package}/${file.path}${all.length > 1 ? `#${index}` : ""}`,
      hash: createHash("sha256").update(text).digest("hex"),
      text,
    }));
}

// Decoding errors would hide what a splitter breaks, and several tokenizers refuse to encode text
// that spells one of their control tokens: both belong in tests, not in a measure of speed.
function isUsable(text) {
  return text.isWellFormed() && !/[\0\uFFFD]|<\|[a-z_0-9]+\|>/.test(text);
}

function choose({ target, packageCap = Number.POSITIVE_INFINITY, sources }, candidates, seen) {
  const chosen = [];
  const perPackage = new Map();
  let total = 0;
  for (const source of sources) {
    let fromSource = 0;
    const found = candidates.get(source).sort((a, b) => (a.hash < b.hash ? -1 : 1));
    for (const document of found) {
      const { length } = document.text;
      const fromPackage = perPackage.get(document.package) ?? 0;
      if (total + length > target || fromSource + length > (source.cap ?? target)) continue;
      if (fromPackage + length > packageCap || !seen.admit(document.text)) continue;
      chosen.push({ ...document, source });
      perPackage.set(document.package, fromPackage + length);
      fromSource += length;
      total += length;
    }
  }
  return interleave(chosen);
}

/** Each source spread evenly over the whole, its documents in the order they have. */
function interleave(documents) {
  const placed = [];
  for (const own of Map.groupBy(documents, ({ source }) => source).values()) {
    const total = sum(own, ({ text }) => text.length);
    let before = 0;
    for (const document of own) {
      placed.push({ document, at: (before + document.text.length / 2) / total });
      before += document.text.length;
    }
  }
  return placed.sort((a, b) => a.at - b.at).map(({ document }) => document);
}

function writeCorpus({ name, title, target }, chosen, fingerprint) {
  const index = {
    name,
    title,
    target,
    fingerprint,
    hash: createHash("sha256")
      .update(chosen.map(({ hash }) => hash).join())
      .digest("hex")
      .slice(0, 12),
    units: sum(chosen, ({ text }) => text.length),
    bytes: sum(chosen, ({ text }) => Buffer.byteLength(text)),
    packages: packageShares(chosen),
    documents: chosen.map(({ id, text }) => ({ id, units: text.length, bytes: Buffer.byteLength(text) })),
  };
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(new URL(`${name}.txt`, CACHE), chosen.map(({ text }) => text).join(""));
  writeFileSync(new URL(`${name}.json`, CACHE), JSON.stringify(index));
  return index;
}

/** `{ package, files, units }`, the largest first. */
function packageShares(documents) {
  const shares = Map.groupBy(documents, (document) => document.package);
  return [...shares]
    .map(([name, own]) => ({ package: name, files: own.length, units: sum(own, ({ text }) => text.length) }))
    .sort((a, b) => b.units - a.units || (a.package < b.package ? -1 : 1));
}

function sum(items, size) {
  return items.reduce((total, item) => total + size(item), 0);
}

function readIndex(name) {
  try {
    return JSON.parse(readFileSync(new URL(`${name}.json`, CACHE), "utf8"));
  } catch {
    return undefined; // not assembled yet
  }
}

function sourcesFingerprint() {
  const hash = createHash("sha256");
  for (const path of MADE_FROM) {
    try {
      hash.update(readFileSync(new URL(path, import.meta.url)));
    } catch {
      hash.update(`no ${path}`);
    }
  }
  return hash.digest("hex");
}
