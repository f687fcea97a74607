import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeNeutralSet, makeSensitiveSet } from "../../bench/memory/sets/sets.ts";
import { type MemorySet, REPORTING_SEEDS, TUNING_SEEDS } from "../../bench/memory/sets/types.ts";
import { SUBJECTS } from "../../bench/memory/sets/wordings.ts";

const SEEDS = [...TUNING_SEEDS, ...REPORTING_SEEDS];
const WITHOUT = { sets: "" };
let sets = "";

/** Four meetings of thirty utterances; the question of each is about its utterances 10 to 19. */
beforeAll(async () => {
  sets = await mkdtemp(join(tmpdir(), "sherd-sets-"));
  await mkdir(join(sets, "meetings"));
  const documents: string[] = [];
  const queries: string[] = [];
  for (const id of ["m0", "m1", "m2", "m3"]) {
    const lines = Array.from({ length: 30 }, (_, i) => `Speaker ${i % 3}: ${`word${i} `.repeat(20)}\n`);
    const starts = lines.map((_line, i) => lines.slice(0, i).join("").length);
    const text = lines.join("");
    const chunks = starts.map((start, i) => [start, start + lines[i].length]);
    documents.push(JSON.stringify({ id, group: id, text, chunks }));
    const relevant = [{ doc: id, start: starts[10], end: starts[20] }];
    queries.push(JSON.stringify({ id: `${id}q`, group: id, query: `What of ${id}?`, relevant }));
  }
  await writeFile(join(sets, "meetings", "corpus.jsonl"), documents.join("\n"));
  await writeFile(join(sets, "meetings", "queries.jsonl"), queries.join("\n"));
});
afterAll(() => rm(sets, { recursive: true, force: true }));

function byId({ turns }: MemorySet) {
  return new Map(turns.map((turn) => [turn.id, turn]));
}

describe.each([
  ["neutral", makeNeutralSet],
  ["sensitive", makeSensitiveSet],
])("the %s set", (_name, make) => {
  it("is the same for the same seed, and another for another", async () => {
    expect(await make(1, { sets })).toEqual(await make(1, { sets }));
    expect((await make(2, { sets })).turns).not.toEqual((await make(1, { sets })).turns);
  });

  it("has its turns in order, before the questions, and an answer to every question", async () => {
    for (const seed of SEEDS) {
      const set = await make(seed, { sets });
      const turns = byId(set);
      expect(turns.size).toBe(set.turns.length);
      expect(set.turns.map(({ at }) => at)).toEqual(set.turns.map(({ at }) => at).sort((a, b) => a - b));
      expect(set.turns.every(({ at }) => at <= set.asOf)).toBe(true);
      for (const { gold } of set.questions) {
        expect(gold.length).toBeGreaterThan(0);
        expect(gold.every((id) => turns.has(id))).toBe(true);
      }
    }
  });

  it("tunes and reports on different subjects and meetings", async () => {
    const named = async (seeds: readonly number[]) => {
      const found = new Set<string>();
      for (const seed of seeds) {
        const { turns } = await make(seed, { sets });
        for (const { session } of turns) if (session.startsWith("m")) found.add(session);
        const text = turns.map(({ user }) => user).join("\n");
        for (const subject of SUBJECTS) if (text.includes(subject)) found.add(subject);
      }
      return found;
    };
    const tuned = await named(TUNING_SEEDS);
    const reported = await named(REPORTING_SEEDS);
    expect(tuned.size).toBeGreaterThan(10);
    expect([...reported].filter((one) => tuned.has(one))).toEqual([]);
  });
});

describe("the neutral set", () => {
  it("has answers of every age: on average they are as old as the turns", async () => {
    for (const seed of SEEDS) {
      const set = await makeNeutralSet(seed, WITHOUT);
      const rank = new Map(set.turns.map(({ id }, index) => [id, index / set.turns.length]));
      const ranks = set.questions.map(({ gold }) => rank.get(gold[0]) ?? 0);
      const mean = ranks.reduce((sum, one) => sum + one, 0) / ranks.length;
      expect(Math.abs(mean - 0.5)).toBeLessThan(0.1);
    }
  });

  it("takes a meeting's own questions, answered by the turns people marked", async () => {
    const set = await makeNeutralSet(1, { sets });
    const turns = byId(set);
    const asked = set.questions.filter(({ kind }) => kind === "meeting");
    expect(asked.map(({ id }) => id)).toEqual(["m0q", "m2q"]);
    for (const { gold } of asked) {
      const text = gold.map((id) => `${turns.get(id)?.user}\n${turns.get(id)?.assistant}`).join("\n");
      expect(text).toContain("word14");
      expect(text).not.toContain("word5 ");
      expect(text).not.toContain("word25");
    }
  });
});

describe("the sensitive set", () => {
  it("asks for the newest of several statements that are worded alike", async () => {
    for (const seed of SEEDS) {
      const set = await makeSensitiveSet(seed, WITHOUT);
      const turns = byId(set);
      const numbers = set.turns.filter(({ user }) => /\d/.test(user));
      expect(numbers.length).toBeGreaterThan(100);
      expect(new Set(set.questions.map(({ kind }) => kind))).toEqual(new Set(["routine", "update"]));
      for (const { gold, kind } of set.questions) {
        const [id] = gold;
        const number = Number(id.slice(1));
        const before = kind === "routine" ? 11 : 1;
        // Statements of a fact are numbered by age: those before the gold are older ones of the same.
        for (let i = 1; i <= before; i++) {
          const older = turns.get(`d${number - i}`);
          expect(older?.at).toBeLessThan(turns.get(id)?.at ?? 0);
        }
      }
    }
  });
});
