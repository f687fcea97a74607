import { invalidOption } from "../core/errors.ts";
import { checkNames } from "./check-names.ts";
import type { MemoryTrace } from "./decay.ts";
import { importanceOf } from "./reinforce.ts";
import { retentionOf, type Scoring } from "./score.ts";

/** Limits of a memory. Absent: none. */
export interface MemoryLimits {
  /** Turns, each with its chunks. */
  readonly maxRecords?: number | undefined;
  /** Of the turns' text in UTF-8, as the records say. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds since the event, whatever was recalled since. */
  readonly maxAge?: number | undefined;
}

const LIMITS = ["maxRecords", "maxBytes", "maxAge"] as const;

/** A turn as far as limits are concerned; its chunks and derived facts go with it. */
export interface RetainedRecord extends MemoryTrace {
  readonly id: string;
  readonly bytes: number;
  /** Is never evicted, and counts towards the limits. */
  readonly pinned?: boolean | undefined;
}

export interface Eviction {
  readonly id: string;
  /** The limit it fell to. */
  readonly reason: "age" | "records" | "bytes";
  readonly worth: number;
}

export interface EvictionPlan {
  /** Least worth keeping first; of equals the oldest, then by id. */
  readonly evicted: readonly Eviction[];
  /** What is left. */
  readonly records: number;
  readonly bytes: number;
  /** Limits that do not hold even so, because what is left is pinned. */
  readonly unmet: readonly Eviction["reason"][];
  /** Those that would go next, where `spare` asks for so many; none where nothing had to go for records or bytes. */
  readonly next?: readonly Pick<Eviction, "id" | "worth">[];
}

/**
 * How much a memory is worth keeping, 0 to 1: the mean of how much of it is still there and how important
 * it is. Unlike a score it knows no question, so both count in full.
 */
export function retentionScore(trace: MemoryTrace, now: number, { decay }: Pick<Scoring, "decay">): number {
  return (retentionOf(trace, now, decay) + importanceOf(trace)) / 2;
}

/** Which memories must go so that the limits hold. Plans only: the caller removes them, each whole. */
export function planEviction(
  records: Iterable<RetainedRecord>,
  limits: MemoryLimits,
  now: number,
  scoring: Pick<Scoring, "decay">,
  spare = 0,
): EvictionPlan {
  const { maxRecords = Infinity, maxBytes = Infinity, maxAge = Infinity } = checkLimits(limits);
  const evicted: Eviction[] = [];
  const loose: Weighed[] = [];
  let kept = 0;
  let bytes = 0;
  let isTooOld = false;
  for (const record of records) {
    const old = now - record.at > maxAge;
    const worth = record.pinned ? 1 : retentionScore(record, now, scoring);
    if (old && !record.pinned) {
      evicted.push({ id: record.id, reason: "age", worth });
      continue;
    }
    isTooOld ||= old;
    kept++;
    bytes += record.bytes;
    if (!record.pinned) loose.push({ record, worth });
  }
  evicted.sort((a, b) => a.worth - b.worth || compare(a.id, b.id));

  const isOver = kept > maxRecords || bytes > maxBytes;
  if (isOver) loose.sort(byWorth);
  let going = 0;
  for (; going < loose.length && (kept > maxRecords || bytes > maxBytes); going++) {
    const { record, worth } = loose[going];
    evicted.push({ id: record.id, reason: kept > maxRecords ? "records" : "bytes", worth });
    kept--;
    bytes -= record.bytes;
  }
  const next = isOver ? loose.slice(going, going + spare) : [];
  const unmet: Eviction["reason"][] = [];
  if (isTooOld) unmet.push("age");
  if (kept > maxRecords) unmet.push("records");
  if (bytes > maxBytes) unmet.push("bytes");
  return {
    evicted,
    records: kept,
    bytes,
    unmet,
    ...(spare === 0 ? {} : { next: next.map(({ record, worth }) => ({ id: record.id, worth })) }),
  };
}

interface Weighed {
  readonly record: RetainedRecord;
  readonly worth: number;
}

/** Least worth first; of equals the oldest, then by id. */
function byWorth(a: Weighed, b: Weighed): number {
  return a.worth - b.worth || a.record.at - b.record.at || compare(a.record.id, b.record.id);
}

/** Throws `INVALID_OPTION`. */
export function checkLimits(limits: MemoryLimits): MemoryLimits {
  checkNames("limits", limits, LIMITS);
  for (const name of LIMITS) {
    const value = limits[name];
    if (value === undefined || value === Infinity) continue;
    if (!Number.isSafeInteger(value) || value < 1)
      invalidOption(name, value, "a whole number, 1 or more, or left out");
  }
  return limits;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
