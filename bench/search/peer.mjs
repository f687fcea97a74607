// What a user would build instead: LangChain.js cuts, its in-memory store holds the vectors, MiniSearch the words,
// and reciprocal ranks join both lists. The vectors are of Sherd's bundled model, as neither package brings one
// that works offline. It has no parents, no explanations and no file of its own: texts, vectors (as bytes) and
// MiniSearch's JSON are written by this bench, which is kinder than JSON alone.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MemoryVectorStore } from "@langchain/classic/vectorstores/memory";
import { Document } from "@langchain/core/documents";
import { RecursiveCharacterTextSplitter } from "@langchain/textsplitters";
import MiniSearch from "minisearch";
import { importSherd } from "./sherd.mjs";

/** As many characters as 400 tokens of this text have: the mean chunk is then about as long as Sherd's. */
const CHUNK_UNITS = 1_600;
const BATCH = 256;
const DEPTH = 50;
const LIMIT = 10;
/** The usual constant of reciprocal rank fusion. */
const RANK_SHIFT = 60;
const WORD_OPTIONS = { fields: ["text"] };

export class PeerStack {
  #texts = [];
  #vectors;
  #words = new MiniSearch(WORD_OPTIONS);
  #embed;

  static async open() {
    const { bundledEmbedder } = await importSherd("embed/index.js");
    const model = await bundledEmbedder();
    return new PeerStack((texts, role) => model.embed(texts, role));
  }

  constructor(embed) {
    this.#embed = embed;
    this.#vectors = new MemoryVectorStore({
      embedDocuments: (texts) => embed(texts, "document"),
      embedQuery: async (text) => (await embed([text], "query"))[0],
    });
  }

  get size() {
    return this.#texts.length;
  }

  /** Reads, cuts, embeds and indexes every file below a folder. */
  async add(folder) {
    const splitter = RecursiveCharacterTextSplitter.fromLanguage("markdown", {
      chunkSize: CHUNK_UNITS,
      chunkOverlap: 0,
    });
    let waiting = [];
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const pieces = await splitter.splitText(readFileSync(join(entry.parentPath, entry.name), "utf8"));
      waiting.push(...pieces);
      if (waiting.length < BATCH) continue;
      await this.#index(waiting);
      waiting = [];
    }
    if (waiting.length > 0) await this.#index(waiting);
  }

  async #index(texts) {
    const vectors = await this.#embed(texts, "document");
    await this.#hold(texts, vectors);
    this.#words.addAll(texts.map((text, i) => ({ id: this.#texts.length - texts.length + i, text })));
  }

  async #hold(texts, vectors) {
    const first = this.#texts.length;
    this.#texts.push(...texts);
    const documents = texts.map(
      (pageContent, i) => new Document({ pageContent, metadata: { id: first + i } }),
    );
    // Plain arrays are what the store's types ask for and what its own embedders give.
    await this.#vectors.addVectors(
      vectors.map((vector) => Array.from(vector)),
      documents,
    );
  }

  async search(query) {
    const found = await this.#vectors.similaritySearch(query, DEPTH);
    const byMeaning = found.map(({ metadata }) => metadata.id);
    return fuseRanks(byMeaning, this.#wordRanks(query)).map((id) => this.#texts[id]);
  }

  searchWords(query) {
    return this.#wordRanks(query)
      .slice(0, LIMIT)
      .map((id) => this.#texts[id]);
  }

  #wordRanks(query) {
    return this.#words
      .search(query)
      .slice(0, DEPTH)
      .map(({ id }) => id);
  }

  /** Bytes written. */
  save(folder) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const vectors = Buffer.concat(
      this.#vectors.memoryVectors.map(({ embedding }) => Buffer.from(Float32Array.from(embedding).buffer)),
    );
    const files = {
      "texts.json": JSON.stringify(this.#texts),
      "vectors.bin": vectors,
      "words.json": JSON.stringify(this.#words),
    };
    let bytes = 0;
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, name), content);
      bytes += Buffer.byteLength(content);
    }
    return bytes;
  }

  async load(folder) {
    if (!existsSync(join(folder, "words.json"))) throw new Error("was not saved");
    const texts = JSON.parse(readFileSync(join(folder, "texts.json"), "utf8"));
    const bytes = readFileSync(join(folder, "vectors.bin"));
    const floats = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    const dimensions = floats.length / texts.length;
    for (let start = 0; start < texts.length; start += BATCH) {
      const own = texts.slice(start, start + BATCH);
      await this.#hold(
        own,
        own.map((_, i) => floats.subarray((start + i) * dimensions, (start + i + 1) * dimensions)),
      );
    }
    this.#words = MiniSearch.loadJSON(readFileSync(join(folder, "words.json"), "utf8"), WORD_OPTIONS);
  }
}

function fuseRanks(...lists) {
  const scores = new Map();
  for (const list of lists) {
    for (const [rank, id] of list.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_SHIFT + rank + 1));
    }
  }
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, LIMIT)
    .map(([id]) => id);
}
