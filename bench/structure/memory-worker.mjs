// Loads one large file, in a process of its own whose memory the bench watches.

import { answer } from "../answer.mjs";
import { importSherd } from "./chunkers.mjs";

await answer(async ({ path }) => {
  const { DocumentLoader } = await importSherd("load/document-loader");
  const start = performance.now();
  const loaded = await DocumentLoader.fromFile(path);
  const ms = performance.now() - start;
  const documents = Array.isArray(loaded) ? loaded : [loaded];
  return { ms, units: documents.reduce((total, { text }) => total + text.length, 0) };
});
