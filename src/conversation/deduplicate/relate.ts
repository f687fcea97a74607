import type { ExtractedRelationship } from "../../core/extraction.ts";
import type { Clustering, JudgedPair } from "./cluster.ts";
import { compare, type Entry } from "./entry.ts";
import type { Difference } from "./guards.ts";
import type { Judgement } from "./judge.ts";
import { layOut } from "./timeline.ts";
import type { DeduplicationDecision } from "./types.ts";

export interface Related {
  readonly entries: readonly Entry[];
  readonly relationships: readonly ExtractedRelationship[];
  readonly decisions: readonly DeduplicationDecision[];
}

/** What clusters say of one another: which took whose place, which deny or extend which. */
export function relate({ entries: before, merges, related, nearest }: Clustering): Related {
  const positions = new Map(before.map((entry, at) => [entry, at]));
  const at = (entry: Entry) => positions.get(entry) as number;
  const judged = new Map(related.map((pair) => [pairKey(at(pair.a), at(pair.b)), pair]));
  const replacing = related.filter(isReplacement);
  const { entries, origin, updates, unordered } = layOut(
    before,
    replacing.map(({ a, b }) => [at(a), at(b)]),
  );
  const relationships: ExtractedRelationship[] = [];
  const entryOfSource = new Map(
    entries.flatMap((entry) => entry.sources.map((source) => [source, entry] as const)),
  );
  // What was merged and then told apart by time is no duplicate.
  const lasting = merges.filter(
    ({ a, b }) => entryOfSource.get(a.sources[0]) === entryOfSource.get(b.sources[0]),
  );
  const decisions: DeduplicationDecision[] = lasting.map(({ a, b, judgement }) => ({
    outcome: "duplicate",
    memoryId: a.memory.id,
    otherId: b.memory.id,
    similarity: judgement.similarity,
    differences: [],
    reason: `Says the same: similarity ${judgement.similarity.score.toFixed(2)}, and no number, date, unit, negation, name or modality differs.`,
  }));
  const touched = new Set<Entry>();
  const put = (
    outcome: "update" | "contradict" | "extend",
    from: Entry,
    to: Entry,
    { similarity, differences }: Judgement,
    reason: string,
  ) => {
    touched.add(from);
    relationships.push({
      from: from.memory.id,
      to: to.memory.id,
      type: TYPES[outcome],
      confidence: Math.min(from.memory.confidence, to.memory.confidence),
    });
    decisions.push({
      outcome,
      memoryId: from.memory.id,
      otherId: to.memory.id,
      similarity,
      differences,
      reason,
    });
  };
  /** How the two stand, as seen from the first. */
  const between = (from: number, to: number) =>
    seenFrom(judged.get(pairKey(origin[from], origin[to])) as JudgedPair, before[origin[from]]);
  for (const [later, earlier] of updates) {
    const judgement = between(later, earlier);
    put("update", entries[later], entries[earlier], judgement, `Takes its place later: ${told(judgement)}.`);
  }
  for (const [one, other] of unordered) {
    const [from, to] =
      directed(entries[one], entries[other])[0] === entries[one] ? [one, other] : [other, one];
    const judgement = between(from, to);
    const [newer, older] = [entries[from], entries[to]];
    if (newer.statement.hasChangeWord !== older.statement.hasChangeWord)
      put("update", newer, older, judgement, `Its words say that something changed: ${told(judgement)}.`);
    else
      put(
        "contradict",
        newer,
        older,
        judgement,
        `Both cannot be so, and no time says which came later: ${told(judgement)}.`,
      );
  }
  const laid = new Map<number, Entry[]>();
  for (const [i, entry] of entries.entries()) laid.set(origin[i], [...(laid.get(origin[i]) ?? []), entry]);
  for (const pair of related) {
    if (isReplacement(pair)) continue;
    const { relation } = pair.judgement;
    for (const a of laid.get(at(pair.a)) ?? [])
      for (const b of laid.get(at(pair.b)) ?? []) {
        const fromA = relation === "denial" ? directed(a, b)[0] === a : relation === "a-extends";
        const [from, to] = fromA ? [a, b] : [b, a];
        const judgement = seenFrom(pair, fromA ? pair.a : pair.b);
        if (relation === "denial")
          put("contradict", from, to, judgement, `One denies the other: ${told(judgement)}.`);
        else put("extend", from, to, judgement, "Says all of it, and more.");
      }
  }
  for (const [i, entry] of entries.entries())
    if (!touched.has(entry)) decisions.push(isNew(entry, nearest.get(before[origin[i]]), before[origin[i]]));
  return { entries, relationships, decisions };
}

const TYPES = { update: "updates", contradict: "contradicts", extend: "extends" } as const;

/** A value in another's place; of a denial, only one whose words say that something changed. */
function isReplacement({ a, b, judgement }: JudgedPair): boolean {
  if (judgement.relation === "other-value") return true;
  return judgement.relation === "denial" && a.statement.hasChangeWord !== b.statement.hasChangeWord;
}

/** From what speaks of a change, else from what was said later, else by id. */
function directed(a: Entry, b: Entry): [Entry, Entry] {
  if (a.statement.hasChangeWord !== b.statement.hasChangeWord)
    return a.statement.hasChangeWord ? [a, b] : [b, a];
  const later = (a.saidFirst ?? 0) - (b.saidFirst ?? 0) || compare(b.memory.id, a.memory.id);
  return later >= 0 ? [a, b] : [b, a];
}

function isNew(entry: Entry, pair: JudgedPair | undefined, before: Entry): DeduplicationDecision {
  const base = { outcome: "new" as const, memoryId: entry.memory.id };
  if (pair === undefined) return { ...base, differences: [], reason: "Nothing like it was found." };
  const other = pair.a === before ? pair.b : pair.a;
  const judgement = seenFrom(pair, before);
  const { similarity, differences } = judgement;
  const why = differences.length > 0 ? told(judgement) : `similarity ${similarity.score.toFixed(2)}`;
  return {
    ...base,
    otherId: other.memory.id,
    ...(similarity.score > 0 && { similarity }),
    differences,
    reason: `The nearest is another matter: ${why}.`,
  };
}

function seenFrom({ a, judgement }: JudgedPair, from: Entry): Judgement {
  if (a === from) return judgement;
  const differences = judgement.differences.map(({ guard, a, b }) => ({ guard, a: b, b: a }));
  return { ...judgement, differences };
}

function told({ differences }: Judgement): string {
  return differences
    .map(({ guard, a, b }: Difference) => `${guard} (${a || "none"} / ${b || "none"})`)
    .join(", ");
}

function pairKey(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
