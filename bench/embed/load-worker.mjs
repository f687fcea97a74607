// What an embedder costs before the first vector, and what it keeps in memory after a megabyte of text.

import { answer } from "../answer.mjs";
import { EMBEDDERS } from "./embedders.mjs";
import { loadPieces } from "./texts.mjs";

const { embedderName, corpus, settings } = JSON.parse(process.argv[2]);
const embedder = EMBEDDERS.find(({ name }) => name === embedderName);

console.warn = console.log = () => {};

async function main() {
  const texts = loadPieces(corpus, 1e6);
  const before = process.memoryUsage.rss();
  const start = performance.now();
  const modules = await embedder.import(settings);
  const importMs = performance.now() - start;
  const embed = await embedder.load(modules, settings);
  const loadMs = performance.now() - start - importMs;
  const loadedBytes = process.memoryUsage.rss() - before;
  const first = performance.now();
  await embed(texts.slice(0, 1));
  const firstMs = performance.now() - first;
  for (let i = 1; i < texts.length && performance.now() - first < 3_000; i += embedder.batch)
    await embed(texts.slice(i, i + embedder.batch));
  return { importMs, loadMs, firstMs, loadedBytes, usedBytes: process.memoryUsage.rss() - before };
}

await answer(main);
