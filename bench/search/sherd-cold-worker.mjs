// From nothing to the first answer, in a process of its own.

import { answer } from "../answer.mjs";
import { startClock } from "./clock.mjs";
import { importSherd } from "./sherd.mjs";

await answer(async ({ base, query }) => {
  const whole = startClock();
  const { KnowledgeBase } = await importSherd();
  const clock = startClock();
  const knowledge = await KnowledgeBase.open(base, { readOnly: true });
  const { hits } = await knowledge.search(query);
  const opened = clock();
  const all = whole();
  await knowledge.close();
  return { hits: hits.length, ...opened, importedMs: all.ms, importedProcessorMs: all.processorMs };
});
