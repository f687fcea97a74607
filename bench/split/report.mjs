import { table } from "../markdown-table.mjs";

// Everything the split bench prints, as Markdown that can go into docs/BENCHMARKS.md unchanged.

const MB = 1e6;

export function header({ machine, conditions, splitters, corpora, settings }) {
  const { quick, seconds, limit, repeat, warmRuns, checkUnits } = conditions;
  const versions = new Map(splitters.map((splitter) => [splitter.package, splitter.version]));
  return [
    "# Splitting, side by side",
    "",
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGB} GB, ${machine.platform}, Node ${machine.node}, ${machine.date}, load ${machine.load.toFixed(1)} at the start`,
    "",
    `Packages: ${[...versions].map(([name, version]) => `${name} ${version}`).join(" · ")}`,
    "",
    quick ? "QUICK: a tenth of each text. Not a figure to publish.\n" : "",
    `MB are 10^6 UTF-16 units of the source text. Each row is a process of its own${repeat > 1 ? ` (the fastest of ${repeat}, taken in turns)` : ""}. Cold: its first run over nine
tenths of the documents, one by one. Warm: after a second of warming up, the best of up to ${warmRuns} more over the same ones; caches inside a splitter have
then seen the text. Fresh: one run after those over the tenth kept back, which no cache has seen. A run is cut
to the first part of the text after ${seconds.toFixed(1)} s (the files are shuffled, so a part is a fair sample) and given up after
${limit} s. Peak is the process's resident memory, the text and all chunks of a run included. Import is the bare
import, set-up what follows until the first call, tokenizer tables included (medians over a splitter's processes).
Lossless, size and the like are checked on the first ${size(checkUnits)} MB; token sizes are exact o200k_base counts.`,
    "",
    `By characters: size ${settings.characters.size}, overlap ${settings.characters.overlap}; by tokens: size ${settings.tokens.size}, overlap ${settings.tokens.overlap}, where the splitter has overlap.`,
    "",
    "| text | MB | files | from | hash |",
    "|---|--:|--:|---|---|",
    ...corpora.map(corpusRow),
    "",
    "| splitter | overlap (characters / tokens) | tokens by | notes |",
    "|---|---|---|---|",
    ...splitters.map(settingRow),
  ]
    .join("\n")
    .replace(/\n{3,}/g, "\n\n");
}

function corpusRow({ title, units, target, documents, packages, hash }) {
  const shown = packages.slice(0, 6).map((item) => `${item.package} ${size(item.units)}`);
  const rest = packages.slice(6).reduce((total, item) => total + item.units, 0);
  if (rest > 0) shown.push(`${packages.length - 6} more ${size(rest)}`);
  const short = units < target * 0.98 ? ` (short of ${size(target)}: no more of it is installed)` : "";
  return `| ${title} | ${size(units)}${short} | ${documents.length} | ${shown.join(", ")} | ${hash} |`;
}

function settingRow({ name, modes, notes }) {
  const overlaps = ["characters", "tokens"].map((mode) => modes[mode]?.overlap ?? "–").join(" / ");
  return `| ${name} | ${overlaps} | ${modes.tokens?.counts ?? "–"} | ${notes} |`;
}

/** One table a text and mode. */
export function tables(results, corpora) {
  const imports = medians(results, "importMs", (row) => row.splitter);
  const setups = medians(results, "setupMs", (row) => `${row.splitter} ${row.mode}`);
  const groups = Map.groupBy(results, ({ mode, corpus, oneDocument }) => `${mode} ${corpus} ${oneDocument}`);
  const parts = [];
  for (const group of groups.values()) {
    const { mode, corpus, oneDocument } = group[0];
    const { title } = corpora.find(({ name }) => name === corpus);
    parts.push(`\n## ${title}, by ${mode}${oneDocument ? ", the whole text as one document" : ""}\n`);
    parts.push(
      table(
        [
          "splitter",
          "kind",
          "cold MB/s",
          "warm MB/s",
          "fresh MB/s",
          "sherd ×",
          "peak MB",
          "import ms",
          "set-up ms",
          "lossless",
          "in size",
          "surrogates ok",
          "offsets",
          "notes",
        ],
        group.map((row) => tableRow(row, group, { imports, setups })),
      ),
    );
  }
  return parts.join("\n");
}

function tableRow(row, group, { imports, setups }) {
  const head = [row.splitter, row.kind];
  const blanks = Array(11).fill("–");
  if (row.missing) return [...head, ...blanks, "missing: run npm run build first"];
  if (row.timedOut) return [...head, ...blanks, `${row.timedOut}: > ${row.limit} s`];
  if (row.failed) return [...head, ...blanks, `failed in ${row.step}: ${oneLine(row.failed)}`];
  return [
    ...head,
    rate(row.units, row.coldMs),
    rate(row.units, row.warmMs),
    row.freshMs ? rate(row.freshUnits, row.freshMs) : "–",
    ratio(row, group),
    Math.round(row.peakBytes / MB),
    Math.round(imports.get(row.splitter)),
    Math.round(setups.get(`${row.splitter} ${row.mode}`)),
    ...(row.check ? checks(row.check) : ["–", "–", "–", "–"]),
    rowNotes(row),
  ];
}

/** Sherd's splitter of the same kind over this one, warm. */
function ratio(row, group) {
  if (row.package === "sherd" || row.kind === "reference") return "–";
  const own = group.find(({ package: name, kind }) => name === "sherd" && kind === row.kind);
  return own?.warmMs ? (speed(own) / speed(row)).toFixed(2) : "–";
}

function checks({
  documents,
  lossyDocuments,
  lost,
  altered,
  chunks,
  oversized,
  largest,
  broken,
  replaced,
  offsets,
}) {
  return [
    lossyDocuments === 0
      ? "yes"
      : `NO: ${lossyDocuments}/${documents} files (${lost} characters lost, ${altered} chunks altered)`,
    oversized === 0 ? "yes" : `NO: ${percent(oversized / chunks)}, up to ${largest}`,
    broken + replaced === 0
      ? "yes"
      : `NO: ${[broken && `${broken} lone surrogates`, replaced && `${replaced} U+FFFD`].filter(Boolean).join(", ")}`,
    offsets.given === 0
      ? "none"
      : offsets.wrong === 0
        ? "exact"
        : `${percent(offsets.wrong / offsets.given)} wrong`,
  ];
}

function rowNotes({ overlap, units, availableUnits, oneDocument, documents, threw, warmRuns, kind }) {
  const notes = [];
  if (threw > 0) notes.push(`threw on ${threw}/${documents} files`);
  if (overlap === 0 && kind !== "reference") notes.push("no overlap");
  if (!oneDocument && units < availableUnits * 0.98) notes.push(`on ${size(units)} MB`);
  if (warmRuns < 3) notes.push(`warm: ${warmRuns} run${warmRuns > 1 ? "s" : ""}`);
  return notes.join(", ");
}

/** What Sherd set out to reach on prose, in ratios of one run. */
export function targets(results) {
  const find = (mode, oneDocument, test) =>
    results.filter(
      (row) =>
        row.corpus === "prose" &&
        row.oneDocument === oneDocument &&
        row.mode === mode &&
        row.warmMs &&
        test(row),
    );
  const best = (rows) => rows.toSorted((a, b) => speed(b) - speed(a))[0];
  const isPeer = ({ package: name, kind }) => name !== "sherd" && kind !== "reference";
  const goals = [
    ["characters", "Chonkie recursive", 1.2, ({ splitter }) => splitter === "Chonkie recursive"],
    ["characters", "LangChain.js", 5, ({ package: name }) => name === "@langchain/textsplitters"],
    ["tokens", "the best peer", 1.5, isPeer],
    ["tokens", "LangChain.js", 4, ({ package: name }) => name === "@langchain/textsplitters"],
  ];
  const ratio = (mode, oneDocument, test, goal) => {
    const peer = best(find(mode, oneDocument, test));
    const [ours] = find(mode, oneDocument, ({ splitter }) => splitter === "sherd recursive");
    if (!peer || !ours) return "not measured";
    const reached = speed(ours) / speed(peer);
    return `${reached.toFixed(2)} (${peer.splitter}), ${reached >= goal ? "reached" : "MISSED"}`;
  };
  const rows = goals.map(([mode, against, goal, test]) => [
    mode,
    against,
    `≥ ${goal}`,
    ratio(mode, true, test, goal),
    ratio(mode, false, test, goal),
  ]);
  const columns = ["by", "against", "goal", "10 MB as one document", "file by file"];
  return `\n## Goals: sherd recursive on prose, warm, as ratios\n\n${table(columns, rows)}\n`;
}

function speed({ units, warmMs }) {
  return units / MB / (warmMs / 1000);
}

function rate(units, ms) {
  const value = units / MB / (ms / 1000);
  return value < 10 ? value.toFixed(2) : value.toFixed(1);
}

function size(units) {
  return (units / MB).toFixed(2);
}

function percent(share) {
  return `${(share * 100).toFixed(share < 0.01 ? 2 : 0)} %`;
}

/** A field's median over all rows with the same key. */
function medians(results, field, key) {
  const measured = results.filter((row) => row[field] !== undefined);
  return new Map(
    [...Map.groupBy(measured, key)].map(([name, rows]) => {
      const values = rows.map((row) => row[field]).sort((a, b) => a - b);
      return [name, values[values.length >> 1]];
    }),
  );
}

function oneLine(message) {
  return message.replace(/[\s|]+/g, " ").slice(0, 90);
}
