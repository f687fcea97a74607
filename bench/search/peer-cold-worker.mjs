// The peer stack from what was saved to the first answer, in a process of its own.

import { answer } from "../answer.mjs";
import { startClock } from "./clock.mjs";

await answer(async ({ saved, query }) => {
  const whole = startClock();
  const { PeerStack } = await import("./peer.mjs");
  const clock = startClock();
  const stack = await PeerStack.open();
  await stack.load(saved);
  const hits = await stack.search(query);
  const opened = clock();
  const all = whole();
  return { hits: hits.length, ...opened, importedMs: all.ms, importedProcessorMs: all.processorMs };
});
