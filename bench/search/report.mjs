// The tables of the search bench. Every time stands twice: by the wall clock, and by the processor's.

import { readFileSync } from "node:fs";
import { plot } from "./plot.mjs";

const MB = 1e6;
const TARGETS = {
  hybridMs: 15,
  wordsMs: 5,
  parentsShare: 0.1,
  coldMs: 300,
  indexing: 2,
  fileShare: 3,
  memory: 400,
};

export function versions() {
  const packageOf = (path) => {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
      return `${name} ${version}`;
    } catch {
      return undefined; // not installed
    }
  };
  const peers = ["@langchain/classic", "@langchain/textsplitters", "minisearch"];
  return ["../../package.json", ...peers.map((name) => `node_modules/${name}/package.json`)]
    .map(packageOf)
    .filter(Boolean)
    .concat(`SQLite ${process.versions.sqlite}`);
}

export function report({ machine, versions: packages, quick, texts, sherd, peer, growth }) {
  return [
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGB} GB, ${machine.platform}, Node ${machine.node}, ${machine.date}, load ${machine.load.toFixed(1)} at the start and ${machine.loadAfter.toFixed(1)} at the end${quick ? ", quick: not to be published" : ""}`,
    `One fixed loop ran ${figure(machine.unsteadiness.median)} times as long as at its best in the median and ${figure(machine.unsteadiness.worst)} times at worst.`,
    packages.join(" · "),
    `${count(texts.files)} Markdown files, ${figure(texts.bytes / MB)} MB, of which ${count(texts.realFiles)} are real (${figure(texts.realBytes / MB)} MB)`,
    ...(sherd ? ["", "### Goals", "", ...goals(sherd, texts), "", ...sherdTables(sherd)] : []),
    ...(peer ? ["", "### Beside a peer stack", "", ...peerTable(sherd, peer, texts)] : []),
    ...(growth ? ["", "### Growth", "", ...growthTable(growth), "", ...plot(growth)] : []),
  ].join("\n");
}

function goals({ realIndexing, indexing, cold, search }, texts) {
  const failed = [realIndexing, indexing, cold, search].find((part) => part.failed !== undefined);
  if (failed) return [`Not measured: ${failed.failed}`];
  const { ways } = search;
  const speed = (bytes, ms) => bytes / MB / (ms / 1000);
  const row = (goal, wall, processor, reached) =>
    `| ${goal} | ${wall} | ${processor} | ${reached[0] ? "yes" : "NO"} | ${reached[1] ? "yes" : "NO"} |`;
  const most = (title, limit, wall, processor, unit) =>
    row(`${title} ≤ ${limit}${unit}`, `${figure(wall)}${unit}`, `${figure(processor)}${unit}`, [
      wall <= limit,
      processor <= limit,
    ]);
  const added = (clock) => {
    const [parents, none] = [ways.hybrid[clock].mean, ways["hybrid, no parents"][clock].mean];
    return 100 * (parents / none - 1);
  };
  // Two cores can do at best twice what the processor's time says, as indexing uses two threads.
  const atBest = (bytes, part) => 2 * speed(bytes, part.processorMs);
  const least = (title, limit, wall, processor) =>
    row(`${title} ≥ ${limit} MB/s`, figure(wall), figure(processor), [wall >= limit, processor >= limit]);
  return [
    "| goal | wall clock | processor | by wall | by processor |",
    "|---|--:|--:|---|---|",
    most(
      "hybrid search with parents, p95",
      TARGETS.hybridMs,
      ways.hybrid.wall.p95,
      ways.hybrid.processor.p95,
      " ms",
    ),
    most("words only, p95", TARGETS.wordsMs, ways.words.wall.p95, ways.words.processor.p95, " ms"),
    most("parents add", 100 * TARGETS.parentsShare, added("wall"), added("processor"), " %"),
    most("open and first search", TARGETS.coldMs, cold.ms, cold.processorMs, " ms"),
    least(
      "indexing real Markdown, two cores",
      TARGETS.indexing,
      speed(texts.realBytes, realIndexing.ms),
      atBest(texts.realBytes, realIndexing),
    ),
    least(
      "indexing all, two cores",
      TARGETS.indexing,
      speed(texts.bytes, indexing.ms),
      atBest(texts.bytes, indexing),
    ),
    most("file ÷ text", TARGETS.fileShare, indexing.bytes / texts.bytes, indexing.bytes / texts.bytes, ""),
    most(
      "memory while searching",
      TARGETS.memory,
      search.residentBytes / MB,
      search.residentBytes / MB,
      " MB",
    ),
    most(
      "memory while indexing, peak",
      TARGETS.memory,
      indexing.peakBytes / MB,
      indexing.peakBytes / MB,
      " MB",
    ),
  ];
}

function sherdTables({ indexing, cold, search }) {
  if (search.failed !== undefined) return [`Not measured: ${search.failed}`];
  return [
    `${count(indexing.chunks)} chunks and ${count(indexing.parents)} parents of ${count(indexing.documents)} documents (${indexing.failures} failed); ${search.queries} queries, each asked once in each way, at load ${search.load.toFixed(1)}`,
    "",
    "| search | p50 ms | p95 ms | mean ms | processor p50 | p95 | mean | fastest of three p50 | p95 |",
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ...Object.entries(search.ways).map(([name, { wall, processor, fastest }]) =>
      [
        `| ${name}`,
        ...[wall, processor].flatMap(({ p50, p95, mean }) => [p50, p95, mean].map(figure)),
        ...[fastest.p50, fastest.p95].map(figure),
      ]
        .join(" | ")
        .concat(" |"),
    ),
    "",
    `Open and first search: ${figure(cold.ms)} ms (processor ${figure(cold.processorMs)}); with the import of the library ${figure(cold.importedMs)} ms (${figure(cold.importedProcessorMs)}).`,
  ];
}

function peerTable(sherd, peer, texts) {
  if (peer.failed !== undefined) return [`Not measured: ${peer.failed}`];
  const mine = sherd && {
    chunks: sherd.indexing.chunks,
    ms: sherd.indexing.ms,
    processorMs: sherd.indexing.processorMs,
    hybrid: sherd.search.ways["hybrid, no parents"],
    words: sherd.search.ways["words, no parents"],
    cold: sherd.cold,
    residentBytes: sherd.search.residentBytes,
    peakBytes: sherd.indexing.peakBytes,
    bytes: sherd.indexing.bytes,
  };
  const both = [mine, peer].filter(Boolean);
  const row = (title, value) => `| ${title} | ${both.map((one) => cell(() => value(one))).join(" | ")} |`;
  const clocks = (part) => `${figure(part.wall)} (${figure(part.processor)})`;
  return [
    "Wall clock, and the processor's time in brackets. Both without parents, which the peer has not.",
    "",
    `| | ${sherd ? "sherd | " : ""}LangChain.js + MiniSearch |`,
    `|---|${"--:|".repeat(both.length)}`,
    row("chunks", ({ chunks }) => count(chunks)),
    row("indexing MB/s", ({ ms, processorMs }) =>
      clocks({ wall: texts.bytes / 1000 / ms, processor: texts.bytes / 1000 / processorMs }),
    ),
    row("hybrid p50 ms", ({ hybrid }) => clocks({ wall: hybrid.wall.p50, processor: hybrid.processor.p50 })),
    row("hybrid p95 ms", ({ hybrid }) => clocks({ wall: hybrid.wall.p95, processor: hybrid.processor.p95 })),
    row("words p95 ms", ({ words }) => clocks({ wall: words.wall.p95, processor: words.processor.p95 })),
    row("open and first search ms", ({ cold }) =>
      cold.failed === undefined ? clocks({ wall: cold.ms, processor: cold.processorMs }) : cold.failed,
    ),
    row("memory while searching MB", ({ residentBytes }) => figure(residentBytes / MB)),
    row("peak memory while indexing MB", ({ peakBytes }) => figure(peakBytes / MB)),
    row("on disk ÷ text", ({ bytes }) => figure(bytes / texts.bytes)),
  ];
}

function growthTable(rows) {
  return [
    "Short chunks (50 words), four a parent, written through the store; wall clock, and the processor's time in brackets.",
    "",
    "| chunks | storing s | file MB | file ÷ text | open and first search ms | hybrid p50 ms | hybrid p95 ms | words p95 ms | meaning p95 ms | memory MB | load |",
    "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ...rows.map(({ wanted, made, cold, search }) => {
      const failed = [made, cold, search].find((part) => part.failed !== undefined);
      if (failed) return `| ${count(wanted)} | ${failed.failed} |`;
      const { ways } = search;
      const cells = [
        count(made.chunks),
        both(made.ms / 1000, made.processorMs / 1000),
        figure(made.bytes / MB),
        figure(made.bytes / made.textBytes),
        both(cold.ms, cold.processorMs),
        both(ways.hybrid.wall.p50, ways.hybrid.processor.p50),
        both(ways.hybrid.wall.p95, ways.hybrid.processor.p95),
        both(ways.words.wall.p95, ways.words.processor.p95),
        both(ways.meaning.wall.p95, ways.meaning.processor.p95),
        figure(search.residentBytes / MB),
        search.load.toFixed(1),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  ];
}

function both(wall, processor) {
  return `${figure(wall)} (${figure(processor)})`;
}

function cell(value) {
  try {
    return value();
  } catch {
    return "–";
  }
}

function count(value) {
  return value.toLocaleString("en-US");
}

function figure(value) {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return Math.abs(value) >= 1 ? value.toFixed(1) : value.toFixed(2);
}
