import { copyFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { newFile, openMemory } from "./support/memories.ts";

const folder = fileURLToPath(new URL("../fixtures/memory/", import.meta.url));
const files = (kind: RegExp) => readdirSync(folder).filter((name) => kind.test(name));
const AT = Date.UTC(2026, 0, 1);

it.each(files(/^schema-\d+\.db$/))("a memory of %s opens, recalls, and goes on", async (name) => {
  const file = newFile();
  copyFileSync(`${folder}${name}`, file);
  const memory = await openMemory({ user: "ana" }, file);
  const [launch, recipe] = await memory.history();
  expect(launch).toMatchObject({
    user: "The launch is on 12 May.",
    at: AT,
    session: "plan",
    metadata: { source: "mail" },
    importance: 0.75,
    accesses: 1,
  });
  expect(recipe).toMatchObject({ pinned: true, accesses: 0 });
  expect((await memory.recall("launch")).memories[0].id).toBe(launch.id);
  await memory.remember("And more.", "Yes.");
  expect(await memory.verify()).toEqual([]);
  expect((await memory.forget({ source: "mail" })).turns).toBe(1);
});

it.each(files(/^export-\d+\.jsonl$/))("%s is imported whole", async (name) => {
  const memory = await openMemory({});
  expect(await memory.import(`${folder}${name}`)).toMatchObject({ read: 2, imported: 2 });
  expect((await memory.history()).map(({ at, accesses }) => [at, accesses])).toEqual([
    [AT, 1],
    [AT + 1, 0],
  ]);
});
