// Everything the embed bench prints, as Markdown that can go into docs/BENCHMARKS.md.

const MB = 1e6;
const TARGETS = { speed: 4, loadMs: 50, memory: 60 };

export function report({ machine, quick, piece, embedders, corpora, load, speed, threads }) {
  return [
    "# Embedding, side by side",
    "",
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGB} GB, ${machine.platform}, Node ${machine.node}, ${machine.date}, load ${machine.load.toFixed(1)} at the start`,
    "",
    quick ? "QUICK: a tenth of each text. Not a figure to publish.\n" : "",
    `Texts of ${piece} characters. MB are 10^6 UTF-16 units. Every row is a process of its own. Speeds are by processor time, all threads of a process together: what one core does. Worker threads are by the clock.`,
    "",
    "| embedder | package | dimensions | notes |",
    "|---|---|--:|---|",
    ...embedders.map(
      ({ name, package: from, version, dimensions, notes, missing }) =>
        `| ${name} | ${from} ${version ?? ""} | ${dimensions} | ${missing ? `not measured: ${missing}` : notes} |`,
    ),
    "",
    "## Loading and memory",
    "",
    "Times: the fastest of several processes. Memory: resident, added by the embedder, their median.",
    "",
    "| embedder | import ms | load ms | first text ms | loaded MB | after 1 MB of text MB |",
    "|---|--:|--:|--:|--:|--:|",
    ...load.map((row) =>
      row.failed
        ? `| ${row.embedder} | ${row.failed} | | | | |`
        : `| ${row.embedder} | ${figure(row.importMs)} | ${figure(row.loadMs)} | ${figure(row.firstMs)} | ${figure(row.loadedBytes / MB)} | ${figure(row.usedBytes / MB)} |`,
    ),
    "",
    "## Speed",
    "",
    "| text | embedder | cold MB/s | warm MB/s | fresh MB/s | sherd × |",
    "|---|---|--:|--:|--:|--:|",
    ...speed.map((row) => speedRow(row, speed)),
    "",
    "## Worker threads (bundledEmbedder({ threads }))",
    "",
    "| text | threads | MB/s | × one | processor time × one |",
    "|---|--:|--:|--:|--:|",
    ...threads.map((row) => threadsRow(row, threads)),
    "",
    "## Goals",
    "",
    ...goals(load, speed, corpora),
  ]
    .join("\n")
    .replace(/\n{3,}/g, "\n\n");
}

function speedRow(row, all) {
  if (row.failed) return `| ${row.corpus} | ${row.embedder} | ${row.failed} | | | |`;
  const own = all.find(({ corpus, embedder }) => corpus === row.corpus && embedder.startsWith("sherd"));
  const ratio = own && own !== row && !own.failed ? figure(warm(own) / warm(row)) : "";
  const rates = [row.units / row.coldMs, row.units / row.warmMs, row.freshUnits / row.freshMs];
  return `| ${row.corpus} | ${row.embedder} | ${rates.map((rate) => figure(rate / 1000)).join(" | ")} | ${ratio} |`;
}

function threadsRow(row, all) {
  if (row.failed) return `| ${row.corpus} | ${row.threads} | ${row.failed} | | |`;
  const one = all.find(({ corpus, threads }) => corpus === row.corpus && threads === 1);
  const ratios = one?.ms ? [one.ms / row.ms, row.processorMs / one.processorMs] : [];
  const cells = [figure(row.units / row.ms / 1000), ...ratios.map((ratio) => ratio.toFixed(2))];
  return `| ${row.corpus} | ${row.threads} | ${cells.join(" | ")} |`;
}

function goals(load, speed, corpora) {
  const own = load.find(({ embedder, failed }) => embedder.startsWith("sherd") && !failed);
  const rows = speed.filter(({ embedder, failed }) => embedder.startsWith("sherd") && !failed);
  if (!own || rows.length === 0) return ["Not measured."];
  const slowest = Math.min(...rows.map((row) => warm(row) / 1000));
  const verdict = (reached) => (reached ? "reached" : "MISSED");
  return [
    `- at least ${TARGETS.speed} MB/s on one core after load: ${figure(slowest)} on the slowest of ${corpora.length} texts, ${verdict(slowest >= TARGETS.speed)}`,
    `- load under ${TARGETS.loadMs} ms: ${figure(own.loadMs)}, ${verdict(own.loadMs < TARGETS.loadMs)}`,
    `- under ${TARGETS.memory} MB of memory: ${figure(own.usedBytes / MB)}, ${verdict(own.usedBytes / MB < TARGETS.memory)}`,
  ];
}

function warm({ units, warmMs }) {
  return units / warmMs;
}

function figure(value) {
  if (value >= 100) return value.toFixed(0);
  return value >= 1 ? value.toFixed(1) : value.toPrecision(2);
}
