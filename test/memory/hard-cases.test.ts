import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { SherdError } from "../../src/memory/index.ts";
import { DAY, HandClock, newFile, openMemory, START, SwitchedEmbedder } from "./support/memories.ts";

const INVALID = { code: "INVALID_OPTION" };

function messages(turns: number): { role: "user" | "assistant"; content: string }[] {
  return Array.from({ length: turns }, (_, turn) => [
    { role: "user" as const, content: `Question ${turn}` },
    { role: "assistant" as const, content: `Answer ${turn}` },
  ]).flat();
}

describe("limits", () => {
  it("hold for turns that come many at once", async () => {
    const memory = await openMemory({ limits: { maxRecords: 10 } });
    const remembered = await memory.rememberMessages(messages(50));
    expect((await memory.stats()).turns).toBe(10);
    expect(remembered.flatMap(({ evicted }) => evicted)).toHaveLength(40);
    expect(await memory.verify()).toEqual([]);
  });

  it("are no reason to drive out all for one that cannot fit", async () => {
    const memory = await openMemory({ limits: { maxBytes: 1_000 } });
    for (let turn = 0; turn < 10; turn++) await memory.remember(`Small ${turn}`, "x");
    await expect(memory.remember("large ".repeat(1_000), "")).rejects.toMatchObject(INVALID);
    expect((await memory.stats()).turns).toBe(10);
  });

  it("that pinned turns keep from holding are told", async () => {
    const memory = await openMemory({ limits: { maxRecords: 2 } });
    for (let turn = 0; turn < 4; turn++) await memory.remember(`Kept ${turn}`, "", { pinned: true });
    const { evicted, warnings } = await memory.maintain();
    expect(evicted).toEqual([]);
    expect(warnings.join()).toContain("pinned");
  });

  it("cost neither the turn nor the older ones while what summarises them fails", async () => {
    for (const summarise of [
      () => Promise.reject(new Error("no answer")),
      () => undefined as unknown as string,
    ]) {
      const memory = await openMemory({ limits: { maxRecords: 2 }, summarise });
      for (let turn = 0; turn < 2; turn++) await memory.remember(`Turn ${turn}`, "");
      const { evicted, warnings } = await memory.remember("Turn 2", "");
      expect(evicted).toEqual([]);
      expect(warnings.join()).toContain("summarise failed");
      expect((await memory.stats()).turns).toBe(3);
    }
  });
});

describe("forgetting", () => {
  it("takes summaries of what is forgotten along, also summaries of summaries", async () => {
    const forgotten = [{ source: "chat" }, { session: "s" }, { before: START + 1 }];
    for (const filter of forgotten) {
      const clock = new HandClock();
      const memory = await openMemory({
        clock,
        limits: { maxRecords: 4 },
        summarise: (turns) => turns.map(({ user, assistant }) => user + assistant).join(" "),
      });
      await memory.remember("Rumpelstiltskin", "", { session: "s", metadata: { source: "chat" } });
      for (let turn = 0; turn < 12; turn++) {
        clock.pass(DAY);
        await memory.remember(`Other ${turn}`, "", { session: "t", metadata: { source: "mail" } });
      }
      const said = async () => JSON.stringify(await memory.history());
      expect(await said()).toContain("Rumpelstiltskin");
      await memory.forget(filter);
      expect(await said()).not.toContain("Rumpelstiltskin");
      expect(await said()).toContain("Other 11");
    }
  });

  it("gives a summary of one session to that session", async () => {
    const memory = await openMemory({
      session: "only",
      limits: { maxRecords: 3 },
      summarise: () => "Short.",
    });
    for (let turn = 0; turn < 6; turn++) await memory.remember(`Turn ${turn}`, "");
    expect(await memory.history("only")).toEqual(await memory.history());
  });

  it("is not undone by a maintain that was at work on the turn", async () => {
    const embedder = new SwitchedEmbedder();
    const memory = await openMemory({ embedder });
    embedder.isDown = true;
    const { id } = await memory.remember("The zebra must go.", "");
    const other = await memory.remember("The horse stays.", "");
    embedder.isDown = false;
    const embed = embedder.embed.bind(embedder);
    embedder.embed = async (texts) => {
      embedder.embed = embed;
      await memory.forget({ ids: [id] });
      return embed(texts);
    };
    expect(await memory.maintain()).toMatchObject({ embedded: 1, unembedded: 0, warnings: [] });
    expect((await memory.history()).map((turn) => turn.id)).toEqual([other.id]);
    expect(await memory.verify()).toEqual([]);
  });

  it("refuses conditions that name everything without saying so", async () => {
    const memory = await openMemory();
    await memory.remember("Stays.", "");
    await expect(memory.forget({ filter: {} })).rejects.toMatchObject(INVALID);
    expect((await memory.forget({ ids: [] })).turns).toBe(0);
    expect((await memory.stats()).turns).toBe(1);
  });

  it("gets rid by its id of a turn that has lost its time", async () => {
    const file = newFile();
    const memory = await openMemory({}, file);
    const { id } = await memory.remember("Lost.", "");
    const database = new DatabaseSync(file);
    database.exec("DELETE FROM uses");
    database.close();
    expect(await memory.verify()).toHaveLength(1);
    expect((await memory.forget({ ids: [id] })).turns).toBe(1);
    expect(await memory.verify()).toEqual([]);
  });
});

it("one turn that a provider refuses keeps no other from its vectors", async () => {
  const embedder = new SwitchedEmbedder();
  const memory = await openMemory({ embedder });
  embedder.isDown = true;
  for (const said of ["First.", "Refused.", "Last."]) await memory.remember(said, "");
  embedder.isDown = false;
  const embed = embedder.embed.bind(embedder);
  embedder.embed = async (texts) => {
    if (texts.some((text) => text.includes("Refused"))) throw new SherdError("EMBEDDING_REJECTED", "No.");
    return embed(texts);
  };
  const { embedded, unembedded, warnings } = await memory.maintain();
  expect({ embedded, unembedded }).toEqual({ embedded: 2, unembedded: 1 });
  expect(warnings).toHaveLength(1);
});

it("what is wrong in one memory is told to no other of the file", async () => {
  const file = newFile();
  const ana = await openMemory({ user: "ana" }, file);
  const ben = await openMemory({ user: "ben" }, file);
  const { id } = await ana.remember("Of Ana.", "");
  await ben.remember("Of Ben.", "");
  const database = new DatabaseSync(file);
  database.prepare("DELETE FROM chunks WHERE document = (SELECT number FROM documents WHERE id = ?)").run(id);
  database.close();
  expect(JSON.stringify(await ana.verify())).toContain(id);
  expect(JSON.stringify(await ben.verify())).not.toMatch(new RegExp(`ana|${id}`));
});

it("as of a time, a later use makes nothing younger", async () => {
  const clock = new HandClock();
  const memory = await openMemory({ clock });
  await memory.remember("The old topic.", "");
  const asked = { asOf: START + 50 * DAY, explain: true };
  clock.pass(100 * DAY);
  await memory.recall("topic");
  await memory.stats();
  const [{ explanation }] = (await memory.recall("topic", asked)).memories;
  expect(explanation?.recency.hours).toBe(50 * 24);
});

it("an option that is misspelt is refused", async () => {
  const memory = await openMemory();
  const wrong: Record<string, never> = JSON.parse('{"sesion":"a"}');
  await expect(memory.remember("a", "b", wrong)).rejects.toMatchObject(INVALID);
  await expect(memory.recall("a", wrong)).rejects.toMatchObject(INVALID);
  await expect(openMemory({ limits: JSON.parse('{"maxrecords":5}') })).rejects.toMatchObject(INVALID);
  await expect(openMemory({ limits: JSON.parse("5") })).rejects.toMatchObject(INVALID);
  await expect(openMemory({ weights: JSON.parse('{"prev":1}') })).rejects.toMatchObject(INVALID);
});

it("messages that only hold what was recalled are passed over, and no list is refused", async () => {
  const memory = await openMemory();
  const recalled = '<recalled-memory id="a">\n> x\n</recalled-memory>';
  const said = [...messages(1), { role: "user" as const, content: recalled }];
  expect(await memory.rememberMessages(said)).toHaveLength(1);
  await expect(memory.rememberMessages(JSON.parse("null"))).rejects.toMatchObject(INVALID);
});

it("a size below the preset's minimum is one that works, as without a preset", async () => {
  const environment = { SHERD_MEMORY_CHUNK_SIZE: "50" };
  const memory = await openMemory({ preset: "atlas", environment });
  expect((await memory.remember("word ".repeat(60), "")).chunks).toBeGreaterThan(3);
});

describe("transfer", () => {
  it("to a stream that closes fails instead of waiting for ever", async () => {
    const memory = await openMemory();
    await memory.remember("Something.", "");
    const closed = new PassThrough();
    closed.destroy();
    const closing: Writable = new Writable({ highWaterMark: 1, write: () => closing.destroy() });
    for (const stream of [closed, closing])
      await expect(memory.export(stream)).rejects.toMatchObject({ code: "OUTPUT_UNWRITABLE" });
  });

  it("refuses an export with values that cannot be, and rounds times", async () => {
    const memory = await openMemory();
    const turn = { id: "t", user: "a", assistant: "b", at: 1 };
    for (const wrong of [{ id: "" }, { at: 1e300 }, { importance: 55 }, { lastUse: 1e300 }])
      await expect(memory.import(exportOf({ ...turn, ...wrong }))).rejects.toMatchObject({
        code: "EXPORT_INVALID",
      });
    await memory.import(exportOf({ ...turn, at: 1.5, spacedUses: -9, accesses: -9 }));
    expect(await memory.get("t")).toMatchObject({ at: 2, spacedUses: 0, accesses: 0 });
  });

  it("refuses names that remember refuses, and turns of other sessions than a memory is of", async () => {
    const memory = await openMemory();
    const turn = { id: "t", user: "a", assistant: "b", at: 1 };
    for (const session of ["", "a\u001fb", "x".repeat(201), "\ud800", 7])
      await expect(memory.import(exportOf({ ...turn, session }))).rejects.toMatchObject({
        code: "EXPORT_INVALID",
      });
    await expect(memory.import(exportOf({ ...turn, type: "a\nb" }))).rejects.toMatchObject({
      code: "EXPORT_INVALID",
    });
    expect((await memory.stats()).turns).toBe(0);
    const only = await openMemory({ session: "only" });
    await expect(only.import(exportOf({ ...turn, session: "other" }))).rejects.toThrow(/"other".*"only"/);
    await only.import(exportOf(turn));
    expect(await only.history("only")).toMatchObject([{ id: "t", session: "only" }]);
  });

  it("keeps what older records call their session where that is no name, and skips those of other sessions", async () => {
    const records = [
      { user: "One.", assistant: "", session: "a\u001fb" },
      { user: "Two.", assistant: "", session: "fine" },
    ];
    const input = () => Buffer.from(JSON.stringify(records));
    const memory = await openMemory();
    const { migration } = await memory.import(input());
    expect(migration).toMatchObject({ converted: 2, skipped: 0, notes: [{ place: "$[0]" }] });
    const [one, two] = await memory.history();
    expect(one.session).toBeUndefined();
    expect(one.metadata.old).toMatchObject({ session: "a\u001fb" });
    expect(two.session).toBe("fine");
    const only = await openMemory({ session: "fine" });
    expect((await only.import(input())).migration).toMatchObject({ converted: 1, skipped: 1 });
    expect(await only.history()).toMatchObject([{ user: "Two." }]);
  });

  it("to one file from two at once leaves a whole one and nothing beside it", async () => {
    const memory = await openMemory();
    for (let turn = 0; turn < 20; turn++) await memory.remember(`Turn ${turn}`, "");
    const file = newFile("export.jsonl");
    const summaries = await Promise.all([memory.export(file), memory.export(file)]);
    expect(summaries.map(({ turns }) => turns)).toEqual([20, 20]);
    expect(readFileSync(file, "utf8")).toHaveLength(summaries[0].bytes);
    expect(readdirSync(dirname(file))).toEqual(["export.jsonl"]);
  });

  it("gives turns of an export the source that is asked for, where they have none", async () => {
    const memory = await openMemory();
    const turn = { id: "t", user: "a", assistant: "b", at: 1 };
    await memory.import(exportOf(turn), { source: "backup" });
    expect(await memory.wouldForget({ source: "backup" })).toEqual(["t"]);
  });
});

function exportOf(turn: object): Uint8Array {
  const lines = [{ kind: "sherd-memory", version: 1 }, turn, { kind: "sherd-memory-end", turns: 1 }];
  return Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n"));
}
