import { type Entry, entryOf, type Source, startOf } from "./entry.ts";

/** Two entries that cannot both hold at one time, as positions. */
export type Conflict = readonly [number, number];

export interface Timeline {
  readonly entries: readonly Entry[];
  /** For each entry of the result, the one of `before` it came from. */
  readonly origin: readonly number[];
  /** Later position, earlier position. */
  readonly updates: readonly Conflict[];
  /** Conflicts without an order in time. */
  readonly unordered: readonly Conflict[];
}

/**
 * Puts values of one attribute in the order of time. A value that held, was replaced and holds again becomes two
 * entries; each ends where the next that conflicts with it begins.
 */
export function layOut(before: readonly Entry[], conflicts: readonly Conflict[]): Timeline {
  const rivals = new Map<number, number[]>();
  for (const [a, b] of conflicts) {
    listOf(rivals, a).push(b);
    listOf(rivals, b).push(a);
  }
  const entries: Entry[] = [];
  const origin: number[] = [];
  const parts = new Map<number, number[]>();
  for (const [at, entry] of before.entries()) {
    const others = rivals.get(at);
    const split =
      others === undefined
        ? [entry]
        : splitAt(
            entry,
            others.flatMap((other) => startsOf(before[other])),
          );
    parts.set(
      at,
      split.map((_, i) => entries.length + i),
    );
    for (const part of split) {
      entries.push(part);
      origin.push(at);
    }
  }
  const updates: Conflict[] = [];
  const unordered = new Set<string>();
  const ends = new Map<number, number>();
  for (const [at, others] of rivals)
    for (const later of parts.get(at) as number[]) {
      const earlier = latestBefore(
        entries,
        later,
        others.flatMap((other) => parts.get(other) as number[]),
      );
      if (earlier !== undefined) {
        updates.push([later, earlier]);
        const end = begin(entries[later]) as number;
        ends.set(earlier, Math.min(ends.get(earlier) ?? Number.POSITIVE_INFINITY, end));
      }
      for (const other of others.flatMap((other) => parts.get(other) as number[]))
        if (later < other && !areOrdered(entries[later], entries[other])) unordered.add(`${later} ${other}`);
    }
  const moved = new Set(updates.flat());
  return {
    entries: entries.map((entry, at) => (moved.has(at) ? withPeriod(entry, ends.get(at)) : entry)),
    origin,
    updates: updates.sort((a, b) => a[0] - b[0] || a[1] - b[1]),
    unordered: [...unordered].map((pair) => pair.split(" ").map(Number) as [number, number]),
  };
}

function listOf(lists: Map<number, number[]>, at: number): number[] {
  const known = lists.get(at);
  if (known !== undefined) return known;
  const made: number[] = [];
  lists.set(at, made);
  return made;
}

function begin(entry: Entry): number | undefined {
  return entry.validFrom ?? entry.saidFirst;
}

function areOrdered(a: Entry, b: Entry): boolean {
  const [startA, startB] = [begin(a), begin(b)];
  return startA !== undefined && startB !== undefined && startA !== startB;
}

function latestBefore(entries: readonly Entry[], at: number, others: readonly number[]): number | undefined {
  const start = begin(entries[at]);
  let latest: number | undefined;
  for (const other of others) {
    const otherStart = begin(entries[other]);
    if (start === undefined || otherStart === undefined || otherStart >= start) continue;
    if (latest === undefined || otherStart > (begin(entries[latest]) as number)) latest = other;
  }
  return latest;
}

function withPeriod(entry: Entry, end: number | undefined): Entry {
  const validFrom = begin(entry);
  const validTo = end === undefined ? entry.validTo : Math.min(end, entry.validTo ?? end);
  return { ...entry, validFrom, validTo };
}

function startsOf({ sources }: Entry): number[] {
  return sources.flatMap(({ memory }) => startOf(memory) ?? []);
}

/** Sources with a rival's beginning between them are of different times. */
function splitAt(entry: Entry, rivals: readonly number[]): Entry[] {
  const dated = entry.sources
    .map((source) => ({ source, start: startOf(source.memory) }))
    .sort((a, b) => (a.start ?? Number.NEGATIVE_INFINITY) - (b.start ?? Number.NEGATIVE_INFINITY));
  const times = [...rivals].sort((a, b) => a - b);
  const parts: Source[][] = [];
  let next = 0;
  let last: number | undefined;
  for (const { source, start } of dated) {
    if (last !== undefined) while (next < times.length && times[next] <= last) next++;
    const apart = last !== undefined && start !== undefined && next < times.length && times[next] < start;
    if (parts.length === 0 || apart) parts.push([source]);
    else parts[parts.length - 1].push(source);
    last = start ?? last;
  }
  // One memory, one place: an id that was given with different times cannot be in two entries.
  const ids = parts.map((sources) => new Set(sources.map(({ memory }) => memory.id)));
  const distinct = new Set(ids.flatMap((set) => [...set])).size;
  const isClean = distinct === ids.reduce((sum, { size }) => sum + size, 0);
  return parts.length === 1 || !isClean ? [entry] : parts.map((sources) => entryOf(sources, entry));
}
