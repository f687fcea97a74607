import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DAY, HandClock, newFile, openMemory, START } from "./support/memories.ts";

it("an export restores every turn with its use, and twice is once", async () => {
  const clock = new HandClock();
  const memory = await openMemory({ clock });
  for (let turn = 0; turn < 70; turn++)
    await memory.remember(`Turn ${turn} on apples.\n"quoted" \u2028 line`, "Ünïcode 🦜", {
      session: turn % 2 === 0 ? "even" : undefined,
      metadata: { turn, nested: { list: [1, null] } },
      importance: turn / 100,
      pinned: turn === 3,
      at: START + turn,
    });
  clock.pass(DAY);
  await memory.recall("apples");
  const file = newFile("export.jsonl");
  expect(await memory.export(file)).toMatchObject({ turns: 70 });
  const other = await openMemory({ clock });
  expect(await other.import(file)).toMatchObject({ read: 70, imported: 70, unchanged: 0 });
  expect(await other.history()).toEqual(await memory.history());
  expect((await other.history()).some(({ accesses }) => accesses > 0)).toBe(true);
  expect(await other.import(file)).toMatchObject({ read: 70, imported: 0, unchanged: 70 });
  expect(await other.verify()).toEqual([]);
});

it("an export that is cut short or of another version is told", async () => {
  const memory = await openMemory();
  await memory.remember("One.", "");
  const file = newFile("export.jsonl");
  await memory.export(file);
  const text = readFileSync(file, "utf8");
  const other = await openMemory();
  for (const [broken, message] of [
    [text.slice(0, text.lastIndexOf('{"kind"')), "cut short"],
    [text.replace('"version":1', '"version":9'), "version 9"],
    [text.replace('"user"', '"whoever"'), "no turn"],
    [`${text.split("\n", 1)[0]}\n[1]\n`, "no JSON object"],
  ]) {
    writeFileSync(file, broken);
    const error = await other.import(file).catch((one: unknown) => one);
    expect(error).toMatchObject({ code: "EXPORT_INVALID" });
    expect(String(error)).toContain(message);
  }
  await expect(other.import(`${file}.none`)).rejects.toMatchObject({ code: "INPUT_NOT_FOUND" });
});

it("flat and chunked records of older memories come over with their use, and twice is once", async () => {
  const flat = [
    {
      user: "My cat is called Mimi.",
      assistant: "A fine name.",
      timestamp: "2025-03-01T10:00:00Z",
      embedding: [0.1, 0.2],
      access_count: 4,
      last_accessed: "2025-05-01T10:00:00Z",
      mood: "glad",
    },
    { user: "Hello", assistant: "Hi", timestamp: 1_740_000_000 },
  ];
  const file = newFile("old.json");
  writeFileSync(file, JSON.stringify(flat));
  const memory = await openMemory();
  const { imported, migration } = await memory.import(file);
  expect(imported).toBe(2);
  expect(migration).toMatchObject({ read: 2, converted: 2, skipped: 0 });
  expect(await memory.import(file)).toMatchObject({ imported: 0, unchanged: 2 });
  const [, cat] = await memory.history();
  expect(cat).toMatchObject({
    user: "My cat is called Mimi.",
    at: Date.UTC(2025, 2, 1, 10),
    accesses: 4,
    lastUse: Date.UTC(2025, 4, 1, 10),
    metadata: { mood: "glad", source: "old.json" },
  });
  expect((await memory.recall("cat's name")).memories[0].id).toBe(cat.id);
  expect((await memory.forget({ source: "old.json" })).turns).toBe(2);
});
