// npm run bench -- embed: the bundled model and others, each case in a fresh process.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { CORPUS_NAMES, describeCorpora } from "../corpus.mjs";
import { ensureInstalled } from "../install.mjs";
import { machine } from "../machine.mjs";
import { ask } from "../processes.mjs";
import { describeEmbedders } from "./embedders.mjs";
import { report } from "./report.mjs";
import { PIECE } from "./texts.mjs";

const THREADS = [1, 2];
/** Loading is short, and other work on a machine only ever adds to it: the fastest of so many processes. */
const LOADS = 7;
/** How much of a corpus one run gets. */
const UNITS = 5e6;

export async function run(options) {
  const unknown = options.corpora?.find((name) => !CORPUS_NAMES.includes(name));
  if (unknown !== undefined) options.usage(`unknown corpus: ${unknown}`);
  const corpora = options.corpora ?? CORPUS_NAMES;
  describeCorpora({ onProgress: (message) => console.error(message) });
  const settings = { onnx: options.onnx, notInstalled: installPeers() };
  const embedders = describeEmbedders(settings).filter(
    ({ name }) => options.only?.some((part) => name.toLowerCase().includes(part.toLowerCase())) ?? true,
  );
  const measured = embedders.filter(({ missing }) => !missing);
  const setting = {
    settings,
    limit: options.limit,
    limitUnits: options.quick ? UNITS / 10 : UNITS,
    seconds: options.quick ? options.seconds / 3 : options.seconds,
    warmRuns: options.quick ? 3 : 5,
  };
  const started = Date.now();
  const result = {
    machine: machine(),
    quick: options.quick,
    piece: PIECE,
    corpora,
    embedders: embedders.map(({ load, ...embedder }) => embedder),
    load: await measureLoad(measured, corpora[0], setting),
    speed: await measureSpeed(measured, corpora, setting),
    threads: measured.some(({ package: from }) => from === "sherd")
      ? await measureThreads(corpora, setting)
      : [],
  };
  console.log(report(result));
  console.log(`\nTook ${((Date.now() - started) / 60_000).toFixed(1)} minutes.`);
  if (options.json) {
    mkdirSync(dirname(options.json), { recursive: true });
    writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
    console.error(`wrote ${options.json}`);
  }
}

/** Why the peers are missing, if they are: Sherd alone can be measured without them. */
function installPeers() {
  try {
    ensureInstalled(new URL("./", import.meta.url));
    return undefined;
  } catch (error) {
    return error.message;
  }
}

async function measureLoad(embedders, corpus, { limit, settings }) {
  const results = [];
  for (const { name } of embedders) {
    const outcomes = [];
    for (let i = 0; i < LOADS; i++) {
      console.error(`load  ${name}  ${i + 1}/${LOADS}`);
      outcomes.push(await oneResult("load-worker.mjs", { embedderName: name, corpus, settings }, limit));
    }
    const failed = outcomes.find((outcome) => outcome.failed);
    const sorted = (key) => outcomes.map((outcome) => outcome[key]).sort((a, b) => a - b);
    const times = ["importMs", "loadMs", "firstMs"].map((key) => [key, sorted(key)[0]]);
    const sizes = ["loadedBytes", "usedBytes"].map((key) => [key, sorted(key)[LOADS >> 1]]);
    results.push({ embedder: name, ...(failed ?? Object.fromEntries([...times, ...sizes])) });
  }
  return results;
}

async function measureSpeed(embedders, corpora, { limit, settings, limitUnits, seconds, warmRuns }) {
  const results = [];
  for (const corpus of corpora) {
    for (const { name } of embedders) {
      console.error(`speed  ${corpus}  ${name}`);
      const argument = { embedderName: name, corpus, limitUnits, seconds, warmRuns, settings };
      results.push({ corpus, embedder: name, ...(await oneResult("speed-worker.mjs", argument, limit * 2)) });
    }
  }
  return results;
}

async function measureThreads(corpora, { limit, limitUnits, warmRuns }) {
  const results = [];
  for (const corpus of corpora) {
    for (const threads of THREADS) {
      console.error(`threads  ${corpus}  ${threads}`);
      const argument = { corpus, limitUnits, threads, warmRuns };
      results.push({ corpus, threads, ...(await oneResult("threads-worker.mjs", argument, limit)) });
    }
  }
  return results;
}

function oneResult(file, argument, limit) {
  return ask(new URL(file, import.meta.url), argument, limit);
}
