// Topic boundaries of a measuring set: Sherd's beside TextTiling and what knows nothing of the text. What has a
// setting is tuned on the set's documents of even number and measured on those of odd number.

import { findTopicBoundaries } from "../../src/conversation/strategies/index.ts";
import { bundledEmbedder } from "../../src/embed/bundled/bundled-embedder.ts";
import { pairedBootstrap } from "../../src/eval/bootstrap.ts";
import { markedDocuments } from "../../src/eval/boundaries.ts";
import { readSet } from "../../src/eval/read-set.ts";
import { segmentationFigures } from "../../src/eval/segmentation.ts";
import { random } from "./talk.mjs";
import { textTiling } from "./text-tiling.mjs";

const SPACINGS = [25, 50, 75, 100, 150, 200, 250, 300, 400, 600];
const RANDOM_RUNS = 20;

export async function measureBoundaries(folder) {
  const documents = markedDocuments(await readSet(folder)).map(toTalk);
  const tuning = documents.filter((_, i) => i % 2 === 0);
  const held = documents.filter((_, i) => i % 2 === 1);
  const spacing = Math.round(
    sum(tuning.map(({ messages }) => messages.length)) / sum(tuning.map((talk) => talk.reference.length + 1)),
  );
  const trivial = [
    { name: "no boundary", find: () => [] },
    { name: "all", find: ({ messages }) => messages.map((_, i) => i).slice(1) },
    { name: `every ${spacing} (the mean)`, find: every(spacing) },
    await bestSpacing(tuning),
    { name: `random, 1 in ${spacing}`, runs: RANDOM_RUNS, find: scattered(spacing) },
  ];
  const embedder = await bundledEmbedder();
  const topics = (options) => async (talk) =>
    (await findTopicBoundaries(talk.messages, options)).map(({ index }) => index);
  const ways = [
    ...trivial.map((way) => ({ ...way, isTrivial: true })),
    { name: "TextTiling", find: ({ messages }) => textTiling(messages) },
    { name: "Sherd, words", find: topics({}) },
    { name: "Sherd, words and bundled model", find: topics({ embedder }) },
  ];
  const rows = [];
  for (const way of ways) {
    rows.push({
      name: way.name,
      isTrivial: way.isTrivial === true,
      tuning: await figures(tuning, way),
      held: await figures(held, way),
    });
  }
  const best = (key) =>
    rows
      .filter(({ isTrivial }) => isTrivial)
      .reduce((a, b) => (mean(b.held[key]) < mean(a.held[key]) ? b : a));
  const own = rows.at(-1);
  const against = ["pk", "windowDiff"].map((key) => ({
    key,
    best: best(key).name,
    ...pairedBootstrap(best(key).held[key], own.held[key]),
  }));
  return { documents: [tuning.length, held.length], rows: rows.map(summary), against };
}

/** Messages of a transcript: the units of the set, without the speakers' names in front. */
function toTalk({ id, text, units, reference }) {
  const messages = units.map(({ start, end }) => {
    const said = text.slice(start, end);
    const speaker = /^([^:\n]{1,60}): /.exec(said);
    return speaker
      ? { role: "user", name: speaker[1], content: said.slice(speaker[0].length) }
      : { role: "user", content: said };
  });
  return { id, messages, reference };
}

function every(spacing) {
  return ({ messages }) =>
    Array.from({ length: Math.ceil(messages.length / spacing) - 1 }, (_, i) => (i + 1) * spacing);
}

async function bestSpacing(talks) {
  let best;
  for (const spacing of SPACINGS) {
    const { pk, windowDiff } = await figures(talks, { find: every(spacing) });
    const sum = mean(pk) + mean(windowDiff);
    if (best === undefined || sum < best.sum) best = { spacing, sum };
  }
  return { name: `every ${best.spacing} (best on the tuning half)`, find: every(best.spacing) };
}

function scattered(spacing) {
  return ({ messages }, run) => {
    const next = random(run + 1);
    return messages.map((_, i) => i).filter((i) => i > 0 && next() < 1 / spacing);
  };
}

async function figures(talks, { find, runs = 1 }) {
  const all = { pk: [], windowDiff: [], segments: [] };
  for (const talk of talks) {
    const own = { pk: 0, windowDiff: 0, segments: 0 };
    for (let run = 0; run < runs; run++) {
      const found = await find(talk, run);
      const { pk, windowDiff } = segmentationFigures(talk.messages.length, talk.reference, found);
      own.pk += pk / runs;
      own.windowDiff += windowDiff / runs;
      own.segments += (found.length + 1) / runs;
    }
    for (const key of Object.keys(all)) all[key].push(own[key]);
  }
  return all;
}

function summary({ name, tuning, held }) {
  const of = (half) => Object.fromEntries(Object.entries(half).map(([key, values]) => [key, mean(values)]));
  return { name, tuning: of(tuning), held: of(held) };
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values) {
  return sum(values) / Math.max(1, values.length);
}
