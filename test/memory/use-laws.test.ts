import fc from "fast-check";
import { expect, it } from "vitest";
import { type EpisodicMemory, reinforce, UNUSED, type Use } from "../../src/memory/index.ts";
import { DAY, HandClock, openMemory, START } from "./support/memories.ts";

async function useOf(memory: EpisodicMemory, id: string): Promise<Use> {
  const { accesses, lastUse, spacedUses } = (await memory.get(id)) ?? { accesses: -1, spacedUses: -1 };
  return { accessCount: accesses, lastUse, spacedUses };
}

it("the file counts uses by the same law as the program, also when the clock runs backwards", async () => {
  const clock = new HandClock();
  const memory = await openMemory({ clock, embedder: "none" }, ":memory:");
  let turn = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -3 * DAY, max: 100 * DAY }), { maxLength: 12 }),
      async (gaps) => {
        const at = START + turn;
        clock.time = at;
        const { id } = await memory.remember(`Turn ${turn++}.`, "", { at });
        let expected = UNUSED;
        for (const gap of gaps) {
          clock.time = Math.max(0, clock.time + gap);
          await memory.reinforce([id]);
          expected = reinforce(expected, at, clock.time);
        }
        const stored = await useOf(memory, id);
        expect(stored.accessCount).toBe(expected.accessCount);
        expect(stored.lastUse).toBe(expected.lastUse);
        expect(stored.spacedUses).toBeCloseTo(expected.spacedUses, 9);
      },
    ),
    { numRuns: 40 },
  );
});

it("a memory one and a half times as relevant is never outranked by age and use", async () => {
  const clock = new HandClock();
  const memory = await openMemory({ clock });
  const words = ["kiln", "glaze", "clay", "wheel", "ash", "pot", "fire", "smoke"];
  for (let i = 0; i < 60; i++) {
    const said = words.filter((_, place) => (i >> (place % 6)) & 1).join(" ");
    await memory.remember(`Of ${said} and subject${i}.`, "", {
      at: START - i * 20 * DAY,
      importance: (i % 5) / 4,
    });
  }
  clock.pass(DAY);
  for (const query of ["kiln glaze", "clay wheel ash", "subject7 smoke", "pot"]) {
    const { memories } = await memory.recall(query, { topK: 60, explain: true });
    const relevance = memories.map(({ explanation }) => explanation?.relevance ?? 0);
    for (let i = 0; i < relevance.length; i++)
      for (let j = i + 1; j < relevance.length; j++)
        expect(relevance[j]).toBeLessThanOrEqual(1.5 * relevance[i] + 1e-9);
  }
});

it("recalls between two processes' views: what another connection stored, used and forgot is seen at once", async () => {
  const clock = new HandClock();
  const first = await openMemory({ clock });
  const location = (await first.stats()).location;
  const second = await openMemory({ clock }, location);
  const { id } = await first.remember("The heron stands in the pond.", "Yes.", { at: START });
  expect((await second.recall("heron", { asOf: START })).memories[0].id).toBe(id);
  clock.pass(DAY);
  await first.reinforce([id]);
  expect((await second.recall("heron", { asOf: clock.time })).memories[0].accesses).toBe(1);
  await first.forget({ ids: [id] });
  expect((await second.recall("heron")).memories).toEqual([]);
});
