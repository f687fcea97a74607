// npm run bench -- structure: what chunkers keep whole, lose and cost on real files, each case in a fresh process.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import { dirname, join } from "node:path";
import { describeCorpora } from "../corpus.mjs";
import { machine } from "../machine.mjs";
import { ask, runProcess } from "../processes.mjs";
import { CHUNKERS, SIZES } from "./chunkers.mjs";
import { unitsOf } from "./judge/units.mjs";
import { report } from "./report.mjs";
import { writeSamples } from "./samples.mjs";
import { describeSources } from "./sources.mjs";

const PARTS = ["quality", "speed", "threads", "memory"];
const THREADS = [1, 2];
const MOST_RESTARTS = 3;

export async function run(options) {
  const parts = options.parts ?? PARTS;
  const unknown = parts.find((name) => !PARTS.includes(name));
  if (unknown !== undefined) options.usage(`unknown part: ${unknown} (one of ${PARTS.join(", ")})`);
  const corpora = describeSources({ onProgress: console.error }).filter(
    ({ name }) => options.corpora?.includes(name) ?? true,
  );
  const chunkers = CHUNKERS.filter(
    ({ name }) => options.only?.some((part) => name.toLowerCase().includes(part.toLowerCase())) ?? true,
  );
  const setting = {
    limit: options.limit,
    share: options.quick ? 0.1 : 1,
    seconds: options.quick ? 1 : 2,
    warmRuns: options.quick ? 2 : 3,
  };
  const started = Date.now();
  const result = {
    machine: machine(),
    quick: options.quick,
    sizes: SIZES,
    corpora: corpora.map(({ documents, match, from, ...corpus }) => ({ ...corpus, files: documents.length })),
    chunkers: chunkers.map(({ name, package: packageName, version, notes, whole }) => ({
      name,
      package: packageName,
      version,
      notes,
      whole,
    })),
    quality: parts.includes("quality") ? await measureQuality(corpora, chunkers, setting) : [],
    speed: parts.includes("speed") ? await measureSpeed(corpora, chunkers, setting) : [],
    threads: parts.includes("threads") ? await measureThreads(corpora, setting) : [],
    memory: parts.includes("memory") ? await measureMemory(setting) : [],
  };
  console.log(report(result));
  console.log(`Took ${((Date.now() - started) / 60_000).toFixed(1)} minutes.`);
  if (options.json) {
    mkdirSync(dirname(options.json), { recursive: true });
    writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
    console.error(`wrote ${options.json}`);
  }
}

/** Only what a process needs to know of a corpus: the list of files is long. */
const brief = ({ name, kind, file, units, fingerprint }) => ({ name, kind, file, units, fingerprint });

async function measureQuality(corpora, chunkers, { limit, share }) {
  const judged = corpora.filter(({ kind }) => kind === "code" || kind === "markdown");
  for (const corpus of judged) {
    progress(`judge  ${corpus.name}`);
    await unitsOf(corpus);
  }
  const results = [];
  for (const chunker of chunkers) {
    for (const mode of chunker.modes) {
      const own = corpora.filter((corpus) => chunker.handles(corpus)).map(brief);
      if (own.length === 0) continue;
      progress(`quality  ${chunker.name}  ${mode}`);
      const found = await judgeAll({ chunkerName: chunker.name, mode, corpora: own, share }, limit);
      for (const corpus of own) {
        results.push({
          chunker: chunker.name,
          mode,
          corpus: corpus.name,
          ...(found.get(corpus.name) ?? { failed: "no result" }),
        });
      }
    }
  }
  return results;
}

/** A file that hangs ends its process: the rest is done again without it, and it counts as a crash. */
async function judgeAll(argument, limit) {
  const found = new Map();
  const skip = [];
  for (let restarts = 0; restarts <= MOST_RESTARTS; restarts++) {
    let at;
    const corpora = argument.corpora.filter(({ name }) => !found.has(name));
    const { failed } = await runProcess(
      new URL("quality-worker.mjs", import.meta.url),
      { ...argument, corpora, skip },
      {
        limit,
        onMessage: (message) => {
          if (message.at !== undefined) at = message.at;
          else found.set(message.corpus, message.result);
        },
      },
    );
    if (failed === undefined) break;
    console.error(`${argument.chunkerName}: ${failed} at ${at}`);
    skip.push(at);
  }
  return found;
}

async function measureSpeed(corpora, chunkers, { limit, seconds, warmRuns, share }) {
  const results = [];
  for (const corpus of corpora) {
    for (const chunker of chunkers.filter((one) => one.timed && one.handles(corpus))) {
      for (const mode of chunker.modes) {
        progress(`speed  ${corpus.name}  ${chunker.name}  ${mode}`);
        const argument = { chunkerName: chunker.name, mode, corpus: brief(corpus), seconds, warmRuns, share };
        results.push({
          corpus: corpus.name,
          chunker: chunker.name,
          mode,
          ...(await oneResult("speed-worker.mjs", argument, limit * 2)),
        });
      }
    }
  }
  return results;
}

async function measureThreads(corpora, { limit, share }) {
  const results = [];
  for (const corpus of corpora.filter(({ name }) => name === "typescript" || name === "python")) {
    for (const threads of THREADS) {
      progress(`threads  ${corpus.name}  ${threads}`);
      const argument = { corpus: brief(corpus), threads, share };
      results.push({
        corpus: corpus.name,
        threads,
        ...(await oneResult("threads-worker.mjs", argument, limit * 2)),
      });
    }
  }
  return results;
}

async function measureMemory({ limit }) {
  describeCorpora({ onProgress: console.error });
  const folder = mkdtempSync(join(os.tmpdir(), "sherd-bench-"));
  const results = [];
  try {
    for (const { title, path, bytes } of writeSamples(folder)) {
      progress(`memory  ${title}`);
      results.push({ title, bytes, ...(await oneResult("memory-worker.mjs", { path }, limit * 2, true)) });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return results;
}

function oneResult(file, argument, limit, watchMemory = false) {
  return ask(new URL(file, import.meta.url), argument, limit, { watchMemory });
}

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${text}`);
  else process.stderr.write(`${text}\n`);
}
