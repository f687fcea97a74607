import { table } from "../markdown-table.mjs";

// Everything the structure bench prints, as Markdown that can go into docs/BENCHMARKS.md unchanged.

const MB = 1e6;
const GOALS = { functions: 0.95, fences: 0.99, tables: 0.99 };
const SPEED_GOALS = { markdown: 8, typescript: 1.5, python: 1.5 };
const MEMORY_GOAL = 500 * MB;

export function report(result) {
  return [
    ...header(result),
    ...sections("Functions, by language", codeTable(result)),
    ...sections("All code together", codeTotals(result)),
    ...sections("Fences and tables of Markdown", markdownTable(result)),
    ...sections("Other formats", otherTable(result)),
    ...sections("Speed", speedTable(result)),
    ...sections("Worker threads", threadTable(result)),
    ...sections("Memory", memoryTable(result)),
    ...sections("Goals", goals(result)),
  ]
    .join("\n")
    .replace(/\n{3,}/g, "\n\n");
}

function sections(title, table) {
  return table === undefined ? [] : ["", `### ${title}`, "", table];
}

function header({ machine, quick, sizes, corpora, chunkers }) {
  const versions = new Map(chunkers.map((chunker) => [chunker.package, chunker.version]));
  const code = corpora.filter(({ kind }) => kind === "code");
  const files = code.reduce((total, corpus) => total + corpus.files, 0);
  return [
    "## Structure",
    "",
    "```sh",
    "npm run bench -- structure",
    "```",
    "",
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGB} GB, ${machine.platform}, Node ${machine.node}, ${machine.date}, load ${machine.load.toFixed(1)} at the start`,
    "",
    `Packages: ${[...versions].map(([name, version]) => `${name} ${version}`).join(" · ")}`,
    "",
    quick ? "QUICK: a tenth of each corpus. Not a figure to publish.\n" : "",
    `${files} source files in ${code.length} languages and further formats, all from packages that npm installs; no file twice. Maximum ${sizes.characters}
characters for all (and ${sizes.tokens} tokens for Sherd), no overlap. Judged by programs of the bench's own: functions by its
tree-sitter queries (named, with a body; methods and functions assigned to a name included), fences and tables by
micromark. Counted is what fits the maximum and lies in nothing larger of its kind that fits. White space is set
aside. A chunk without offsets is looked for from the end of the chunk before it on, then from the beginning; one
whose text is nowhere in the file covers nothing, so its characters count as lost.

Speed is in 10⁶ UTF-16 units a second of the main thread's own time, each row a process of its own; cold is its
first run, in which grammars and parsers are loaded, warm the best later one. Worker threads are measured by the
clock. Memory is the sum of the highest resident memory of the process and of those it starts to parse in.`,
    "",
    table(
      ["format", "MB", "files", "from"],
      corpora.map(({ title, units, files: count, packages }) => [title, mega(units), count, from(packages)]),
    ),
    "",
    table(
      ["splitter", "notes"],
      chunkers.map(({ name, notes }) => [name, notes]),
    ),
  ];
}

function from(packages) {
  const shown = packages.slice(0, 5).map(([name, files]) => `${name} ${files}`);
  const rest = packages.slice(5).reduce((total, [, files]) => total + files, 0);
  return [...shown, ...(rest > 0 ? [`${packages.length - 5} more ${rest}`] : [])].join(", ");
}

// ── what stays whole ───────────────────────────────────────────────────────────────────────────────

const label = ({ chunker, mode }) => (mode === "tokens" ? `${chunker}, tokens` : chunker);

function codeTable({ quality, corpora }) {
  const rows = quality.filter(({ corpus }) => corpora.find(({ name }) => name === corpus).kind === "code");
  if (rows.length === 0) return undefined;
  const names = [...new Set(rows.map(label))];
  return table(
    ["language", "files", "functions that fit", ...names],
    corpora
      .filter(({ kind }) => kind === "code")
      .map(({ name, title }) => {
        const own = rows.filter(({ corpus }) => corpus === name);
        const known = own.find(({ mode, whole }) => mode === "characters" && whole);
        return [
          title,
          known?.files ?? "–",
          known?.whole.functions?.fitting ?? "–",
          ...names.map((wanted) =>
            wholeShare(
              own.find((row) => label(row) === wanted),
              "functions",
            ),
          ),
        ];
      }),
  );
}

function codeTotals({ quality, corpora }) {
  const code = new Set(corpora.filter(({ kind }) => kind === "code").map(({ name }) => name));
  const groups = Map.groupBy(
    quality.filter(({ corpus }) => code.has(corpus)),
    label,
  );
  if (groups.size === 0) return undefined;
  return table(
    [
      "splitter",
      "files",
      "functions whole",
      "lost characters",
      "files with loss",
      "altered chunks",
      "crashes",
      "over the maximum",
    ],
    [...groups].map(([name, rows]) => lossRow(name, total(rows), ["functions"])),
  );
}

function markdownTable({ quality, chunkers }) {
  const rows = quality.filter(({ corpus }) => corpus === "markdown");
  if (rows.length === 0) return undefined;
  return table(
    [
      "splitter",
      "files",
      "fences whole",
      "tables whole",
      "lost characters",
      "files with loss",
      "altered chunks",
      "crashes",
      "over the maximum",
    ],
    rows.map((row) =>
      lossRow(
        label(row),
        total([row]),
        ["fences", "tables"],
        chunkers.find(({ name }) => name === row.chunker).whole,
      ),
    ),
  );
}

function otherTable({ quality, corpora }) {
  const rows = quality.filter(({ corpus }) => ["html", "csv", "json"].includes(corpus));
  if (rows.length === 0) return undefined;
  return table(
    [
      "format",
      "splitter",
      "files",
      "lost characters",
      "files with loss",
      "altered chunks",
      "crashes",
      "over the maximum",
    ],
    rows.map((row) => [
      corpora.find(({ name }) => name === row.corpus).title,
      ...lossRow(label(row), total([row]), []),
    ]),
  );
}

function total(rows) {
  const sum = { failed: rows.find(({ failed }) => failed)?.failed, crashes: 0, whole: {} };
  for (const row of rows.filter(({ failed }) => !failed)) {
    for (const field of ["files", "chunks", "oversized", "lost", "lossyFiles", "altered", "units"]) {
      sum[field] = (sum[field] ?? 0) + row[field];
    }
    sum.largest = Math.max(sum.largest ?? 0, row.largest);
    sum.crashes += row.crashes.length;
    for (const [kind, { fitting, whole }] of Object.entries(row.whole)) {
      sum.whole[kind] ??= { fitting: 0, whole: 0 };
      const tally = sum.whole[kind];
      tally.fitting += fitting;
      tally.whole += whole;
    }
  }
  return sum;
}

function lossRow(name, sum, kinds, noMaximum = false) {
  if (sum.files === undefined) return [name, `failed: ${sum.failed}`, ...Array(kinds.length + 5).fill("–")];
  return [
    name,
    sum.files,
    ...kinds.map((kind) => {
      const { whole, fitting } = sum.whole[kind] ?? { whole: 0, fitting: 0 };
      return `${percent(whole / fitting)} (${whole} of ${fitting})`;
    }),
    sum.lost,
    sum.lossyFiles,
    sum.altered,
    sum.crashes,
    noMaximum
      ? `${percent(sum.oversized / sum.chunks)} (it has none)`
      : sum.oversized === 0
        ? "0"
        : `${percent(sum.oversized / sum.chunks)}, up to ${sum.largest}`,
  ];
}

function wholeShare(row, kind) {
  if (row === undefined) return "–";
  if (row.failed) return `failed: ${row.failed.slice(0, 40)}`;
  const tally = row.whole[kind];
  return tally ? percent(tally.whole / tally.fitting) : "–";
}

// ── what it costs ──────────────────────────────────────────────────────────────────────────────────

function speedTable({ speed, corpora }) {
  if (speed.length === 0) return undefined;
  const rows = speed.map((row) => {
    const { title } = corpora.find(({ name }) => name === row.corpus);
    if (row.warmMs === undefined) return [title, label(row), "–", "–", "–", "–", "–", row.failed];
    const peer = speed.find((one) => one.corpus === row.corpus && one.chunker === "LangChain.js");
    const ratio = peer?.warmMs && row.chunker !== "LangChain.js" ? rate(row) / rate(peer) : undefined;
    return [
      title,
      label(row),
      figure(row.units / MB / (row.coldMs / 1000)),
      figure(rate(row)),
      ratio === undefined ? "–" : ratio.toFixed(3),
      Math.round(row.peakBytes / MB),
      Math.round(row.setupMs),
      row.threw > 0 ? `threw on ${row.threw} files` : "",
    ];
  });
  return table(
    ["format", "splitter", "cold MB/s", "warm MB/s", "× LangChain.js", "peak MB", "import ms", "notes"],
    rows,
  );
}

function rate({ units, warmMs }) {
  return units / MB / (warmMs / 1000);
}

function threadTable({ threads }) {
  if (threads.length === 0) return undefined;
  return table(
    ["format", "threads", "MB/s", "× one thread"],
    threads.map((row) => {
      if (row.ms === undefined) return [row.corpus, row.threads, row.failed, "–"];
      const one = threads.find(({ corpus, threads: count }) => corpus === row.corpus && count === 1);
      const speed = row.units / MB / (row.ms / 1000);
      return [
        row.corpus,
        row.threads,
        figure(speed),
        (speed / (one.units / MB / (one.ms / 1000))).toFixed(2),
      ];
    }),
  );
}

function memoryTable({ memory }) {
  if (memory.length === 0) return undefined;
  return table(
    ["file", "file MB", "text MB", "seconds", "peak MB"],
    memory.map(({ title, bytes, units, ms, peakBytes, failed }) =>
      units === undefined
        ? [title, mega(bytes), "–", "–", failed ?? "no result"]
        : [
            title,
            mega(bytes),
            mega(units),
            (ms / 1000).toFixed(1),
            peakBytes ? Math.round(peakBytes / MB) : "unknown",
          ],
    ),
  );
}

// ── goals ──────────────────────────────────────────────────────────────────────────────────────────

function goals({ quality, speed, memory }) {
  const rows = [];
  const add = (what, goal, reached, met) => rows.push([what, goal, reached, met ? "reached" : "MISSED"]);
  for (const mode of ["characters", "tokens"]) {
    const own = quality.filter((row) => row.chunker === "sherd" && row.mode === mode);
    if (own.length === 0) continue;
    const sum = total(own);
    add(`lost characters, by ${mode}`, "0", sum.lost, sum.lost === 0 && !sum.failed);
    add(`crashes, by ${mode}`, "0", sum.crashes, sum.crashes === 0 && !sum.failed);
    for (const [kind, goal] of Object.entries(GOALS)) {
      const tally = sum.whole[kind];
      if (tally)
        add(
          `${kind} whole, by ${mode}`,
          `≥ ${goal * 100} %`,
          percent(tally.whole / tally.fitting),
          tally.whole / tally.fitting >= goal,
        );
    }
  }
  for (const [corpus, goal] of Object.entries(SPEED_GOALS)) {
    const row = speed.find(
      (one) => one.corpus === corpus && one.chunker === "sherd" && one.mode === "characters",
    );
    if (row?.warmMs) add(`${corpus}, warm MB/s a core`, `≥ ${goal}`, figure(rate(row)), rate(row) >= goal);
  }
  for (const { title, peakBytes } of memory) {
    if (peakBytes) add(`${title}, peak MB`, "< 500", Math.round(peakBytes / MB), peakBytes < MEMORY_GOAL);
  }
  return rows.length === 0 ? undefined : table(["what", "goal", "measured", ""], rows);
}

function percent(share) {
  return Number.isNaN(share) ? "–" : `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`;
}

function figure(value) {
  return value < 10 ? value.toFixed(2) : value.toFixed(1);
}

function mega(units) {
  return (units / MB).toFixed(2);
}
