// One splitter on one format, timed in a process of its own: nothing is warm, nothing is shared.
// Cold is its first run, with imports done but grammars and parsers still to load; warm the best later one.
// Times are the main thread's own, so that other work on the machine blurs them less.

import { answer } from "../answer.mjs";
import { CHUNKERS } from "./chunkers.mjs";

const { chunkerName, mode, corpus, seconds, warmRuns, share } = JSON.parse(process.argv[2]);
const adapter = CHUNKERS.find(({ name }) => name === chunkerName);
const WARM_UP_SECONDS = 1;
// However slow a splitter is, less than this would say more about the files than about it.
const LEAST_UNITS = 0.2e6;
// The clock of a thread moves in steps of some milliseconds: a warm run is as many passes as this takes.
const LEAST_MS = 300;

console.warn = console.log = () => {};

async function main() {
  const start = performance.now();
  const split = await adapter.load(corpus, mode);
  const setupMs = performance.now() - start;
  // Imported only now, so that the splitter's import finds an empty process.
  const { loadDocuments } = await import("../corpus.mjs");
  let documents = loadDocuments(corpus.file, corpus.units * share);
  const cold = await timedRun(split, documents, seconds);
  documents = documents.slice(0, cold.documents);
  for (let spent = cold.ms / 1000; spent < WARM_UP_SECONDS; )
    spent += (await timedRun(split, documents)).ms / 1000;
  let warmMs = Number.POSITIVE_INFINITY;
  for (let run = 0, spent = 0; run < warmRuns && (run === 0 || spent < seconds * warmRuns); run++) {
    let passes = 0;
    let ms = 0;
    for (; ms < LEAST_MS; passes++) ms += (await timedRun(split, documents)).ms;
    warmMs = Math.min(warmMs, ms / passes);
    spent += ms / 1000;
  }
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  return { setupMs, units: cold.units, coldMs: cold.ms, warmMs, peakBytes, threw: cold.threw };
}

async function timedRun(split, documents, budget = Number.POSITIVE_INFINITY) {
  const start = threadMs();
  let units = 0;
  let done = 0;
  let threw = 0;
  for (const { id, text } of documents) {
    try {
      await split(text, id);
    } catch {
      threw++;
    }
    units += text.length;
    done++;
    if (units >= LEAST_UNITS && threadMs() - start > budget * 1000) break;
  }
  return { ms: threadMs() - start, units, documents: done, threw };
}

function threadMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

await answer(main);
