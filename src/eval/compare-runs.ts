import { SherdError } from "../core/errors.ts";
import type { WrittenRun } from "./run-json.ts";
import { gainOver, type Interval } from "./run-report.ts";

/** Runs that return no more than this share of tokens more or less than each other are at equal tokens. */
const EQUAL_TOKENS = 0.05;

/** Two runs of one set, query by query. */
export interface RunComparison {
  readonly set: string;
  /** Of the one and of the other. */
  readonly chunks: readonly [string, string];
  /** That both have. */
  readonly queries: number;
  /** That only one has: they are left out. */
  readonly unpaired: number;
  readonly tokens_returned: readonly [number, number];
  /** Own chunks of other sizes find more by returning more: only figures at a number of tokens compare then. */
  readonly equal_tokens: boolean;
  /** By name, in percent: both means, and the second less the first. */
  readonly figures: Readonly<Record<string, Interval & { readonly a: number; readonly b: number }>>;
  readonly cut: Readonly<Record<string, Interval>>;
}

/** Pairs the runs of two files: those of one set and of the same chunks, or the only ones of a set. */
export function compareRuns(a: readonly WrittenRun[], b: readonly WrittenRun[]): RunComparison[] {
  const pairs = a.flatMap((one) => {
    const sameSet = (runs: readonly WrittenRun[]) => runs.filter(({ set }) => set === one.set);
    const sameChunks = b.filter(({ set, chunks }) => set === one.set && chunks === one.chunks);
    if (sameChunks.length > 0) return [[one, only(sameChunks)] as const];
    const [own, others] = [sameSet(a), sameSet(b)];
    return own.length === 1 && others.length === 1 ? [[one, others[0]] as const] : [];
  });
  if (pairs.length === 0) {
    const names = (runs: readonly WrittenRun[]) =>
      runs.map(({ set, chunks }) => `${set} (${chunks})`).join(", ");
    throw new SherdError("INVALID_OPTION", `No set is in both files: ${names(a)} and ${names(b)}.`);
  }
  const seen = new Set(pairs.map(([, other]) => other));
  if (seen.size < pairs.length) only(pairs.map(([one]) => one));
  return pairs.map(([one, other]) => compareTwo(one, other));
}

function only(runs: readonly WrittenRun[]): WrittenRun {
  const [first] = runs;
  if (runs.length === 1) return first;
  throw new SherdError(
    "INVALID_OPTION",
    `A file holds ${runs.length} runs of ${first.set} (${first.chunks}); a comparison needs one. Write each run to a file of its own.`,
    { set: first.set, chunks: first.chunks },
  );
}

function compareTwo(one: WrittenRun, other: WrittenRun): RunComparison {
  const byId = new Map(other.perQuery.map((row) => [row.id, row]));
  const left = one.perQuery.filter(({ id }) => byId.has(id));
  const right = left.flatMap(({ id }) => byId.get(id) ?? []);
  if (left.length === 0)
    throw new SherdError("INVALID_OPTION", `No query of ${one.set} is in both files.`, { set: one.set });
  const { gain, cut } = gainOver(left, right);
  const mean = (rows: typeof left, name: string): number =>
    Math.round((100 * rows.reduce((sum, { figures }) => sum + figures[name], 0)) / rows.length) / 100;
  const [tokensA, tokensB] = [one.tokens_returned, other.tokens_returned];
  return {
    set: one.set,
    chunks: [one.chunks, other.chunks],
    queries: left.length,
    unpaired: one.perQuery.length + other.perQuery.length - 2 * left.length,
    tokens_returned: [tokensA, tokensB],
    equal_tokens: Math.abs(tokensA - tokensB) <= EQUAL_TOKENS * Math.max(tokensA, tokensB),
    figures: Object.fromEntries(
      Object.entries(gain).map(([name, value]) => [
        name,
        { a: mean(left, name), b: mean(right, name), ...value },
      ]),
    ),
    cut,
  };
}
