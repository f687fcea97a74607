import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY } from "./decay.ts";
import { type MemoryLimits, planEviction, type RetainedRecord, retentionScore } from "./retention.ts";
import { resolveScoring } from "./score.ts";

const scoring = resolveScoring();
const now = 1_000 * DAY;

function record(id: string, daysAgo: number, more: Partial<RetainedRecord> = {}): RetainedRecord {
  return { id, at: now - daysAgo * DAY, bytes: 100, ...more };
}

function gone(records: readonly RetainedRecord[], limits: MemoryLimits): string[] {
  return planEviction(records, limits, now, scoring).evicted.map(({ id }) => id);
}

describe("planEviction", () => {
  const records = [record("new", 1), record("old", 300), record("used", 300, { spacedUses: 20 })];

  it("takes nothing without limits", () => {
    expect(planEviction(records, {}, now, scoring)).toEqual({
      evicted: [],
      records: 3,
      bytes: 300,
      unmet: [],
    });
  });

  it("takes the least worth keeping first, by records or bytes", () => {
    expect(gone(records, { maxRecords: 2 })).toEqual(["old"]);
    expect(gone(records, { maxBytes: 250 })).toEqual(["old"]);
  });

  it("takes what is too old by its event, whatever was recalled since", () => {
    expect(gone(records, { maxAge: 100 * DAY })).toEqual(["old", "used"]);
  });

  it("never takes what is pinned, and says that a limit does not hold for it", () => {
    const pinned = [record("a", 300, { pinned: true }), record("b", 300, { pinned: true }), record("c", 1)];
    expect(planEviction(pinned, { maxRecords: 1, maxAge: 100 * DAY }, now, scoring)).toMatchObject({
      evicted: [{ id: "c", reason: "records" }],
      records: 2,
      unmet: ["age", "records"],
    });
  });

  it("of equals takes the oldest", () => {
    const none = resolveScoring({ decay: "none" });
    const { evicted } = planEviction([record("b", 1), record("a", 2)], { maxRecords: 1 }, now, none);
    expect(evicted.map(({ id }) => id)).toEqual(["a"]);
  });

  it.each([{ maxRecords: 0 }, { maxBytes: -1 }, { maxAge: Number.NaN }, { maxRecords: 1.5 }])(
    "refuses %j",
    (limits) => {
      expect(() => planEviction([], limits, now, scoring)).toThrow(Object.keys(limits)[0]);
    },
  );

  it("holds every limit unless pins stand against it, and keeps nothing worth less than what it took", () => {
    const arbitrary = fc.array(
      fc.record({
        days: fc.integer({ min: 0, max: 900 }),
        bytes: fc.integer({ min: 0, max: 1_000 }),
        pinned: fc.boolean(),
        spacedUses: fc.integer({ min: 0, max: 9 }),
      }),
    );
    const limits = fc.record({ maxRecords: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(arbitrary, limits, (drafts, limit) => {
        const all = drafts.map(({ days, ...rest }, i) => record(String(i), days, rest));
        const plan = planEviction(all, limit, now, scoring);
        const taken = new Set(plan.evicted.map(({ id }) => id));
        expect(plan.records).toBe(all.length - taken.size);
        expect(all.filter(({ id, pinned }) => pinned && taken.has(id))).toEqual([]);
        expect(plan.records > limit.maxRecords).toBe(plan.unmet.includes("records"));
        const worth = (one: RetainedRecord) => retentionScore(one, now, scoring);
        const kept = all.filter(({ id, pinned }) => !pinned && !taken.has(id)).map(worth);
        const most = Math.max(0, ...plan.evicted.map((one) => one.worth));
        expect(Math.min(Infinity, ...kept)).toBeGreaterThanOrEqual(most);
      }),
    );
  });
});
