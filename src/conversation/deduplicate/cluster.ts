import { findCandidates } from "./candidates.ts";
import { byWorth, compare, type Entry, entryOf } from "./entry.ts";
import { type Judgement, type JudgeOptions, judge } from "./judge.ts";

export interface JudgedPair {
  readonly a: Entry;
  readonly b: Entry;
  readonly judgement: Judgement;
}

export interface Clustering {
  /** No two of them are found to be duplicates. */
  readonly entries: readonly Entry[];
  /** `a` was merged into `b`. */
  readonly merges: readonly JudgedPair[];
  /** Pairs of entries with a relation. */
  readonly related: readonly JudgedPair[];
  /** For each entry, the most similar of those it was compared with and that is not related to it. */
  readonly nearest: ReadonlyMap<Entry, JudgedPair>;
  readonly pairsCompared: number;
  readonly largeBlocks: number;
}

/** Others get their turn after so many entries. */
const ENTRIES_AT_A_TIME = 256;

/**
 * Merges entries of one type until none is left to merge. Each joins the most similar of those before it, in
 * the order of their worth, so that a text that is kept was compared itself and chains of likeness do not form.
 * Repeating until nothing changes makes the result one that is not changed by another run.
 */
export async function cluster(
  given: readonly Entry[],
  options: JudgeOptions,
  turn: () => Promise<void>,
): Promise<Clustering> {
  let entries = [...given].sort(inOrder);
  const merges: JudgedPair[] = [];
  let pairsCompared = 0;
  for (;;) {
    const pass = await mergeOnce(entries, options, turn);
    pairsCompared += pass.pairsCompared;
    for (const merge of pass.merges) merges.push(merge);
    if (pass.merges.length === 0) {
      const { related, nearest, largeBlocks } = pass;
      return { entries, merges, related, nearest, pairsCompared, largeBlocks };
    }
    entries = pass.entries.sort(inOrder);
  }
}

function inOrder(a: Entry, b: Entry): number {
  return byWorth(a.sources[0], b.sources[0]) || compare(a.memory.id, b.memory.id);
}

interface Pass extends Omit<Clustering, "entries"> {
  readonly entries: Entry[];
}

async function mergeOnce(
  entries: readonly Entry[],
  options: JudgeOptions,
  turn: () => Promise<void>,
): Promise<Pass> {
  const candidates = findCandidates(entries.map(({ statement }) => statement));
  const leader = Int32Array.from(entries.keys());
  const comparedBy = new Int32Array(entries.length).fill(-1);
  const merges: JudgedPair[] = [];
  const related: JudgedPair[] = [];
  const nearest = new Map<Entry, JudgedPair>();
  let pairsCompared = 0;
  for (const [at, entry] of entries.entries()) {
    if (at % ENTRIES_AT_A_TIME === 0) await turn();
    let best: JudgedPair | undefined;
    let joined = at;
    const found: JudgedPair[] = [];
    for (const candidate of candidates.before(at)) {
      const other = leader[candidate];
      if (comparedBy[other] === at) continue;
      comparedBy[other] = at;
      pairsCompared++;
      const pair = { a: entry, b: entries[other], judgement: judge(entry, entries[other], options) };
      if (pair.judgement.relation !== "duplicate") found.push(pair);
      else if (best === undefined || isBetter(pair, best)) {
        best = pair;
        joined = other;
      }
    }
    if (best !== undefined) {
      leader[at] = joined;
      merges.push(best);
      continue;
    }
    for (const pair of found)
      if (pair.judgement.relation !== "different") related.push(pair);
      else for (const one of [pair.a, pair.b]) keepNearest(nearest, one, pair);
  }
  return {
    entries: mergedEntries(entries, leader),
    merges,
    related,
    nearest,
    pairsCompared,
    largeBlocks: candidates.largeBlocks,
  };
}

function isBetter(pair: JudgedPair, than: JudgedPair): boolean {
  const gain = pair.judgement.similarity.score - than.judgement.similarity.score;
  return gain > 0 || (gain === 0 && inOrder(pair.b, than.b) < 0);
}

function keepNearest(nearest: Map<Entry, JudgedPair>, entry: Entry, pair: JudgedPair): void {
  const known = nearest.get(entry);
  if (known === undefined || known.judgement.similarity.score < pair.judgement.similarity.score)
    nearest.set(entry, pair);
}

function mergedEntries(entries: readonly Entry[], leader: Int32Array): Entry[] {
  const groups = new Map<number, Entry[]>();
  for (const [at, entry] of entries.entries()) {
    const group = groups.get(leader[at]);
    if (group === undefined) groups.set(leader[at], [entry]);
    else group.push(entry);
  }
  return [...groups.values()].map((group) =>
    group.length === 1
      ? group[0]
      : entryOf(
          group.flatMap(({ sources }) => sources),
          group[0],
        ),
  );
}
