import type { BoundaryLine } from "../eval/boundaries.ts";
import type { RunComparison } from "../eval/compare-runs.ts";
import type { Interval, RunReport } from "../eval/run-report.ts";
import { count } from "./chunk-stats.ts";
import { elapsed, whole } from "./figures.ts";
import { oneLine, style } from "./terminal.ts";

/** Figures at every depth are in the JSON; a line of a terminal has room for these. */
const SHOWN = ["recall", "precision", "iou"];

const CONTEXT_LABELS: Readonly<Record<RunReport["context_in"], readonly string[]>> = {
  words: [],
  vectors: ["context in vectors"],
  both: ["context in words and vectors"],
  neither: ["no context"],
};

/** A set's runs over one kind of chunks, a line each, and what they gain over vectors alone. */
export function renderRuns(runs: readonly RunReport[]): string {
  const [first] = runs;
  const { set, chunks, by, documents, pieces, queries, index_seconds, embedder } = first;
  const names = shownFigures(first);
  const made = chunks === "given" ? "given chunks" : `own chunks (${by})`;
  const lines = [
    `${style(["bold"], oneLine(set))}  ${count(documents, "document")}, ${whole(pieces)} ${made}, ${queriesOf(queries)}, indexed in ${elapsed(1000 * index_seconds)}`,
  ];
  const header = ["", ...names, "tokens", "p50 ms", "p95 ms"];
  const rows = runs.map((run) => [labelOf(run), ...cells(run, names)]);
  const { baseline } = first;
  if (baseline !== undefined) rows.push(["vectors alone", ...cells(baseline, names)]);
  lines.push(...table([header, ...rows]));
  for (const run of runs) lines.push(...renderGain(run, runs.length > 1));
  lines.push(
    style(
      ["dim"],
      `percent, mean over queries${embedder === undefined ? "" : `; vectors: ${oneLine(embedder)}`}`,
    ),
  );
  return `${lines.join("\n")}\n\n`;
}

function shownFigures({ figures }: RunReport): string[] {
  const names = Object.keys(figures);
  const depth = names.find((name) => name.startsWith("recall@"))?.slice("recall".length);
  const isShown = (name: string): boolean =>
    SHOWN.some((figure) => name === `${figure}${depth}`) || /^(?:mrr|ndcg.*|.*t)$/.test(name);
  return [...names.filter((name) => name.startsWith("pass@")), ...names.filter(isShown)];
}

function labelOf({ mode, expand, context_in, off }: RunReport): string {
  if (off.length > 0) return `without ${off.join(", ")}`;
  return [mode, ...(expand === "none" ? [] : [expand]), ...CONTEXT_LABELS[context_in]].join(", ");
}

function cells(
  run: Pick<RunReport, "figures" | "tokens_returned" | "p50_ms" | "p95_ms">,
  names: readonly string[],
): string[] {
  return [
    ...names.map((name) => run.figures[name].toFixed(1)),
    whole(run.tokens_returned),
    run.p50_ms.toFixed(1),
    run.p95_ms.toFixed(1),
  ];
}

function renderGain(run: RunReport, named: boolean): string[] {
  if (run.baseline === undefined) return [];
  const { gain, cut } = run.baseline;
  const passes = Object.entries(gain).filter(([name]) => name.startsWith("pass@"));
  const parts = [
    ...passes.map(([name, value]) => `${name} ${signed(value)}`),
    ...Object.entries(cut).map(
      ([name, value]) => `${name} cut by ${value.mean.toFixed(0)} % ${range(value, 0)}`,
    ),
  ];
  return [`${named ? `${labelOf(run)} ` : ""}over vectors alone: ${parts.join(", ")}`];
}

/** Two runs, figure by figure; a star where the interval excludes zero. */
export function renderRunComparison(comparison: RunComparison, paths: readonly [string, string]): string {
  const { set, chunks, queries, unpaired, tokens_returned, equal_tokens, figures, cut } = comparison;
  const left = unpaired === 0 ? "" : `, ${unpaired} in one file only`;
  const lines = [
    `${style(["bold"], oneLine(set))}  ${queriesOf(queries)}${left}`,
    `a: ${oneLine(paths[0])} (${chunks[0]} chunks, ${whole(tokens_returned[0])} tokens)`,
    `b: ${oneLine(paths[1])} (${chunks[1]} chunks, ${whole(tokens_returned[1])} tokens)`,
  ];
  const rows = Object.entries(figures).map(([name, { a, b, ...value }]) => [
    name,
    a.toFixed(1),
    b.toFixed(1),
    `${value.mean >= 0 ? "+" : ""}${value.mean.toFixed(1)}`,
    `${range(value, 1)}${isReal(value) ? " *" : "  "}`,
  ]);
  lines.push(...table([["", "a", "b", "b − a", "95 % interval  "], ...rows]));
  for (const [name, value] of Object.entries(cut))
    lines.push(`${name} cut by ${value.mean.toFixed(1)} % ${range(value, 1)}${isReal(value) ? " *" : ""}`);
  if (!equal_tokens)
    lines.push(
      "Not at equal tokens (± 5 %): only the figures at a number of tokens (…t) compare; or choose --size and --k.",
    );
  return `${lines.join("\n")}\n\n`;
}

export function renderBoundaries(set: string, lines: readonly BoundaryLine[]): string {
  const rows = lines.map(({ by, Pk, WindowDiff, segments }) => [
    by,
    Pk.toFixed(1),
    WindowDiff.toFixed(1),
    segments.toFixed(1),
  ]);
  const head = `${style(["bold"], oneLine(set))}  topics against a person's, lower is better`;
  return `${[head, ...table([["", "Pk", "WindowDiff", "segments"], ...rows])].join("\n")}\n\n`;
}

function queriesOf(amount: number): string {
  return `${whole(amount)} ${amount === 1 ? "query" : "queries"}`;
}

function isReal({ low, high }: Interval): boolean {
  return low > 0 || high < 0;
}

function signed(value: Interval): string {
  return `${value.mean >= 0 ? "+" : ""}${value.mean.toFixed(1)} ${range(value, 1)}`;
}

function range({ low, high }: Interval, digits: number): string {
  return `[${low.toFixed(digits)}, ${high.toFixed(digits)}]`;
}

/** The first column to the left, the others to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row, i) => {
    const line = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]),
    );
    return i === 0 ? style(["dim"], line.join("  ")) : line.join("  ");
  });
}
