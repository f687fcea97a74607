// Sherd's bundled model with its own worker threads: all of a text in one call, the best of several. By the
// clock, which needs as many free cores, and by processor time, which shows what the threads add.

import { answer } from "../answer.mjs";
import { importSherd } from "./embedders.mjs";
import { loadPieces, unitsOf } from "./texts.mjs";

async function main({ corpus, limitUnits, threads, warmRuns }) {
  const { bundledEmbedder } = await importSherd();
  const embedder = await bundledEmbedder({ threads });
  const texts = loadPieces(corpus, limitUnits);
  let ms = Number.POSITIVE_INFINITY;
  let processorMs = Number.POSITIVE_INFINITY;
  // The first call starts the threads and warms them up.
  for (let run = 0; run <= warmRuns; run++) {
    const start = performance.now();
    const before = process.cpuUsage();
    await embedder.embed(texts, "document");
    const { user, system } = process.cpuUsage(before);
    if (run === 0) continue;
    ms = Math.min(ms, performance.now() - start);
    processorMs = Math.min(processorMs, (user + system) / 1000);
  }
  return { units: unitsOf(texts), ms, processorMs };
}

await answer(main);
