import type { Expansion, SearchMode } from "../search/types.ts";
import { pairedBootstrap, pairedCut } from "./bootstrap.ts";
import type { BoundaryLine } from "./boundaries.ts";
import type { ContextPlace } from "./context-place.ts";
import type { IndexedSet } from "./indexed-set.ts";
import type { QueryFigures } from "./measure.ts";

/** Means over all queries by name, in percent: `pass@5`, `fail@20`, `recall@5`, `iou@5`, `mrr`, `ndcg@10` … */
type Figures = Readonly<Record<string, number>>;

/** A difference of means or a cut, in percent, with its 95 % interval. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** One way of searching over one indexed set, as JSON; the figures stand beside these fields under their names. */
export interface RunReport {
  readonly set: string;
  readonly chunks: "given" | "own";
  /** What made own chunks. */
  readonly by?: string;
  readonly mode: SearchMode;
  readonly expand: Expansion;
  /** Where the outline counted. */
  readonly context_in: ContextPlace;
  /** Parts that were switched off. */
  readonly off: readonly string[];
  readonly embedder?: string;
  readonly documents: number;
  readonly pieces: number;
  readonly queries: number;
  readonly figures: Figures;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly index_seconds: number;
  /** Mean tokens of the pieces at the first depth. */
  readonly tokens_returned: number;
  readonly baseline?: BaselineReport;
  readonly boundaries?: readonly BoundaryLine[];
  readonly perQuery: readonly QueryRow[];
}

/** Vectors alone over the same chunks, and what the run gains over them. */
export interface BaselineReport {
  readonly figures: Figures;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly tokens_returned: number;
  readonly gain: Readonly<Record<string, Interval>>;
  /** By how many percent failed retrievals became fewer: `fail@20`. */
  readonly cut: Readonly<Record<string, Interval>>;
}

/** One query's figures, in percent. */
export interface QueryRow {
  readonly id: string;
  readonly tokens: number;
  readonly figures: Figures;
}

export interface RunSettings {
  readonly by?: string | undefined;
  readonly mode: SearchMode;
  readonly expand: Expansion;
  readonly context_in: ContextPlace;
  readonly off: readonly string[];
}

export function runReport(
  indexed: IndexedSet,
  settings: RunSettings,
  measured: readonly QueryFigures[],
  more: Pick<RunReport, "boundaries"> & { readonly baseline?: readonly QueryFigures[] } = {},
): RunReport {
  const { set, chunks, count, embedder, seconds } = indexed;
  const { by, mode, expand, context_in, off } = settings;
  const { baseline, boundaries } = more;
  return {
    set: set.name,
    chunks,
    ...(by === undefined || chunks === "given" ? {} : { by }),
    mode,
    expand,
    context_in,
    off,
    ...(embedder === undefined || mode === "words" ? {} : { embedder }),
    documents: set.documents.length,
    pieces: count,
    queries: measured.length,
    ...summaryOf(measured),
    index_seconds: rounded(seconds),
    ...(baseline === undefined
      ? {}
      : { baseline: { ...summaryOf(baseline), ...gainOver(rowsOf(baseline), rowsOf(measured)) } }),
    ...(boundaries === undefined ? {} : { boundaries }),
    perQuery: rowsOf(measured),
  };
}

function summaryOf(measured: readonly QueryFigures[]) {
  const figures: Record<string, number> = {};
  const mean = (of: (query: QueryFigures) => number): number =>
    measured.reduce((sum, query) => sum + of(query), 0) / measured.length;
  for (const name of Object.keys(measured[0].figures)) {
    const value = 100 * mean((query) => query.figures[name]);
    figures[name] = rounded(value);
    if (name.startsWith("pass@")) figures[failName(name)] = rounded(100 - value);
  }
  const times = measured.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const quantile = (share: number): number => rounded(times[Math.ceil(share * times.length) - 1]);
  return {
    figures,
    p50_ms: quantile(0.5),
    p95_ms: quantile(0.95),
    tokens_returned: Math.round(mean(({ tokens }) => tokens)),
  };
}

function rowsOf(measured: readonly QueryFigures[]): QueryRow[] {
  return measured.map(({ id, tokens, figures }) => ({
    id,
    tokens,
    figures: Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(100 * value)])),
  }));
}

/** What b gains over a, pair by pair: every figure's difference, and the cut in failed retrievals. */
export function gainOver(
  a: readonly QueryRow[],
  b: readonly QueryRow[],
): Pick<BaselineReport, "gain" | "cut"> {
  const gain: Record<string, Interval> = {};
  const cut: Record<string, Interval> = {};
  for (const name of Object.keys(b[0]?.figures ?? {})) {
    const [before, after] = [a, b].map((rows) => rows.map(({ figures }) => figures[name]));
    if (before.some((value) => value === undefined)) continue;
    gain[name] = interval(pairedBootstrap(before, after));
    if (!name.startsWith("pass@")) continue;
    const failed = (values: readonly number[]): number[] => values.map((value) => 1 - value / 100);
    cut[failName(name)] = interval(pairedCut(failed(before), failed(after)), 100);
  }
  return { gain, cut };
}

function interval({ mean, low, high }: Interval, factor = 1): Interval {
  return { mean: rounded(factor * mean), low: rounded(factor * low), high: rounded(factor * high) };
}

function failName(pass: string): string {
  return pass.replace("pass", "fail");
}

function rounded(value: number): number {
  return Math.round(100 * value) / 100;
}
