import { join } from "node:path";
import { expect, it } from "vitest";
import { RecursiveTextSplitter } from "../../src/chunk/index.ts";
import type { KnowledgeBase } from "../../src/knowledge-base.ts";
import { openBase, page, temporaryFolder, writeFiles } from "./support.ts";

function someFiles(): string {
  const folder = temporaryFolder();
  const files: Record<string, string> = {
    "code.py": "import os\n\ndef fetch_apples(count):\n    return os.listdir(count)\n".repeat(60),
    "table.csv": "fruit,price\napples,1\n".repeat(300),
    "page.html": "<h1>Fruit</h1><p>Apples &amp; pears.</p>",
    "broken.json": "{",
    "data.bin": "\u0000\u0001\u0002",
    "empty.md": "",
    "de.md": "# Äpfel\n\nDie Äpfel und die Birnen sind reif, sagte der Gärtner am frühen Morgen zu uns.\n",
  };
  for (let i = 0; i < 40; i++)
    files[`pages/${i}.md`] = page(`Page ${i}`, `subject${i}`, "apples").repeat(1 + (i % 9));
  writeFiles(folder, files);
  return folder;
}

/** Everything that is stored and found, but for the time. */
async function contents(base: KnowledgeBase): Promise<unknown> {
  const all: unknown[] = [];
  for await (const { stored: _stored, ...record } of base.documents())
    all.push(record, await base.get(record.id), await base.chunks(record.id));
  for (const query of ["apples", "fetch_apples", "Äpfel", "subject7"])
    all.push((await base.search(query, { limit: 50 })).hits);
  return all;
}

// A single thread splits, and the main one analyses; several do both.
it.each([1, 2])("threads give what the main thread gives (%i)", async (threads) => {
  const folder = someFiles();
  const alone = await openBase();
  const first = await alone.add(folder, { threads: 0 });
  const threaded = await openBase();
  const second = await threaded.add(folder, { threads });
  expect({ ...second, milliseconds: 0 }).toEqual({ ...first, milliseconds: 0 });
  expect(first.added).toBeGreaterThan(40);
  expect(first.failed.length).toBeGreaterThan(0);
  expect(await contents(threaded)).toEqual(await contents(alone));
  expect(await threaded.add(folder, { threads, checkContent: true })).toMatchObject({
    updated: 0,
    added: 0,
  });
});

it("a stop ends the threads, and what is stored is whole", async () => {
  const folder = someFiles();
  const base = await openBase({}, join(temporaryFolder(), "kb.db"));
  const stop = new AbortController();
  const task = base.add(folder, { threads: 2, signal: stop.signal });
  setTimeout(() => stop.abort(new Error("stopped")), 150);
  await task.catch((error: unknown) => expect(error).toMatchObject({ message: "stopped" }));
  expect(await base.verify()).toEqual([]);
  const { added, unchanged } = await base.add(folder);
  expect(added + unchanged).toBeGreaterThan(40);
});

// Longer to split than the test may take: it passes only where the thread is ended in the middle of a document.
it("a stop ends a thread that is busy with one long document", { timeout: 30_000 }, async () => {
  const base = await openBase({}, join(temporaryFolder(), "kb.db"));
  await base.add({ id: "small", text: "Apples are red." });
  const text = "Some pears are green, and some are not. ".repeat(3_000_000);
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error("stopped")), 1_000);
  const task = base.add({ id: "long", text }, { signal: stop.signal });
  await expect(task).rejects.toThrow("stopped");
  expect(await base.get("long")).toBeUndefined();
  expect((await base.search("apples")).hits).toHaveLength(1);
  expect(await base.add({ id: "next", text: "Plums are blue." }, { threads: 1 })).toMatchObject({ added: 1 });
  expect(await base.verify()).toEqual([]);
});

it("a chunker of one's own works in the main thread", async () => {
  const folder = someFiles();
  const base = await openBase({ chunker: new RecursiveTextSplitter({ size: 200, unit: "characters" }) });
  const { added } = await base.add(folder, { threads: 2 });
  expect(added).toBeGreaterThan(40);
});

it.each([-1, 1.5, Number.NaN])("%d threads make no sense", async (threads) => {
  const base = await openBase();
  await expect(base.add({ text: "a" }, { threads })).rejects.toMatchObject({ code: "INVALID_OPTION" });
});
