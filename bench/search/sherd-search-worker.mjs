// Searches a base that is there, in a process of its own. Each query is asked in every way, the order of the
// ways turning, so that none always finds what another has just read. Figures are of the first time; then all is asked
// twice more, and the fastest of the three tells what the machine's other work did not add.

import { answer } from "../answer.mjs";
import { peakBytes, percentile, startClock } from "./clock.mjs";
import { importSherd } from "./sherd.mjs";

const WAYS = {
  hybrid: {},
  "hybrid, no parents": { expand: "none" },
  words: { mode: "words" },
  "words, no parents": { mode: "words", expand: "none" },
  meaning: { mode: "meaning" },
};
const WARM_UP = 100;
const ROUNDS = 3;

await answer(async ({ base, queries }) => {
  const { KnowledgeBase } = await importSherd();
  const knowledge = await KnowledgeBase.open(base, { readOnly: true });
  const names = Object.keys(WAYS);
  const taken = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, query] of queries.entries()) {
      for (const [turn] of names.entries()) {
        const name = names[(turn + i) % names.length];
        const clock = startClock();
        await knowledge.search(query, WAYS[name]);
        const time = clock();
        if (i < WARM_UP) continue;
        taken[name][i - WARM_UP] ??= [];
        taken[name][i - WARM_UP].push(time);
      }
    }
  }
  const residentBytes = process.memoryUsage.rss();
  const { chunks, parents } = await knowledge.stats();
  await knowledge.close();
  return {
    chunks: chunks - parents,
    queries: queries.length - WARM_UP,
    ways: Object.fromEntries(names.map((name) => [name, summary(taken[name])])),
    residentBytes,
    peakBytes: peakBytes(),
  };
});

function summary(times) {
  const of = (key) => {
    const values = times.map(([first]) => first[key]);
    return {
      mean: values.reduce((sum, value) => sum + value, 0) / values.length,
      p50: percentile(values, 0.5),
      p95: percentile(values, 0.95),
    };
  };
  const fastest = times.map((rounds) => Math.min(...rounds.map(({ ms }) => ms)));
  return {
    wall: of("ms"),
    processor: of("processorMs"),
    fastest: { p50: percentile(fastest, 0.5), p95: percentile(fastest, 0.95) },
  };
}
