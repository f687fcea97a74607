// The peer stack from files to answers, in a process of its own: indexing, searching, saving.

import { answer } from "../answer.mjs";
import { peakBytes, percentile, startClock } from "./clock.mjs";
import { PeerStack } from "./peer.mjs";

const WARM_UP = 20;

await answer(async ({ folder, saved, queries }) => {
  const clock = startClock();
  const stack = await PeerStack.open();
  await stack.add(folder);
  const indexing = clock();
  const hybrid = await timed(queries, (query) => stack.search(query));
  const words = await timed(queries, (query) => stack.searchWords(query));
  const residentBytes = process.memoryUsage.rss();
  return {
    chunks: stack.size,
    ...indexing,
    hybrid,
    words,
    residentBytes,
    peakBytes: peakBytes(),
    ...saving(stack, saved),
  };
});

async function timed(queries, search) {
  const times = [];
  for (const [i, query] of queries.entries()) {
    const clock = startClock();
    await search(query);
    if (i >= WARM_UP) times.push(clock());
  }
  const of = (key) => {
    const values = times.map((time) => time[key]);
    return { p50: percentile(values, 0.5), p95: percentile(values, 0.95) };
  };
  return { wall: of("ms"), processor: of("processorMs") };
}

function saving(stack, saved) {
  try {
    return { bytes: stack.save(saved) };
  } catch (error) {
    return { notSaved: error.message };
  }
}
