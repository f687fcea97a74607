// npm run bench -- search: a knowledge base from files to answers, beside a stack a user would build instead, each
// measurement in a fresh process.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import { dirname, join } from "node:path";
import { ensureInstalled } from "../install.mjs";
import { machine, unsteadiness } from "../machine.mjs";
import { ask } from "../processes.mjs";
import { report, versions } from "./report.mjs";
import { chainOver, prepareTexts } from "./texts.mjs";

const CHUNKS = 100_000;
const QUICK_CHUNKS = 10_000;
const GROWTH = [10_000, 100_000, 1_000_000];
/** Opening is short, and other work on a machine only ever adds to it: the fastest of so many processes. */
const COLD_STARTS = 7;
/** A peer's search takes long: fewer of them are enough. */
const PEER_QUERIES = 120;
const GROWTH_QUERIES = 300;
const PARTS = ["sherd", "peer", "growth"];
/** A base of a hundred thousand chunks takes minutes where the machine is busy. */
const LONGEST = 3_600;

export async function run(options) {
  const unknown = options.parts?.find((name) => !PARTS.includes(name));
  if (unknown !== undefined) options.usage(`unknown part: ${unknown} (one of ${PARTS.join(", ")})`);
  const parts = options.parts ?? (options.growth ? PARTS : ["sherd", "peer"]);
  if (parts.includes("peer")) ensureInstalled(new URL("./", import.meta.url));
  const texts = prepareTexts(options.quick ? QUICK_CHUNKS : CHUNKS, { onProgress: console.error });
  const folder = options.keep ?? mkdtempSync(join(os.tmpdir(), "sherd-bench-"));
  mkdirSync(folder, { recursive: true });
  const started = Date.now();
  const { queries, ...sizes } = texts;
  const result = { machine: machine(), versions: versions(), quick: options.quick, texts: sizes };
  try {
    if (parts.includes("sherd")) result.sherd = await measureSherd(texts, folder);
    if (parts.includes("peer")) result.peer = await measurePeer(texts, folder);
    if (parts.includes("growth")) {
      result.growth = await measureGrowth(options.quick ? GROWTH.slice(0, 2) : GROWTH, folder);
    }
  } finally {
    if (options.keep === undefined) rmSync(folder, { recursive: true });
  }
  result.machine.loadAfter = os.loadavg()[0];
  result.machine.unsteadiness = unsteadiness();
  console.log(report(result));
  console.log(`\nTook ${((Date.now() - started) / 60_000).toFixed(1)} minutes.`);
  if (options.json) {
    mkdirSync(dirname(options.json), { recursive: true });
    writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
    console.error(`wrote ${options.json}`);
  }
}

async function measureSherd({ real, all, queries }, folder) {
  const [small, base] = [join(folder, "real.db"), join(folder, "all.db")];
  const realIndexing = await step("sherd: index the real files", "sherd-index-worker.mjs", {
    folder: real,
    base: small,
  });
  const indexing = await step("sherd: index all files", "sherd-index-worker.mjs", { folder: all, base });
  const cold = await coldStarts("sherd", "sherd-cold-worker.mjs", { base }, queries);
  const search = await step("sherd: search", "sherd-search-worker.mjs", { base, queries: textsOf(queries) });
  return { realIndexing, indexing, cold, search };
}

async function measurePeer({ all, queries }, folder) {
  const saved = join(folder, "peer");
  const asked = textsOf(queries.slice(0, PEER_QUERIES));
  const measured = await step("peer: index and search", "peer-worker.mjs", {
    folder: all,
    saved,
    queries: asked,
  });
  const cold =
    measured.bytes === undefined
      ? { failed: measured.notSaved ?? measured.failed }
      : await coldStarts("peer", "peer-cold-worker.mjs", { saved }, queries.slice(0, 2));
  rmSync(saved, { recursive: true, force: true });
  return { ...measured, cold };
}

async function measureGrowth(sizes, folder) {
  const write = chainOver(31);
  const queries = Array.from({ length: GROWTH_QUERIES }, (_, i) =>
    write
      .theme()(3 + (i % 6))
      .join(" "),
  );
  const rows = [];
  for (const chunks of sizes) {
    const base = join(folder, `growth-${chunks}.db`);
    const made = await step(`growth: ${chunks} chunks`, "growth-worker.mjs", { base, chunks });
    const cold = await coldStarts("growth", "sherd-cold-worker.mjs", { base }, [{ text: queries[0] }], 3);
    const search = await step(`growth: search ${chunks}`, "sherd-search-worker.mjs", { base, queries });
    rows.push({ wanted: chunks, made, cold, search });
  }
  return rows;
}

/** Of several fresh processes, the fastest by each clock. */
async function coldStarts(name, file, argument, queries, times = COLD_STARTS) {
  const found = [];
  for (let i = 0; i < times; i++) {
    const query = queries[i % queries.length].text;
    const outcome = await step(`${name}: open, ${i + 1} of ${times}`, file, { ...argument, query });
    if (outcome.failed !== undefined) return outcome;
    found.push(outcome);
  }
  const least = (key) => Math.min(...found.map((outcome) => outcome[key]));
  const keys = ["ms", "processorMs", "importedMs", "importedProcessorMs"];
  return Object.fromEntries(keys.map((key) => [key, least(key)]));
}

async function step(title, file, argument) {
  const load = os.loadavg()[0];
  console.error(`${title}  (load ${load.toFixed(1)})`);
  return { load, ...(await ask(new URL(file, import.meta.url), argument, LONGEST)) };
}

function textsOf(queries) {
  return queries.map(({ text }) => text);
}
