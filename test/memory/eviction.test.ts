import { afterEach, describe, expect, it, vi } from "vitest";
import type { RetainedRecord } from "../../src/memory/index.ts";
import { planEviction } from "../../src/memory/retention.ts";
import { resolveScoring } from "../../src/memory/score.ts";
import { SqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { DAY, HandClock, newFile, openMemory, START } from "./support/memories.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** 0 to 1, the same every time. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const LIMIT = 80;

describe("at its limit, a memory", () => {
  it("evicts what weighing all turns would, while turns are used, pinned, forgotten and told again", async () => {
    const clock = new HandClock();
    const memory = await openMemory({
      clock,
      limits: { maxRecords: LIMIT },
      reinforceOn: "use",
      embedder: "none",
    });
    const draw = draws(7);
    const ids: string[] = [];
    for (let turn = 0; turn < 3 * LIMIT; turn++) {
      clock.pass(1_000);
      const told = [
        `Turn ${turn}`,
        "",
        { at: clock.now() - draw() * 100 * DAY, importance: draw() },
      ] as const;
      const before = (await memory.history()).map((one): RetainedRecord => ({ ...one, bytes: 0 }));
      const { id, evicted } = await memory.remember(...told);
      const coming = { id, at: Math.round(told[2].at), bytes: 0, pinned: true };
      const all = [...before.filter((one) => one.id !== id), coming];
      const plan = planEviction(all, { maxRecords: LIMIT }, clock.now(), resolveScoring());
      expect(evicted.map((one) => one.id)).toEqual(plan.evicted.map((one) => one.id));
      for (const { id: gone, at } of evicted) expect(at).toBe(before.find((one) => one.id === gone)?.at);
      ids.push(id);
      const some = (await memory.history()).map((one) => one.id)[Math.floor(draw() * 20)] ?? id;
      if (turn % 3 === 0) await memory.reinforce([some]);
      if (turn % 17 === 0) await memory.forget({ ids: [some] });
      if (turn % 5 === 0)
        await memory.remember(...(told.slice(0, 2) as [string, string]), { ...told[2], pinned: true });
    }
    expect((await memory.stats()).turns).toBeLessThanOrEqual(LIMIT);
    expect(await memory.verify()).toEqual([]);
  });

  it("weighs all turns for one in many, not for each", async () => {
    const clock = new HandClock();
    const memory = await openMemory({ clock, limits: { maxRecords: LIMIT }, embedder: "none" });
    for (let turn = 0; turn < LIMIT; turn++)
      await memory.remember(`Turn ${turn}`, "", { at: START - DAY + turn });
    const uses = vi.spyOn(SqliteStore.prototype, "uses");
    for (let turn = 0; turn < 50; turn++) {
      clock.pass(1_000);
      expect((await memory.remember(`More ${turn}`, "")).evicted).toHaveLength(1);
    }
    const ofAll = uses.mock.calls.filter(([, query = {}]) => Object.keys(query).length === 0);
    expect(ofAll).toHaveLength(1);
  });

  it("of age, looks at the oldest turns alone, and tells of those that are pinned", async () => {
    const clock = new HandClock();
    const memory = await openMemory({ clock, limits: { maxAge: 10 * DAY }, embedder: "none" });
    const pinned = await memory.remember("Stays.", "", { pinned: true });
    for (let turn = 0; turn < 20; turn++) {
      clock.pass(DAY / 2);
      await memory.remember(`Turn ${turn}`, "");
    }
    const uses = vi.spyOn(SqliteStore.prototype, "uses");
    clock.pass(DAY);
    const { evicted } = await memory.remember("Now.", "");
    expect(evicted.map(({ reason }) => reason)).toEqual(["age"]);
    const read = await Promise.all(uses.mock.results.map(({ value }) => value));
    expect(Math.max(...read.map((list) => list.length))).toBeLessThanOrEqual(2);
    expect((await memory.maintain()).warnings.join()).toContain("age");
    expect(await memory.get(pinned.id)).toBeDefined();
  });

  it("holds to bytes by what another process left", async () => {
    const file = newFile();
    const clock = new HandClock();
    const limits = { maxBytes: 2_000 };
    const memory = await openMemory({ clock, limits, embedder: "none" }, file);
    const other = await openMemory({ clock, embedder: "none" }, file);
    const text = "x".repeat(180);
    for (let turn = 0; turn < 40; turn++) {
      clock.pass(1_000);
      if (turn % 3 === 2) await other.remember(`${turn} ${text}`, "");
      else await memory.remember(`${turn} ${text}`, "");
      if (turn % 7 === 0) await other.forget({ ids: [(await other.history())[0].id] });
      if (turn % 3 !== 2) expect((await memory.stats()).bytes).toBeLessThanOrEqual(2_000);
    }
    expect((await memory.stats()).turns).toBeGreaterThan(5);
  });
});
