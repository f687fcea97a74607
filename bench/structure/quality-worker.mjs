// One splitter over every file of some corpora, judged; in a process of its own.
// Started with the case as its argument; says over IPC which file it is at, then a result a corpus.

import { outcomeOf } from "../answer.mjs";
import { loadDocuments } from "../corpus.mjs";
import { CHUNKERS, SIZES } from "./chunkers.mjs";
import { SolidText } from "./judge/placement.mjs";
import { unitsOf } from "./judge/units.mjs";

const { chunkerName, mode, corpora, skip, share } = JSON.parse(process.argv[2]);
const adapter = CHUNKERS.find(({ name }) => name === chunkerName);
const KEPT_MISSES = 40;

// Some splitters warn once a chunk.
console.warn = console.log = () => {};

async function judgeCorpus(corpus, measure) {
  const split = await adapter.load(corpus, mode);
  const found = {
    files: 0,
    units: 0,
    chunks: 0,
    oversized: 0,
    largest: 0,
    lost: 0,
    lossyFiles: 0,
    altered: 0,
    crashes: [],
    whole: {},
    misses: [],
  };
  const allUnits = corpus.kind === "code" || corpus.kind === "markdown" ? await unitsOf(corpus) : undefined;
  const documents = loadDocuments(corpus.file, corpus.units * share);
  for (const [index, { id, text }] of documents.entries()) {
    found.files++;
    found.units += text.length;
    let chunks;
    try {
      if (skip.includes(id)) throw new Error("took too long and was ended");
      process.send({ at: id });
      chunks = (await split(text, id)).map(adapter.read);
    } catch (error) {
      found.crashes.push({ id, error: String(error?.message ?? error).slice(0, 200) });
      continue;
    }
    judgeFile(found, { id, text, chunks, units: allUnits?.[index] ?? {} }, measure);
  }
  return found;
}

function judgeFile(found, { id, text, chunks, units }, measure) {
  const limit = SIZES[mode];
  found.chunks += chunks.length;
  for (const chunk of chunks) {
    const size = measure(chunk.text);
    if (size > limit) found.oversized++;
    found.largest = Math.max(found.largest, size);
  }
  const solid = new SolidText(text);
  const { ranges, lost, altered } = solid.place(chunks);
  found.lost += lost;
  found.altered += altered;
  if (lost > 0) found.lossyFiles++;
  for (const [kind, spans] of Object.entries(units)) {
    found.whole[kind] ??= { fitting: 0, whole: 0 };
    const tally = found.whole[kind];
    for (const [start, end] of largestFitting(
      spans,
      ([from, to]) => measure(text.slice(from, to)) <= limit,
    )) {
      const [from, to] = solid.range(start, end);
      tally.fitting++;
      if (ranges.some((range) => range[0] <= from && to <= range[1])) tally.whole++;
      else if (found.misses.length < KEPT_MISSES) {
        const line = text.slice(0, start).split("\n").length;
        const cuts = ranges.filter((range) => range[0] > from && range[0] < to).length;
        found.misses.push({
          id,
          kind,
          line,
          size: measure(text.slice(start, end)),
          cuts,
          begins: text.slice(start, start + 60),
        });
      }
    }
  }
}

/** Units that fit, less those inside another that fits: they would only be counted whole once more. */
function largestFitting(spans, fits) {
  const kept = [];
  let reached = -1;
  for (const span of spans.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (span[1] <= reached || !fits(span)) continue;
    kept.push(span);
    reached = span[1];
  }
  return kept;
}

async function measureIn(unit) {
  if (unit === "characters") return (text) => text.length;
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  return (text) => countTokens(text, { disallowedSpecial: new Set() });
}

const measure = await measureIn(mode);
for (const corpus of corpora) {
  const result = await outcomeOf(() => judgeCorpus(corpus, measure));
  process.send({ corpus: corpus.name, result });
}
process.disconnect();
