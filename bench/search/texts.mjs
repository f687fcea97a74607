// The files that are indexed, and the queries. First all Markdown that the installed packages have, less the
// sentences that are kept back as queries; then, up to the number of chunks that is wanted, documents with
// the lines of a real one (headings, lists, fences, their lengths) and words of a chain over all texts.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeCorpora, loadDocuments } from "../corpus.mjs";
import { seeded, WordChain } from "./word-chain.mjs";

const CACHE = new URL("../.corpus/search/", import.meta.url);
/** Sherd's chunks of this text, on the average, are shorter than this: what is written holds enough of them. */
const UNITS_OF_CHUNK = 1_170;
const FILES_IN_FOLDER = 500;
const QUERIES = 600;
const VERSION = 2;

/** `{ real, all, files, bytes, realBytes, queries }`: folders, sizes and queries; written where they are not there yet. */
export function prepareTexts(chunks, { onProgress = () => {} } = {}) {
  const [corpus] = describeCorpora({ onProgress }).filter(({ name }) => name === "markdown");
  const folder = fileURLToPath(new URL(`${chunks}/`, CACHE));
  const made = join(folder, "made.json");
  const from = `${VERSION} ${corpus.hash}`;
  if (existsSync(made)) {
    const known = JSON.parse(readFileSync(made, "utf8"));
    if (known.from === from) return known;
  }
  onProgress(`writing texts for ${chunks} chunks`);
  rmSync(folder, { recursive: true, force: true });
  const result = { from, ...write(folder, chunks) };
  writeFileSync(made, JSON.stringify(result));
  return result;
}

/** Texts whose words the generated ones are made of. */
export function chainOver(seed) {
  const texts = ["markdown", "prose"].flatMap((name) => loadDocuments(name).map(({ text }) => text));
  return new WordChain(texts, seeded(seed));
}

function write(folder, chunks) {
  const random = seeded(7);
  const documents = loadDocuments("markdown");
  const queries = [];
  const real = documents.map(({ text }) => holdOut(text, queries, random));
  const sizes = { files: 0, bytes: 0, realBytes: 0 };
  let units = 0;
  const put = (root, name, text) => {
    const place = join(folder, root, String(Math.floor(sizes.files / FILES_IN_FOLDER)));
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, name), text);
    sizes.files++;
    sizes.bytes += Buffer.byteLength(text);
    units += text.length;
  };
  const wanted = chunks * UNITS_OF_CHUNK;
  for (const [i, text] of real.entries()) {
    if (units >= wanted) break;
    put("all/real", `${i}.md`, text);
  }
  sizes.realBytes = sizes.bytes;
  sizes.realFiles = sizes.files;
  const chain = chainOver(11);
  for (let i = 0; units < wanted; i++)
    put("all/made", `${i}.md`, imitate(real[i % real.length], chain.theme()));
  return {
    ...sizes,
    all: join(folder, "all"),
    real: join(folder, "all/real"),
    queries: pick(queries, random),
  };
}

const FENCE = /^\s*(```|~~~)/;
const SENTENCE = /(?<=[.!?] )[A-Z][\p{L}\p{N} ,'-]{30,150}[.!?](?= )/u;
const HEADING = /^#{1,4} +([\p{L}\p{N}][\p{L}\p{N} ,'-]{8,60})$/gmu;

/** The text without one of its sentences, which becomes a query, as one of its headings does. */
function holdOut(text, queries, random) {
  const headings = [...text.matchAll(HEADING)].map(([, title]) => title);
  if (headings.length > 0)
    queries.push({ kind: "heading", text: headings[Math.floor(random() * headings.length)] });
  const [sentence] = SENTENCE.exec(text) ?? [];
  if (sentence === undefined) return text;
  queries.push({ kind: "sentence", text: sentence });
  return text.replace(sentence, () => "");
}

function pick(queries, random) {
  const distinct = [...new Map(queries.map((query) => [query.text, query])).values()];
  const shuffled = distinct.map((query) => ({ query, at: random() })).sort((a, b) => a.at - b.at);
  return shuffled.slice(0, QUERIES).map(({ query }) => query);
}

/** The lines of a document with other words. */
function imitate(model, write) {
  return model
    .split("\n")
    .map((line) => {
      const [mark] = /^\s*(?:#{1,6} |[-*+] |\d+[.)] |> )?/.exec(line);
      const words = line.slice(mark.length).split(/\s+/).filter(Boolean).length;
      return words === 0 || FENCE.test(line) ? line : mark + write(words).join(" ");
    })
    .join("\n");
}
