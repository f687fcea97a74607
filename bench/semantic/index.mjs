// npm run bench -- semantic --set FOLDER: chunkers side by side on a measuring set, one retriever for all.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { bundledEmbedder } from "../../src/embed/bundled/bundled-embedder.ts";
import { pairedBootstrap } from "../../src/eval/bootstrap.ts";
import { readSet } from "../../src/eval/read-set.ts";
import { TokenCounter } from "../../src/text/index.ts";
import {
  PERCENTILES,
  recursive,
  recursiveOfMean,
  SEMANTIC,
  semantic,
  semanticChunkingPeer,
} from "./chunkers.mjs";
import { retrieve } from "./retrieval.mjs";
import { measureSpeed } from "./speed.mjs";

export async function run({ set: folder, onnx, json }) {
  if (folder === undefined) {
    console.error("semantic: left out, for it needs --set FOLDER, such as $SETS/prose-spans");
    return;
  }
  const set = await readSet(folder);
  const tools = { counter: await TokenCounter.create(), embedder: await bundledEmbedder(), onnx };
  const measure = measuring(set, tools);
  const rows = [];
  for (const size of [200, 400])
    rows.push(await measure(`recursive, ${size}`, recursive(size, tools.counter)));
  for (const setting of SEMANTIC) {
    const row = await measure(setting.name, semantic(setting, tools));
    const { size, split } = await recursiveOfMean(row.mean, meanOf(set), tools.counter);
    const equal = await measure(`– recursive of the same mean (${size})`, split);
    rows.push({ ...row, against: against(row, equal) }, equal);
  }
  const peer = await semanticChunkingPeer(onnx, tools);
  if (peer.missing) rows.push({ name: "semantic-chunking (npm)", missing: peer.missing });
  else rows.push(await measure("semantic-chunking (npm), 400", peer.split));
  const percentiles = [];
  for (const setting of PERCENTILES) percentiles.push(await measure(setting.name, semantic(setting, tools)));
  const speed = await measureSpeed(set.documents, tools);

  console.log(`# Semantic splitting, ${set.name}: ${set.queries.length} queries, top 5\n`);
  console.log(table(rows));
  console.log(`\n## Thresholds\n\n${table(percentiles)}`);
  console.log(`\n## Speed, sentences to chunks, one thread\n\n${speedTable(speed)}`);
  if (json) {
    mkdirSync(dirname(json), { recursive: true });
    const plain = (list) => list.map(({ queries, ...row }) => row);
    const result = { set: set.name, rows: plain(rows), percentiles: plain(percentiles), speed };
    writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
    console.error(`wrote ${json}`);
  }
}

function measuring(set, { embedder }) {
  return async (name, split) => {
    console.error(name);
    const chunks = [];
    for (const { id, text, group } of set.documents) {
      for (const { span, text: own, tokens } of await split({ id, text }))
        chunks.push({ document: id, group, ...span, text: own, tokens });
    }
    const queries = await retrieve({ chunks, queries: set.queries, embedder });
    const mean = average(chunks, "tokens");
    return { name, chunks: chunks.length, mean, ...figures(queries), queries };
  };
}

function meanOf(set) {
  return async (split) => {
    const chunks = [];
    for (const { id, text } of set.documents) chunks.push(...(await split({ id, text })));
    return average(chunks, "tokens");
  };
}

function figures({ vectors, hybrid }) {
  const [recall, precision, iou, tokens] = ["recall", "precision", "iou", "tokens"].map((name) =>
    average(vectors, name),
  );
  return {
    recall,
    precision,
    iou,
    tokens,
    hybrid: average(hybrid, "recall"),
    hybridIou: average(hybrid, "iou"),
  };
}

/** Differences to the recursive splitter of the same mean size, with their 95 % intervals. */
function against(row, equal) {
  return ["recall", "precision", "iou"].map((name) => {
    const of = ({ queries }) => queries.vectors.map((figure) => figure[name]);
    return { name, ...pairedBootstrap(of(equal), of(row)) };
  });
}

function average(items, name) {
  return items.reduce((sum, item) => sum + item[name], 0) / Math.max(1, items.length);
}

function table(rows) {
  const lines = [
    "| chunks | number | mean tokens | recall | precision | IoU | tokens returned | hybrid recall | hybrid IoU | against recursive of the same mean: recall · precision · IoU |",
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|---|",
  ];
  for (const row of rows) {
    if (row.missing) {
      lines.push(`| ${row.name} | left out: ${row.missing} |${" |".repeat(8)}`);
      continue;
    }
    const { name, chunks, mean, recall, precision, iou, tokens, hybrid, hybridIou } = row;
    const shares = [recall, precision, iou].map(percent);
    const cells = [
      name,
      chunks,
      Math.round(mean),
      ...shares,
      Math.round(tokens),
      percent(hybrid),
      percent(hybridIou),
    ];
    lines.push(`| ${cells.join(" | ")} | ${(row.against ?? []).map(difference).join(" · ")} |`);
  }
  return lines.join("\n");
}

function difference({ mean, low, high }) {
  const signed = (value) => `${value < 0 ? "−" : "+"}${percent(Math.abs(value))}`;
  return `${signed(mean)} [${signed(low)}, ${signed(high)}]`;
}

function percent(share) {
  return (100 * share).toFixed(share >= 0.2 ? 1 : 2);
}

function speedTable(rows) {
  const [own] = rows;
  const lines = ["| embedder | characters | seconds | kB/s | bundled × |", "|---|--:|--:|--:|--:|"];
  for (const { name, missing, characters, seconds, rate } of rows) {
    lines.push(
      missing
        ? `| ${name} | left out: ${missing} | | | |`
        : `| ${name} | ${characters} | ${seconds.toFixed(2)} | ${(rate / 1000).toFixed(1)} | ${(own.rate / rate).toFixed(1)} |`,
    );
  }
  return lines.join("\n");
}
