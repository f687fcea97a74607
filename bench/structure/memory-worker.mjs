// Loads one large file, in a process of its own whose memory the bench watches.

import { importSherd } from "./chunkers.mjs";

const { path } = JSON.parse(process.argv[2]);

try {
  const { DocumentLoader } = await importSherd("load/document-loader");
  const start = performance.now();
  const loaded = await DocumentLoader.fromFile(path);
  const ms = performance.now() - start;
  const documents = Array.isArray(loaded) ? loaded : [loaded];
  const units = documents.reduce((total, { text }) => total + text.length, 0);
  process.send({ result: { ms, units } });
} catch (error) {
  process.send({ result: { failed: String(error?.message ?? error).slice(0, 300) } });
}
