// npm run bench -- split: splitters side by side on the same texts, each case in a fresh process.

import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { CORPUS_NAMES, describeCorpora } from "../corpus.mjs";
import { machine as describeMachine } from "../machine.mjs";
import { header, tables, targets } from "./report.mjs";
import { SETTINGS, SPLITTERS } from "./splitters.mjs";

const WORKER = fileURLToPath(new URL("worker.mjs", import.meta.url));
const WARM_RUNS = 5;
const CHECK_UNITS = 1e6;
// However slow a splitter is, less than this would say more about the files than about it.
const LEAST_UNITS = 0.25e6;

export async function run(options) {
  const { quick, json, limit, repeat, usage } = options;
  const corpora = named(options.corpora, CORPUS_NAMES, "corpus", usage);
  const modes = named(options.modes, Object.keys(SETTINGS), "mode", usage);
  const wanted = SPLITTERS.filter(
    ({ name }) => options.only?.some((part) => name.toLowerCase().includes(part.toLowerCase())) ?? true,
  );
  const missing = wanted.find((splitter) => splitter.missing)?.missing;
  if (missing) console.error(`dist/ is missing: ${missing}. Measuring the peers alone.`);

  const started = Date.now();
  const described = describeCorpora({ onProgress: (message) => console.error(message) });
  const machine = describeMachine();
  const conditions = quick
    ? {
        quick,
        limit,
        repeat,
        share: 0.1,
        seconds: options.seconds / 3,
        warmRuns: 3,
        checkUnits: CHECK_UNITS / 4,
      }
    : {
        quick,
        limit,
        repeat,
        share: 1,
        seconds: options.seconds,
        warmRuns: WARM_RUNS,
        checkUnits: CHECK_UNITS,
      };
  if (machine.load > 0.7)
    console.error(`load is ${machine.load.toFixed(1)}: other work on this machine will blur the figures`);
  console.log(header({ machine, conditions, splitters: wanted, corpora: described, settings: SETTINGS }));

  const cases = plan(corpora, modes, wanted);
  const outcomes = cases.map(() => []);
  // Round by round, so that a slow minute of the machine does not fall on one splitter alone.
  for (let round = 1; round <= repeat; round++) {
    for (const [index, item] of cases.entries()) {
      const place = `${index + 1}/${cases.length}${repeat > 1 ? `, round ${round}/${repeat}` : ""}`;
      progress(
        `${place}  ${item.corpus}${item.oneDocument ? ", one document" : ""}  ${item.mode}  ${item.splitter.name}`,
      );
      outcomes[index].push(await measure(item, described, conditions));
    }
  }
  const results = cases.map((item, index) => ({ ...describe(item), ...best(outcomes[index]) }));
  progress("");

  console.log(tables(results, described));
  console.log(targets(results));
  const minutes = ((Date.now() - started) / 60_000).toFixed(1);
  console.log(`Took ${minutes} minutes.`);
  if (json) {
    mkdirSync(dirname(json), { recursive: true });
    const texts = described.map(({ documents, ...index }) => ({ ...index, files: documents.length }));
    writeFileSync(json, `${JSON.stringify({ machine, conditions, corpora: texts, results }, null, 2)}\n`);
    console.error(`wrote ${json}`);
  }
}

function named(wanted, known, what, usage) {
  const unknown = wanted?.find((name) => !known.includes(name));
  if (unknown !== undefined) usage(`unknown ${what}: ${unknown}`);
  return wanted ?? known;
}

/** The whole prose as a single document shows what a splitter does with length; recursive ones only. */
function plan(corpora, modes, splitters) {
  const cases = [];
  for (const mode of modes) {
    for (const corpus of corpora) {
      for (const splitter of splitters) {
        if (splitter.modes[mode]) cases.push({ mode, corpus, splitter, oneDocument: false });
      }
    }
    if (!corpora.includes("prose")) continue;
    for (const splitter of splitters) {
      if (splitter.modes[mode] && splitter.kind === "recursive") {
        cases.push({ mode, corpus: "prose", splitter, oneDocument: true });
      }
    }
  }
  return cases;
}

function describe({ mode, corpus, splitter, oneDocument }) {
  const { name, package: packageName, version, kind, notes } = splitter;
  return {
    splitter: name,
    package: packageName,
    version,
    kind,
    notes,
    ...splitter.modes[mode],
    mode,
    corpus,
    oneDocument,
  };
}

/** The fastest process: other work on a machine only ever adds time. One that fails speaks for all. */
function best(outcomes) {
  const failed = outcomes.find(({ warmMs }) => warmMs === undefined);
  return failed ?? outcomes.toSorted((a, b) => a.warmMs / a.units - b.warmMs / b.units)[0];
}

function measure(
  { mode, corpus, splitter, oneDocument },
  described,
  { share, seconds, limit, warmRuns, checkUnits },
) {
  if (splitter.missing) return { missing: true };
  const { units: total } = described.find(({ name }) => name === corpus);
  const argument = JSON.stringify({
    splitterName: splitter.name,
    mode,
    corpus,
    oneDocument,
    limitUnits: total * share,
    leastUnits: LEAST_UNITS,
    warmRuns,
    seconds,
    checkUnits,
  });
  return new Promise((resolve) => {
    const child = fork(WORKER, [argument], {
      execPath: process.execPath,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let step = "start";
    let outcome;
    let errors = "";
    let timer;
    // The clock starts anew with every step: the limit is on one run, not on all of them.
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        outcome = { timedOut: step, limit };
        child.kill("SIGKILL");
      }, limit * 1000);
    };
    watch();
    child.stderr.on("data", (data) => {
      errors = (errors + data).slice(-2000);
    });
    child.on("message", (message) => {
      if (message.step) {
        step = message.step;
        watch();
      } else {
        const { result } = message;
        outcome = result.failed === undefined ? result : { ...result, step };
      }
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const reason =
        errors
          .trim()
          .split("\n")
          .findLast((line) => /error/i.test(line)) ?? `exit ${code ?? signal}`;
      resolve(outcome ?? { failed: reason.slice(0, 200), step });
    });
  });
}

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${text}`);
  else if (text) process.stderr.write(`${text}\n`);
}
