// What should stay whole in each file of a corpus, found once and kept beside it.

import { readFileSync, writeFileSync } from "node:fs";
import { loadDocuments } from "../../corpus.mjs";
import { findBlocks } from "./blocks.mjs";
import { functionFinder } from "./functions.mjs";

const CACHE = new URL("../../.corpus/", import.meta.url);
const JUDGES = ["functions.mjs", "blocks.mjs"];

/** A file's units by kind: `{ functions }` or `{ fences, tables }`, lists of `[start, end]`. */
export async function unitsOf(corpus) {
  const at = new URL(`${corpus.file}.units.json`, CACHE);
  const made =
    corpus.fingerprint + JUDGES.map((path) => readFileSync(new URL(path, import.meta.url), "utf8")).join();
  try {
    const kept = JSON.parse(readFileSync(at, "utf8"));
    if (kept.made === made) return kept.units;
  } catch {
    // not judged yet
  }
  const find = corpus.kind === "markdown" ? findBlocks : await codeJudge(corpus.name);
  const units = loadDocuments(corpus.file).map(({ text }) => find(text));
  writeFileSync(at, JSON.stringify({ made, units }));
  return units;
}

async function codeJudge(name) {
  const find = await functionFinder(name);
  return (text) => ({ functions: find(text) });
}
