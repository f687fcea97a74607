// What context adds to a search, and where it should count: the outline's parts and a stand-in model's descriptions,
// in words, in vectors, in both.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { hasGivenChunks, IndexedSet } from "../../src/eval/indexed-set.ts";
import { measure } from "../../src/eval/measure.ts";
import { withoutParts } from "../../src/eval/parts.ts";
import { readSet } from "../../src/eval/read-set.ts";
import { gainOver, runReport } from "../../src/eval/run-report.ts";
import { DEFAULT_WEIGHTS } from "../../src/search/weights.ts";
import { madeSets } from "./made-sets.mjs";
import { FIELD_TRIALS, fieldTrial, VECTOR_TEXTS, vectorsTrial, writtenTrial } from "./trials.mjs";

const IN_VECTORS = [0.2, 0.5, "glued"];
const FIELD_WEIGHTS = [0.25, 0.5, 1];
const SHOWN = ["pass@5", "pass@20", "recall@5", "ndcg@10"];
const NONE = withoutParts(["context"], {});

/** `set`: folders of measuring sets, comma-separated; without, questions made from installed packages. */
export async function run({ set: folders, parts, json }) {
  const sets = folders === undefined ? madeSets() : await Promise.all(folders.split(",").map(readSet));
  const results = [];
  for (const set of sets) {
    for (const chunks of hasGivenChunks(set) ? ["given", "own"] : ["own"])
      results.push(await measureSet(set, chunks, parts));
  }
  console.log(render(results));
  if (json) {
    mkdirSync(dirname(json), { recursive: true });
    writeFileSync(json, `${JSON.stringify(results)}\n`);
  }
}

export function render(results) {
  return results
    .map(({ title, tables }) =>
      [`### ${title}`, ...tables.map(({ name, rows }) => `${name}\n\n${table(rows)}`)].join("\n\n"),
    )
    .join("\n\n");
}

async function measureSet(set, chunks, parts = ["outline", "fields", "vectors", "written"]) {
  const ask = asking(set, chunks);
  const [none, outline, ...fields] = await ask("the knowledge base's own", undefined, [
    ["none", NONE],
    ["outline (path, title, names) in words", {}],
    ...["path", "title", "names"].map((field) => [`– without ${field}`, weighing({ [field]: 0 })]),
  ]);
  const tables = [{ name: "Against no context:", rows: [none, ...[outline, ...fields].map(over(none))] }];
  if (parts.includes("fields")) tables.push(await wordFields(ask, set, outline));
  if (parts.includes("vectors")) tables.push(await vectorTexts(ask, set, outline, none));
  if (parts.includes("written")) tables.push(await writtenContexts(ask, outline));
  return { title: `${set.name}, ${chunks} chunks, ${set.queries.length} queries`, tables };
}

async function wordFields(ask, set, outline) {
  const rows = [outline];
  for (const [part, { field, contextOf }] of Object.entries(FIELD_TRIALS)) {
    const searches = FIELD_WEIGHTS.map((weight) => [
      `+ ${part}, weight ${weight}`,
      weighing({ [field]: weight }),
    ]);
    rows.push(...(await ask(part, fieldTrial(set, contextOf), searches)).map(over(outline)));
  }
  return { name: "Another field in words, against the outline as it is:", rows };
}

async function vectorTexts(ask, set, outline, none) {
  const rows = [];
  for (const [part, textOf] of Object.entries(VECTOR_TEXTS)) {
    for (const how of IN_VECTORS) {
      const name = `${part}, ${how === "glued" ? "glued in front" : `blended by ${how}`}`;
      const [both, alone] = await ask(name, vectorsTrial(set, textOf, how), [
        [`${name}; words too`, {}],
        [`${name}; vectors only`, NONE],
      ]);
      rows.push(over(outline)(both), over(none, "no context")(alone));
    }
  }
  return { name: "In vectors (words too: against the outline in words; vectors only: against none):", rows };
}

async function writtenContexts(ask, outline) {
  const unwritten = weighing({ context: 0 });
  const rows = await ask("written", writtenTrial("none"), [
    ["written, words only (weight 0.75)", {}],
    ["written, words only, weight 0.25", weighing({ context: 0.25 })],
  ]);
  for (const how of IN_VECTORS) {
    const name = how === "glued" ? "glued in front" : `blended by ${how}`;
    rows.push(
      ...(await ask(`written, ${name}`, writtenTrial(how), [
        [`written, vectors only, ${name}`, unwritten],
        [`written, both, ${name}`, {}],
      ])),
    );
  }
  return {
    name: "Descriptions by a stand-in model, beside the outline, against the outline alone:",
    rows: [outline, ...rows.map(over(outline))],
  };
}

function weighing(fields) {
  return { weights: { fields: { ...DEFAULT_WEIGHTS.fields, ...fields } } };
}

function asking(set, chunks) {
  return async (label, trial, searches) => {
    console.error(`${set.name}, ${chunks}: ${label}`);
    const indexed = await IndexedSet.open(set, { chunks, trial });
    try {
      const rows = [];
      for (const [name, search] of searches) {
        const measured = await measure(indexed, { search, depths: [5, 10, 20], tokens: 1_000 });
        const settings = { mode: "hybrid", expand: "none", context_in: "words", off: [] };
        const { figures, perQuery } = runReport(indexed, settings, measured);
        rows.push({ name, figures, perQuery });
      }
      return rows;
    } finally {
      await indexed.close();
    }
  };
}

/** What a row gains over another, figure by figure. */
function over(base) {
  return (row) => ({ ...row, gain: gainOver(base.perQuery, row.perQuery).gain });
}

/** Rows that change no figure of any query say so in one line. */
function table(rows) {
  const isSame = ({ gain }) =>
    gain !== undefined && Object.values(gain).every(({ low, high }) => low === 0 && high === 0);
  const lines = [
    `| | ${SHOWN.join(" | ")} | gain: ${SHOWN.join(" · ")} | certain, of all figures |`,
    `|---|${"--:|".repeat(SHOWN.length)}---|---|`,
  ];
  for (const row of rows.filter((one) => !isSame(one))) {
    const { name, figures, gain } = row;
    const cells = SHOWN.map((figure) => figures[figure].toFixed(1));
    const told = gain === undefined ? ["", ""] : [gains(gain), certain(gain)];
    lines.push(`| ${[name, ...cells, ...told].join(" | ")} |`);
  }
  const same = rows.filter(isSame).map(({ name }) => name);
  return [...lines, ...(same.length === 0 ? [] : ["", `No difference at all: ${same.join("; ")}.`])].join(
    "\n",
  );
}

function gains(gain) {
  return SHOWN.map((figure) => difference(gain[figure])).join(" · ");
}

/** Of all figures, shown or not, those whose interval excludes zero. */
function certain(gain) {
  const found = Object.entries(gain).filter(([, { low, high }]) => low > 0 || high < 0);
  return found.map(([figure, { mean }]) => `${figure} ${signed(mean)}`).join(", ");
}

function difference({ mean, low, high }) {
  return `${signed(mean)} [${signed(low)}, ${signed(high)}]`;
}

function signed(value) {
  return value === 0 ? "0" : `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;
}
