import { describe, expect, it } from "vitest";
import type { EpisodicMemory } from "../../src/memory/index.ts";
import { DAY, HandClock, newFile, openMemory, START } from "./support/memories.ts";

const said = async (memory: EpisodicMemory) => JSON.stringify(await memory.history());

/** A memory of four turns at most, whose first is evicted and summarised; with the ids of all. */
async function summarised(clock = new HandClock()): Promise<{ memory: EpisodicMemory; ids: string[] }> {
  const memory = await openMemory({
    clock,
    limits: { maxRecords: 4 },
    summarise: (turns) => turns.map(({ user, assistant }) => user + assistant).join(" "),
  });
  const ids: string[] = [];
  for (let turn = 0; turn < 12; turn++) {
    clock.pass(DAY);
    const name = turn === 0 ? "Rumpelstiltskin" : `Other ${turn}`;
    ids.push((await memory.remember(name, "")).id);
  }
  return { memory, ids };
}

describe("a summary", () => {
  it("is not written of a turn that another process forgot while it was made", async () => {
    const file = newFile();
    const clock = new HandClock();
    const other = await openMemory({ clock }, file);
    const asked: string[][] = [];
    const memory = await openMemory(
      {
        clock,
        limits: { maxRecords: 4 },
        summarise: async (turns) => {
          asked.push(turns.map(({ user }) => user));
          if (asked.length === 1) await other.forget({ source: "chat" });
          return turns.map(({ user }) => user).join(" ");
        },
      },
      file,
    );
    await memory.remember("Rumpelstiltskin", "", { metadata: { source: "chat" } });
    for (let turn = 1; turn < 6; turn++) {
      clock.pass(DAY);
      await memory.remember(`Other ${turn}`, "");
    }
    expect(asked[0]).toContain("Rumpelstiltskin");
    expect(await said(memory)).not.toContain("Rumpelstiltskin");
    expect(await said(memory)).toContain("Other 5");
    expect(await memory.verify()).toEqual([]);
  });

  it("costs no turn that is said now, however often its turns are forgotten", async () => {
    const file = newFile();
    const clock = new HandClock();
    const other = await openMemory({ clock }, file);
    const memory = await openMemory(
      {
        clock,
        limits: { maxRecords: 20 },
        summarise: async (turns) => {
          await other.forget({ ids: [turns[0].id] });
          await other.rememberMessages([
            { role: "user", content: `More ${turns.length}` },
            { role: "user", content: "Still more." },
          ]);
          return "Short.";
        },
      },
      file,
    );
    for (let turn = 0; turn < 20; turn++) {
      clock.pass(DAY);
      await memory.remember(`Other ${turn}`, "");
    }
    const { warnings, evicted } = await memory.remember("The last.", "");
    expect(evicted).toEqual([]);
    expect(warnings.join()).toContain("forgotten while they were summarised");
    expect(await said(memory)).toContain("The last.");
    expect(await said(memory)).not.toContain("Short.");
  });

  it("is forgotten by the id of any turn it stands for, also through another summary", async () => {
    const { memory, ids } = await summarised();
    const own = (await memory.history()).find(({ assistant }) => assistant.includes("Rumpelstiltskin"));
    expect(own?.metadata.sources).toEqual([]);
    // Eight signs a turn: more of them than it was made of, for one of those was a summary.
    expect(String(own?.metadata.turns).length).toBeGreaterThan(8 * Number(own?.metadata.summaryOf));
    const { turns } = await memory.forget({ ids: [ids[0]] });
    expect(turns).toBe(1);
    expect(await said(memory)).not.toContain("Rumpelstiltskin");
    expect(await said(memory)).toContain("Other 11");
  });

  it("stays when turns are forgotten that it does not speak of, or that never were", async () => {
    const { memory, ids } = await summarised();
    await memory.forget({ ids: [ids[11], "nobody"] });
    expect(await said(memory)).toContain("Rumpelstiltskin");
    expect(await said(memory)).not.toContain("Other 11");
  });

  it("goes by an id only where the other conditions hold for it too", async () => {
    const { memory, ids } = await summarised();
    expect((await memory.forget({ ids: [ids[0]], before: START })).turns).toBe(0);
    expect((await memory.forget({ ids: [ids[0]], before: START + 30 * DAY })).turns).toBe(1);
    expect(await said(memory)).not.toContain("Rumpelstiltskin");
  });

  it("is got and reinforced by the id of a turn it stands for", async () => {
    const { memory, ids } = await summarised();
    const summary = await memory.get(ids[0]);
    expect(summary).toMatchObject({ type: "summary", accesses: 0 });
    expect(summary?.assistant).toContain("Rumpelstiltskin");
    await memory.reinforce([ids[0], ids[1], "nobody"]);
    expect((await memory.get(ids[0]))?.accesses).toBe(1);
    expect(await memory.get("nobody")).toBeUndefined();
  });
});

it("a summary that is written while its turns are being forgotten goes with them", async () => {
  const file = newFile();
  const clock = new HandClock();
  const writer = await openMemory(
    { clock, limits: { maxRecords: 4 }, summarise: () => "Of the old ones." },
    file,
  );
  const { id } = await writer.remember("Rumpelstiltskin", "");
  for (let turn = 1; turn < 4; turn++) {
    clock.pass(DAY);
    await writer.remember(`Other ${turn}`, "");
  }
  const forgetter = await openMemory({ clock }, file);
  // Both begin at once: whichever comes first, nothing of the turn is left.
  const [forgotten] = await Promise.all([forgetter.forget({ ids: [id] }), writer.remember("One more.", "")]);
  expect(forgotten.ids).toContain(id);
  expect(await said(writer)).not.toContain("Rumpelstiltskin");
  expect(await said(writer)).not.toContain("Of the old ones.");
});

describe("a turn that is told again", () => {
  it("stays pinned and important, unless that is said anew", async () => {
    const memory = await openMemory();
    const at = START;
    const { id } = await memory.remember("Said.", "Heard.", { at, pinned: true, importance: 0.9 });
    await memory.remember("Said.", "Heard.", { at });
    expect(await memory.get(id)).toMatchObject({ pinned: true, importance: 0.9 });
    await memory.remember("Said.", "Heard.", { at, pinned: false, importance: 0.2 });
    expect(await memory.get(id)).toMatchObject({ pinned: false, importance: 0.2 });
  });
});
