// One splitter on one text in one mode, in a process of its own: nothing is warm, nothing is shared.
// Started by index.mjs with the case as its argument; tells it over IPC which step it is at, then
// the result.

import { answer } from "../answer.mjs";
import { checkDocuments } from "./check.mjs";
import { SETTINGS, SPLITTERS } from "./splitters.mjs";

const { splitterName, corpus, mode, oneDocument, limitUnits, leastUnits, warmRuns, seconds, checkUnits } =
  JSON.parse(process.argv[2]);
const adapter = SPLITTERS.find(({ name }) => name === splitterName);

const WARM_UP_SECONDS = 1;

// Some splitters warn once a chunk; writing that out would be timed as splitting.
console.warn = console.log = () => {};

const step = (name) => process.send({ step: name });

async function main() {
  step("import");
  const importStart = performance.now();
  const create = await adapter.load();
  const importMs = performance.now() - importStart;
  const setupStart = performance.now();
  const split = await create(mode);
  const setupMs = performance.now() - setupStart;

  // Imported only now, so that the splitter's import finds an empty process.
  const { loadDocuments } = await import("../corpus.mjs");
  let texts = loadDocuments(corpus, Math.min(limitUnits, adapter.part ?? limitUnits)).map(({ text }) => text);
  // A tenth is kept back: text that no cache in the splitter has seen when its code is warm.
  const keptBack = oneDocument ? [] : keepBack(texts, 0.1);
  if (oneDocument) texts = [texts.join("\n\n")];
  const availableUnits = unitsOf(texts);

  step("cold run");
  let { results, ...cold } = await timedRun(split, texts, seconds);
  // What the cold run did not reach in its time is left out of the warm runs too.
  texts = texts.slice(0, cold.documents);

  // Warm means that the engine has compiled what runs often, which takes time, not a number of runs.
  for (let spent = cold.ms / 1000; spent < WARM_UP_SECONDS; ) {
    results = undefined;
    step("warm-up");
    spent += (await timedRun(split, texts)).ms / 1000;
  }
  const warm = [];
  for (let spent = 0; warm.length < warmRuns && (warm.length === 0 || spent < seconds * warmRuns); ) {
    results = undefined; // so that at most one run's chunks are alive
    step(`warm run ${warm.length + 1}`);
    const run = await timedRun(split, texts);
    ({ results } = run);
    warm.push(run.ms);
    spent += run.ms / 1000;
  }
  const peakBytes = process.resourceUsage().maxRSS * 1024;

  step("fresh run");
  const fresh = keptBack.length > 0 ? await timedRun(split, keptBack, seconds) : undefined;

  step("check");
  return {
    importMs,
    setupMs,
    units: unitsOf(texts),
    availableUnits,
    documents: texts.length,
    threw: cold.failures.length,
    coldMs: cold.ms,
    warmMs: Math.min(...warm),
    warmRuns: warm.length,
    freshUnits: fresh && unitsOf(keptBack.slice(0, fresh.documents)),
    freshMs: fresh?.ms,
    peakBytes,
    check: adapter.kind === "reference" ? undefined : await check(texts, results),
  };
}

/** Takes documents from the end until they are this share of the text. */
function keepBack(texts, share) {
  const wanted = unitsOf(texts) * share;
  const kept = [];
  while (unitsOf(kept) < wanted && texts.length > 1) kept.push(texts.pop());
  return kept;
}

function unitsOf(texts) {
  return texts.reduce((total, text) => total + text.length, 0);
}

/** Splits document after document, keeping the chunks; stops after `budget` seconds, not too early. */
async function timedRun(split, texts, budget = Number.POSITIVE_INFINITY) {
  const start = performance.now();
  if (adapter.batch) {
    const results = await split(texts);
    return { ms: performance.now() - start, documents: texts.length, failures: [], results };
  }
  const results = [];
  const failures = [];
  let units = 0;
  for (const text of texts) {
    units += text.length;
    try {
      const chunks = split(text);
      // Awaiting what is there already would only slow synchronous splitters down.
      results.push(chunks instanceof Promise ? await chunks : chunks);
    } catch (error) {
      // A document that one splitter cannot take must not hide how it does on the others.
      results.push(undefined);
      failures.push(String(error?.message ?? error));
    }
    if (units >= leastUnits && performance.now() - start > budget * 1000) break;
  }
  if (failures.length === results.length) throw new Error(failures[0]);
  return { ms: performance.now() - start, documents: results.length, failures, results };
}

/** The first documents only: exact token counts of every chunk are slow. */
async function check(texts, results) {
  const read = adapter.read ?? ((text) => ({ text }));
  const perDocument = adapter.batch
    ? Map.groupBy(results.map(read), (chunk) => chunk.document)
    : new Map(results.map((chunks, index) => [index, chunks?.map(read)]));
  const documents = [];
  for (let index = 0, units = 0; index < texts.length && units < checkUnits; index++) {
    const chunks = perDocument.get(index);
    if (!chunks) continue; // it threw
    documents.push({ text: texts[index], chunks });
    units += texts[index].length;
  }
  return checkDocuments(documents, { limit: SETTINGS[mode].size, measure: await measureIn(mode) });
}

async function measureIn(unit) {
  if (unit === "characters") return (text) => text.length;
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  return (text) => countTokens(text, { disallowedSpecial: new Set() });
}

await answer(main);
