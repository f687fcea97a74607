// npm run bench -- memory [--set FOLDER] [--part quality,speed]: what decay costs and gains, and how long recall takes.
// Without --set (or $SETS) the meetings are left out. Quality is reported on seeds that nothing was tuned on.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pairedBootstrap } from "../../src/eval/bootstrap.ts";
import { EpisodicMemory } from "../../src/memory/episodic-memory.ts";
import { machine } from "../machine.mjs";
import { table } from "../markdown-table.mjs";
import { fillMemory, mean, measureQuality } from "./quality.mjs";
import { makeNeutralSet, makeSensitiveSet } from "./sets/sets.ts";
import { REPORTING_SEEDS, TUNING_SEEDS } from "./sets/types.ts";

const PARTS = ["quality", "speed"];
const STRATEGIES = [
  ["none", { decay: "none" }],
  ["fsrs (default)", {}],
  ["exponential(0.1), the brief's", { decay: "exponential(0.1)" }],
];
/** What is switched off to see what it gives, with the default decay. */
const WITHOUT = [
  ["default", {}],
  ["without neighbours", { weights: { previous: 0, next: 0 } }],
  ["with whole turns (0.1)", { weights: { whole: 0.1 } }],
  ["facts as words too (0.75)", { weights: { facts: 0.75 } }],
];

export async function run({ set, json, quick, growth, parts = PARTS }) {
  const { cpu, cores, node, load, date } = machine();
  console.log(`# Memory\n\n${cpu}, ${cores} cores, Node ${node}, load ${load.toFixed(1)}, ${date}\n`);
  const folder = mkdtempSync(join(tmpdir(), "sherd-bench-memory-"));
  const result = {};
  try {
    if (parts.includes("quality")) {
      result.quality = await quality(folder, set ?? process.env.SETS, quick);
      console.log(`${result.quality.text}\n`);
    }
    if (parts.includes("speed")) {
      const sizes = quick ? [10_000] : growth ? [10_000, 100_000, 1_000_000] : [10_000, 100_000];
      result.speed = sizes.map((size) => speed(folder, size));
      console.log(`${speedTable(result.speed)}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (json) {
    mkdirSync(dirname(json), { recursive: true });
    writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
    console.error(`wrote ${json}`);
  }
}

/** `--quick` looks at seeds that were tuned on, so that the others stay unseen. */
async function quality(folder, sets, quick) {
  const seeds = quick ? TUNING_SEEDS.slice(0, 1) : REPORTING_SEEDS;
  const rows = new Map();
  for (const seed of seeds) {
    for (const make of [makeNeutralSet, makeSensitiveSet]) {
      const set = await make(seed, { sets });
      console.error(`${set.name} ${seed}: ${set.turns.length} turns`);
      const location = join(folder, `${set.name}-${seed}.db`);
      await (await fillMemory(location, set)).close();
      for (const [name, options] of [...STRATEGIES, ...WITHOUT]) {
        const memory = await EpisodicMemory.open(location, { environment: {}, ...options });
        const measured = await measureQuality(memory, set);
        await memory.close();
        const key = `${set.name} ${name}`;
        rows.set(key, [...(rows.get(key) ?? []), ...measured]);
      }
    }
  }
  const text = [decayTable(rows), partsTable(rows)].join("\n\n");
  return { seeds, rows: Object.fromEntries(rows), text };
}

const figures = (rows) => ["recall", "first", "reciprocal"].map((key) => mean(rows, key).toFixed(1));

function decayTable(rows) {
  const [[none]] = STRATEGIES;
  const lines = STRATEGIES.map(([name]) => {
    const cells = ["neutral", "sensitive"].flatMap((set) => {
      const own = rows.get(`${set} ${name}`);
      return [...figures(own), name === none ? "" : difference(rows.get(`${set} ${none}`), own)];
    });
    return [name, ...cells];
  });
  const head = ["neutral R@10", "R@1", "MRR", "Δ R@10", "sensitive R@10", "R@1", "MRR", "Δ R@10"];
  return table(["decay", ...head], lines);
}

function partsTable(rows) {
  const lines = WITHOUT.map(([name]) => {
    const of = (set, kind) => rows.get(`${set} ${name}`).filter((row) => row.kind === kind);
    return [
      name,
      ...[of("neutral", "meeting"), of("neutral", "fact")].map((own) => mean(own, "recall").toFixed(1)),
      mean(of("neutral", "fact"), "first").toFixed(1),
      ...[of("sensitive", "update"), of("sensitive", "routine")].map((own) => mean(own, "recall").toFixed(1)),
    ];
  });
  return table(["keys", "meetings R@10", "facts R@10", "facts R@1", "updates R@10", "routines R@10"], lines);
}

/** By the question, with the interval that holds 95 % of resampled means. */
function difference(a, b) {
  const of = (rows) => rows.map(({ recall }) => recall);
  const { mean: own, low, high } = pairedBootstrap(of(a), of(b));
  const sign = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;
  return `${sign(own)} [${sign(low)}, ${sign(high)}]`;
}

/** Memory is a process's: what fills and what asks have one each. */
function speed(folder, size) {
  console.error(`speed: ${size} turns`);
  const worker = fileURLToPath(new URL("speed.mjs", import.meta.url));
  const location = join(folder, `speed-${size}.db`);
  const run = (work) =>
    JSON.parse(
      execFileSync(process.execPath, ["--no-warnings", worker, location, String(size), work], {
        encoding: "utf8",
      }),
    );
  return { fill: run("fill"), ...run("measure") };
}

function speedTable(rows) {
  const ms = (value) => value.toFixed(1);
  const head = [
    ...["turns", "recall p50 ms", "p95", "CPU ms", "first ms", "after a remember p50", "p95"],
    ...["remember p50 ms", "p95", "CPU ms", "memory MB", "fill, CPU s", "fill, peak MB", "file MB"],
  ];
  return table(
    head,
    rows.map(({ turns, recall, recallAfterRemember, remember, first, fill, rss, bytes }) => [
      turns.toLocaleString("en"),
      ms(recall.p50),
      ms(recall.p95),
      ms(recall.processor),
      ms(first),
      ms(recallAfterRemember.p50),
      ms(recallAfterRemember.p95),
      ms(remember.p50),
      ms(remember.p95),
      ms(remember.processor),
      Math.round(rss / 1e6),
      ms(fill.processor / 1_000),
      Math.round(fill.peak / 1e6),
      Math.round(bytes / 1e6),
    ]),
  );
}
