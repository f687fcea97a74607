import type { StoredUse, TurnStore } from "../core/turn-store.ts";
import { EvictionList } from "./eviction-list.ts";
import type { MemorySettings } from "./memory-options.ts";
import type { NewTurn, PreparedTurn } from "./prepare-turn.ts";
import { type RememberedTurn, rememberedTurn } from "./remembered-turn.ts";
import { type Eviction, type MemoryLimits, planEviction, type RetainedRecord } from "./retention.ts";
import type { MemorySpaces } from "./scope.ts";
import { summaryTurn } from "./summaries.ts";

/** A turn that limits took out. */
export interface Evicted extends Eviction {
  readonly at: number;
}

export interface EvictionOutcome {
  readonly evicted: readonly Evicted[];
  /** Stays in their place, where that was asked for. */
  readonly summary: NewTurn | undefined;
  readonly warnings: readonly string[];
}

const NOTHING: EvictionOutcome = { evicted: [], summary: undefined, warnings: [] };
/** A summary is worth asking for when a tenth goes at once, not for each turn. */
const LOT = 0.1;

/** What must go so that limits hold once `coming` is there, which itself stays. Changes nothing. */
export async function evictionFor(
  store: TurnStore,
  { turns }: MemorySpaces,
  { limits, scoring, summarise, clock }: MemorySettings,
  list: EvictionList,
  coming: readonly PreparedTurn[] = [],
): Promise<EvictionOutcome> {
  const { maxRecords = Infinity, maxBytes = Infinity, maxAge = Infinity } = limits;
  if (Math.min(maxRecords, maxBytes, maxAge) === Infinity) return NOTHING;
  const now = clock.now();
  const arriving = coming.flatMap(({ document, use }) =>
    use === undefined ? [] : [{ ...use, id: document.id, pinned: true }],
  );
  const { turns: count, bytes, oldest } = await store.useTotals(turns);
  const more = arriving.reduce((sum, one) => sum + one.bytes, bytes);
  const isRoom = count + arriving.length <= maxRecords && more <= maxBytes;
  const isWithin = isRoom && now - oldest <= maxAge;
  list.note(
    coming.flatMap(({ document, use }) => (use === undefined ? [] : [{ ...use, id: document.id }])),
    now,
  );
  if (isWithin) return NOTHING;
  if (summarise === undefined && now - oldest <= maxAge) {
    const taken = await list.take({ turns: count, bytes, arriving }, now);
    if (taken !== undefined) {
      const times = new Map(taken.uses.map(({ id, at }) => [id, at]));
      const evicted = taken.plan.evicted.map((one) => ({ ...one, at: times.get(one.id) ?? now }));
      return { evicted, summary: undefined, warnings: [] };
    }
  }
  const arrivingIds = new Set(arriving.map(({ id }) => id));
  // Where there is room, only the oldest go, however many others there are.
  const isByAge = isRoom && summarise === undefined;
  const range = isByAge ? { before: now - maxAge } : {};
  const stored = (await store.uses(turns, range)).filter(({ id }) => !arrivingIds.has(id));
  const byId = new Map(stored.map((use) => [use.id, use]));
  const records: RetainedRecord[] = [...stored, ...arriving];
  const asked = lowered(limits, summarise !== undefined);
  const plan = planEviction(records, asked, now, scoring, EvictionList.lengthFor(records.length));
  const { evicted, unmet } = plan;
  if (!isByAge) list.fill(plan, now);
  const placed = evicted.map((one) => ({ ...one, at: byId.get(one.id)?.at ?? now }));
  if (summarise === undefined || placed.length === 0)
    return { evicted: placed, summary: undefined, warnings: arriving.length > 0 ? [] : unmetBy(unmet) };
  const gone = await readTurns(store, turns, placed, byId);
  try {
    const text = await summarise(gone);
    if (typeof text !== "string") throw new TypeError(`it gave ${typeof text} instead of a text`);
    return {
      evicted: placed,
      summary: text.trim() === "" ? undefined : summaryTurn(text, gone),
      warnings: [],
    };
  } catch (error) {
    // Neither what is said now nor what should be summarised may be lost to it.
    const reason = error instanceof Error ? error.message : String(error);
    return {
      ...NOTHING,
      warnings: [`Nothing was evicted, though limits ask for it, because summarise failed: ${reason}`],
    };
  }
}

function unmetBy(unmet: readonly Eviction["reason"][]): string[] {
  if (unmet.length === 0) return [];
  return [`Limits on ${unmet.join(" and ")} do not hold, because what is left is pinned.`];
}

function lowered(limits: MemoryLimits, isSummarised: boolean): MemoryLimits {
  if (!isSummarised) return limits;
  const less = (limit: number | undefined) =>
    limit === undefined ? undefined : Math.max(1, Math.floor(limit * (1 - LOT)));
  return { ...limits, maxRecords: less(limits.maxRecords), maxBytes: less(limits.maxBytes) };
}

async function readTurns(
  store: TurnStore,
  space: MemorySpaces["turns"],
  evicted: readonly Evicted[],
  byId: ReadonlyMap<string, StoredUse>,
): Promise<RememberedTurn[]> {
  const turns: RememberedTurn[] = [];
  for (const { id } of evicted) {
    const [document, use] = [await store.document(space, id), byId.get(id)];
    if (document !== undefined && use !== undefined) turns.push(rememberedTurn(document, use));
  }
  return turns.sort((a, b) => a.at - b.at);
}
