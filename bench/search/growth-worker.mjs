// A base of many short chunks, in a process of its own. Written through the store as indexing writes it, with the
// analyser's terms and the model's vectors; only files, parsing and splitting are left out, because a million
// chunks of the usual size would be a gigabyte of text.

import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { answer } from "../answer.mjs";
import { peakBytes, startClock } from "./clock.mjs";
import { importSherd, removeBase } from "./sherd.mjs";
import { chainOver } from "./texts.mjs";

const WORDS_OF_CHUNK = 50;
const CHILDREN = 4;
const PARENTS = 3;
const DOCUMENTS_IN_BATCH = 80;
const SPACE = { workspace: "default", collection: "documents" };

await answer(async ({ base, chunks }) => {
  const { openSqliteStore } = await importSherd("store/sqlite/sqlite-store.js");
  const { bundledEmbedder } = await importSherd("embed/index.js");
  const { analyse } = await importSherd("text/analysis/analyse.js");
  const embedder = await bundledEmbedder();
  const chain = chainOver(23);
  removeBase(base);
  const store = await openSqliteStore(base);
  const sizes = { chunks: 0, textBytes: 0 };
  const storing = { ms: 0, processorMs: 0 };
  const timed = async (work) => {
    const clock = startClock();
    await work();
    const { ms, processorMs } = clock();
    storing.ms += ms;
    storing.processorMs += processorMs;
  };
  const documents = Math.ceil(chunks / (CHILDREN * PARENTS));
  for (let first = 0; first < documents; first += DOCUMENTS_IN_BATCH) {
    const batch = [];
    for (let i = first; i < Math.min(documents, first + DOCUMENTS_IN_BATCH); i++) {
      batch.push(makeDocument(`made/${i}.md`, chain.theme()));
    }
    const children = batch.flatMap(({ chunks: own }) => own.filter(({ kind }) => kind === "child"));
    const vectors = await embedder.embed(
      children.map(({ text }) => text),
      "document",
    );
    const vectorOf = new Map(children.map(({ id }, i) => [id, vectors[i]]));
    const rows = batch.map(({ document, chunks: own }) => ({
      document,
      entries: own.map((chunk) =>
        chunk.kind === "parent"
          ? { chunk }
          : {
              chunk,
              terms: { text: analyse(chunk.text) },
              vectors: [vectorOf.get(chunk.id)],
            },
      ),
    }));
    await timed(() => store.replace(SPACE, rows, { embedder: embedder.id }));
    sizes.chunks += children.length;
    for (const { document } of batch) sizes.textBytes += Buffer.byteLength(document.text);
  }
  await timed(() => store.settle(SPACE, sizes.chunks));
  await store.close();
  return { ...sizes, ...storing, bytes: statSync(base).size, peakBytes: peakBytes() };
});

function makeDocument(id, write) {
  const chunks = [];
  let text = "";
  for (let p = 0; p < PARENTS; p++) {
    const start = text.length;
    const parent = chunks.push(undefined) - 1;
    for (let c = 0; c < CHILDREN; c++) {
      const from = text.length;
      text += `${write(WORDS_OF_CHUNK).join(" ")}.\n\n`;
      chunks.push(chunkOf(id, chunks.length, "child", from, text, `${id}:${parent}`));
    }
    chunks[parent] = chunkOf(id, parent, "parent", start, text);
  }
  const total = chunks.length;
  const document = { id, text, metadata: {}, hash: hashOf(text), recipe: "growth bench" };
  return { document, chunks: chunks.map((chunk) => ({ ...chunk, total })) };
}

function chunkOf(documentId, index, kind, start, document, parentId) {
  const span = { start, end: document.length };
  const text = document.slice(start);
  return {
    id: `${documentId}:${index}`,
    documentId,
    index,
    span,
    text,
    overlap: { before: 0, after: 0 },
    boundary: "paragraph",
    kind,
    ...(parentId !== undefined && { parentId }),
    path: [],
    tokens: Math.ceil(text.length / 4),
    tokensBy: "approximate",
    hash: hashOf(text),
    metadata: {},
  };
}

function hashOf(text) {
  return createHash("sha256").update(text).digest("hex");
}
