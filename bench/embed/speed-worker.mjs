// One embedder on one text, in a process of its own. Cold is the first run after loading; warm the best of
// those after a second of warming up; fresh one run over a tenth that was kept back. Vectors are dropped.
// Times are the processor's, all threads of the process together: what one core would take, and less blurred
// by other work on the machine.

import { answer } from "../answer.mjs";
import { EMBEDDERS } from "./embedders.mjs";
import { loadPieces, unitsOf } from "./texts.mjs";

const { embedderName, corpus, limitUnits, seconds, warmRuns, settings } = JSON.parse(process.argv[2]);
const embedder = EMBEDDERS.find(({ name }) => name === embedderName);
const WARM_UP_SECONDS = 1;

console.warn = console.log = () => {};

async function main() {
  const embed = await embedder.load(await embedder.import(settings), settings);
  const all = loadPieces(corpus, limitUnits);
  const keptBack = all.splice(Math.ceil(all.length * 0.9));
  const cold = await timedRun(embed, all, seconds);
  // What the cold run did not reach in its time is left out of the warm runs too.
  const texts = all.slice(0, cold.texts);
  for (let spent = cold.ms / 1000; spent < WARM_UP_SECONDS; )
    spent += (await timedRun(embed, texts)).ms / 1000;
  let warmMs = Number.POSITIVE_INFINITY;
  for (let run = 0, spent = 0; run < warmRuns && (run === 0 || spent < seconds * warmRuns); run++) {
    const { ms } = await timedRun(embed, texts);
    warmMs = Math.min(warmMs, ms);
    spent += ms / 1000;
  }
  const fresh = await timedRun(embed, keptBack, seconds);
  return {
    units: unitsOf(texts),
    coldMs: cold.ms,
    warmMs,
    freshUnits: unitsOf(keptBack.slice(0, fresh.texts)),
    freshMs: fresh.ms,
  };
}

async function timedRun(embed, texts, budget = Number.POSITIVE_INFINITY) {
  const start = processorMs();
  let done = 0;
  while (done < texts.length) {
    const batch = texts.slice(done, done + embedder.batch);
    await embed(batch);
    done += batch.length;
    if (processorMs() - start > budget * 1000) break;
  }
  return { ms: processorMs() - start, texts: done };
}

function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

await answer(main);
