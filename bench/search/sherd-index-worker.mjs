// Indexes a folder into a new base, in a process of its own: load, split, analyse, embed, store, close.

import { statSync } from "node:fs";
import { answer } from "../answer.mjs";
import { peakBytes, startClock } from "./clock.mjs";
import { importSherd, removeBase } from "./sherd.mjs";

await answer(async ({ folder, base }) => {
  const { KnowledgeBase } = await importSherd();
  removeBase(base);
  const clock = startClock();
  const knowledge = await KnowledgeBase.open(base);
  const { chunks, failed } = await knowledge.add(folder);
  const { ms, processorMs } = clock();
  const { parents, documents } = await knowledge.stats();
  await knowledge.close();
  return {
    chunks,
    parents,
    documents,
    failures: failed.length,
    ms,
    processorMs,
    bytes: statSync(base).size,
    peakBytes: peakBytes(),
  };
});
