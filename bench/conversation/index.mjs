// npm run bench -- conversation --set FOLDER: windowing long conversations, and topic boundaries on a measuring set.

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { machine } from "../machine.mjs";
import { table } from "../markdown-table.mjs";
import { measureBoundaries } from "./boundaries.mjs";

const PARTS = ["windows", "boundaries"];
/** Strategy, messages (50 tokens each), form, maximum. */
const RUNS = [
  ["sliding-window", 20_000, "whole", 100_000],
  ["sliding-window", 20_000, "whole", 8_000],
  ["sliding-window", 20_000, "stream", 100_000],
  ["sliding-window", 200_000, "stream", 100_000],
  ["conversation-boundary", 20_000, "whole", 100_000],
  ["semantic", 20_000, "whole", 100_000],
];
/** What a scripted extractor takes a call. */
const CALL_SECONDS = 0.05;

export async function run({ set, json, parts = PARTS }) {
  const { cpu, cores, node, load, date } = machine();
  console.log(`# Conversations\n\n${cpu}, ${cores} cores, Node ${node}, load ${load.toFixed(1)}, ${date}\n`);
  const result = {};
  if (parts.includes("windows")) {
    result.windows = RUNS.map(inOwnProcess);
    console.log(`${windowsTable(result.windows)}\n`);
  }
  if (parts.includes("boundaries")) {
    if (set === undefined)
      console.error("boundaries: left out, for they need --set FOLDER, such as $SETS/meetings");
    else {
      result.boundaries = await measureBoundaries(set);
      console.log(boundariesText(result.boundaries));
    }
  }
  if (json) {
    mkdirSync(dirname(json), { recursive: true });
    writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
    console.error(`wrote ${json}`);
  }
}

/** Memory is a process's, so every run has one of its own. */
function inOwnProcess(settings) {
  console.error(settings.join(" "));
  const worker = fileURLToPath(new URL("windows-worker.mjs", import.meta.url));
  return JSON.parse(
    execFileSync(process.execPath, ["--expose-gc", worker, ...settings.map(String)], { encoding: "utf8" }),
  );
}

function windowsTable(rows) {
  const head = [
    "strategy",
    "form",
    "tokens",
    "maximum",
    "chunks",
    "seconds, cold",
    "warm",
    "peak MB",
    "live MB",
    "share of 50 ms a call, cold",
    "warm",
  ];
  return table(
    head,
    rows.map(({ name, form, tokens, maximum, chunks, seconds, best, peak, live }) => {
      const overhead = (time) => `${((100 * time) / (chunks * CALL_SECONDS)).toFixed(1)} %`;
      const warm = best === undefined ? ["–", "–"] : [best.toFixed(3), overhead(best)];
      const size = [tokens.toLocaleString("en"), maximum.toLocaleString("en"), chunks];
      return [
        name,
        form,
        ...size,
        seconds.toFixed(3),
        warm[0],
        Math.round(peak),
        live?.toFixed(1) ?? "–",
        overhead(seconds),
        warm[1],
      ];
    }),
  );
}

function boundariesText({ documents: [tuning, held], rows, against }) {
  const percent = (share) => (100 * share).toFixed(1);
  const lines = rows.map(({ name, tuning, held }) => [
    name,
    ...[tuning.pk, tuning.windowDiff, held.pk, held.windowDiff].map(percent),
    held.segments.toFixed(1),
  ]);
  const head = ["boundaries", "Pk, tuned on", "WindowDiff", "Pk, held out", "WindowDiff ", "segments"];
  const differences = against.map(
    ({ key, best, mean, low, high }) =>
      `${key}: ${percent(mean)} points [${percent(low)}, ${percent(high)}] against the best trivial line, "${best}"`,
  );
  return `Documents: ${tuning} tuned on (even numbers), ${held} held out (odd). Lower is better.\n\n${table(head, lines)}\n\n${differences.join("\n")}\n`;
}
