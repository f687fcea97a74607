// Sherd's code chunker on one, then several worker threads of one process: files are dealt out in turns,
// every thread warms up on its share, then all begin together. Threads load this same file.

import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { answer } from "../answer.mjs";
import { loadDocuments } from "../corpus.mjs";
import { CHUNKERS } from "./chunkers.mjs";

const [adapter] = CHUNKERS;

if (isMainThread) await answer(measure);
else await work(workerData);

async function measure({ corpus, threads, share }) {
  const workers = Array.from(
    { length: threads },
    (_, index) => new Worker(new URL(import.meta.url), { workerData: { corpus, threads, index, share } }),
  );
  const answers = () =>
    Promise.all(
      workers.map(
        (worker) => new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject)),
      ),
    );
  await answers(); // all are warm
  const start = performance.now();
  const finished = answers();
  for (const worker of workers) worker.postMessage("go");
  const units = (await finished).reduce((total, own) => total + own, 0);
  const ms = performance.now() - start;
  await Promise.all(workers.map((worker) => worker.terminate()));
  return { units, ms };
}

async function work({ corpus, threads, index, share }) {
  const split = await adapter.load(corpus, "characters");
  const own = loadDocuments(corpus.file, corpus.units * share).filter((_, at) => at % threads === index);
  const run = async () => {
    for (const { id, text } of own) await split(text, id);
  };
  await run();
  parentPort.once("message", async () => {
    await run();
    parentPort.postMessage(own.reduce((total, { text }) => total + text.length, 0));
  });
  parentPort.postMessage("warm");
}
