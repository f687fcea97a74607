// node bench/semantic/tune.mjs [seed]: the weights of the optimal cutting, on texts that no measuring set holds.
// Each setting is held against the recursive splitter of the same mean size (from a curve of its sizes), and
// against the section boundaries of the Markdown texts, whose headings were taken away (Pk, lower is better).

import { resolveSizing } from "../../src/chunk/options.ts";
import { measuredUnits } from "../../src/chunk/semantic/measured-units.ts";
import { optimalCuts } from "../../src/chunk/semantic/optimal-cuts.ts";
import { seamWorths } from "../../src/chunk/semantic/seam-worths.ts";
import { cosine } from "../../src/chunk/semantic/similarity.ts";
import { plainUnits } from "../../src/chunk/semantic/units.ts";
import { bundledEmbedder } from "../../src/embed/bundled/bundled-embedder.ts";
import { segmentationFigures } from "../../src/eval/segmentation.ts";
import { TokenCounter } from "../../src/text/index.ts";
import { recursive } from "./chunkers.mjs";
import { retrieve } from "./retrieval.mjs";
import { tuningSet } from "./tuning-texts.mjs";

const SIZES = [150, 200, 300, 400];
const RECURSIVE_SIZES = [60, 80, 100, 125, 150, 175, 200, 250, 300, 350, 400, 500];
const SETTINGS = [
  { form: "plain sum", aim: 0.5, lengthWeight: 0 },
  { form: "plain sum", aim: 0.75, lengthWeight: 2 },
  { form: "plain sum", aim: 0.75, lengthWeight: 8 },
  ...[0.05, 0.08, 0.15, 0.3, 0.6].flatMap((lengthWeight) =>
    [0.7, 0.8, 0.9].map((aim) => ({ form: "by size", aim, lengthWeight })),
  ),
];

const counter = await TokenCounter.create();
const embedder = await bundledEmbedder();
const { documents, queries } = tuningSet(Number(process.argv[2] ?? 1));
console.error(`${documents.length} texts, ${queries.length} queries`);

const curve = [];
for (const size of RECURSIVE_SIZES) {
  const split = recursive(size, counter);
  curve.push(await measure(async ({ id, text }) => (await split({ id, text })).map(({ span }) => span)));
}
const prepared = new Map();
for (const size of SIZES) prepared.set(size, await Promise.all(documents.map((one) => prepare(one, size))));

console.log("| worth | aim | length weight | recall | worst recall | precision | Pk |");
console.log("|---|--:|--:|--:|--:|--:|--:|");
for (const { form, aim, lengthWeight } of SETTINGS) {
  const cut = form === "by size" ? optimalCuts : plainSumCuts;
  const found = [];
  for (const size of SIZES) {
    const units = new Map(prepared.get(size).map((one) => [one.id, one]));
    const cuts = new Map();
    for (const { id, spans, vectors, ...rest } of units.values())
      cuts.set(id, cut(vectors, { ...rest, walls: [], size, aim: aim * size, lengthWeight }));
    const own = await measure(({ id, text }) => chunksOf(text, units.get(id).spans, cuts.get(id)));
    const equal = at(own.mean);
    const pk = average([...units.values()].flatMap((one) => pkOf(one, cuts.get(one.id))));
    found.push({ recall: own.recall - equal.recall, precision: own.precision / equal.precision - 1, pk });
  }
  const recalls = found.map(({ recall }) => 100 * recall);
  const cells = [average(recalls), Math.min(...recalls), 100 * average(found.map((one) => one.precision))];
  const signed = cells.map((value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`);
  const pk = average(found.map((one) => one.pk)).toFixed(3);
  console.log(
    `| ${form} | ${aim} | ${lengthWeight} | ${signed[0]} | ${signed[1]} | ${signed[2]} % | ${pk} |`,
  );
}

async function prepare({ id, text, sections }, size) {
  const sizing = resolveSizing({ size, unit: "tokens", counter }, { overlap: 0 });
  const { spans, sizes } = measuredUnits(text, plainUnits(text), sizing);
  const texts = spans.map(({ start, end }) => text.slice(start, end).trim());
  const vectors = await embedder.embed(texts, "document");
  return { id, spans, sizes, sections, vectors, seams: seamWorths(text, spans) };
}

async function measure(split) {
  const chunks = [];
  for (const document of documents) {
    for (const { start, end } of await split(document)) {
      const text = document.text.slice(start, end);
      const { id, group } = document;
      chunks.push({ document: id, group, start, end, text, tokens: counter.count(text) });
    }
  }
  const { vectors } = await retrieve({ chunks, queries, embedder });
  return {
    mean: average(chunks.map(({ tokens }) => tokens)),
    recall: average(vectors.map(({ recall }) => recall)),
    precision: average(vectors.map(({ precision }) => precision)),
  };
}

/** The recursive splitter's figures at a mean size, between two of the curve. */
function at(mean) {
  const above = Math.max(
    1,
    curve.findIndex((one) => one.mean >= mean),
  );
  const [a, b] = [curve[above - 1], curve[above]];
  const part = Math.log(mean / a.mean) / Math.log(b.mean / a.mean);
  const between = (name) => a[name] + part * (b[name] - a[name]);
  return { recall: between("recall"), precision: between("precision") };
}

function chunksOf(text, spans, cuts) {
  const starts = [0, ...cuts.map((cut) => spans[cut].start)];
  return starts.map((start, i) => {
    const own = text.slice(start, starts[i + 1] ?? text.length);
    const from = start + own.length - own.trimStart().length;
    return { start: from, end: start + own.trimEnd().length };
  });
}

function pkOf({ spans, sections }, cuts) {
  if (sections.length === 0) return [];
  const units = new Map(spans.map(({ start }, i) => [start, i]));
  const reference = sections.flatMap((start) => units.get(start) ?? []);
  return [segmentationFigures(spans.length, reference, cuts).pk];
}

/** The published form: the sum of all pairs' similarities above their mean. */
function plainSumCuts(vectors, { sizes, size, aim, lengthWeight }) {
  const pairs = vectors.map((vector, last) => {
    const row = [];
    let total = sizes[last];
    for (let first = last - 1; first >= 0; first--) {
      total += sizes[first];
      if (total > size) break;
      row.push(cosine(vectors[first], vector));
    }
    return row;
  });
  const mean = average(pairs.flat());
  const best = [0];
  const from = [0];
  const rows = new Float64Array(vectors.length);
  for (let last = 0; last < vectors.length; last++) {
    best.push(Number.NEGATIVE_INFINITY);
    let total = 0;
    let alike = 0;
    for (let first = last; first >= 0 && last - first <= pairs[last].length; first--) {
      total += sizes[first];
      if (first < last) alike += rows[first] += pairs[last][last - 1 - first] - mean;
      const worth = best[first] + alike - lengthWeight * (total / aim - 1) ** 2;
      if (worth > best[last + 1]) [best[last + 1], from[last + 1]] = [worth, first];
    }
  }
  const cuts = [];
  for (let cut = from[vectors.length]; cut > 0; cut = from[cut]) cuts.push(cut);
  return cuts.reverse();
}

function average(values) {
  return values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
}
