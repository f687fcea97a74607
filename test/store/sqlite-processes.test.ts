import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { EMBEDDER, SPACE, sample, vectorOf, wordQuery } from "./sample-documents.ts";

const folder = mkdtempSync(join(tmpdir(), "sherd-processes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Writer {
  readonly child: ChildProcess;
  /** The last version of each document that the process said was stored. */
  readonly stored: Map<string, number>;
  readonly ended: Promise<{ code: number | null; errors: string }>;
}

function startWriter(path: string, prefix: string, count: number): Writer {
  const script = fileURLToPath(new URL("./write-documents.ts", import.meta.url));
  const child = spawn(process.execPath, [script, path, prefix, String(count)]);
  const stored = new Map<string, number>();
  let rest = "";
  let errors = "";
  child.stdout.on("data", (data) => {
    const lines = (rest + data).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [id, version] = line.split(" ");
      stored.set(id, Number(version));
    }
  });
  child.stderr.on("data", (data) => {
    errors += data;
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, errors }));
  });
  return { child, stored, ended };
}

it("two processes write while this one searches, and nobody fails", { timeout: 120_000 }, async () => {
  const path = join(folder, "two.db");
  const store = await openSqliteStore(path);
  await store.replace(SPACE, [sample("mine", "words that all of them share")], { embedder: EMBEDDER });
  const writers = [startWriter(path, "a", 120), startWriter(path, "b", 120)];
  let running = true;
  const all = Promise.all(writers.map(({ ended }) => ended)).finally(() => {
    running = false;
  });
  const query = { vector: vectorOf("words"), embedder: EMBEDDER, documentWeight: 0.1, limit: 50 };
  while (running) {
    const hits = await store.words(SPACE, wordQuery("share", { limit: 500 }));
    expect(hits.length).toBeGreaterThan(0);
    expect(new Set(hits.map(({ number }) => number)).size).toBe(hits.length);
    expect((await store.vectors(SPACE, query)).length).toBeGreaterThan(0);
    await store.replace(SPACE, [sample("mine", "words that all of them share")], { embedder: EMBEDDER });
  }
  for (const { code, errors } of await all) expect({ code, errors }).toMatchObject({ code: 0 });
  expect(await store.stats(SPACE)).toMatchObject({ documents: 81 });
  expect(await store.verify()).toEqual([]);
  const hits = await store.words(SPACE, wordQuery("version", { limit: 1_000 }));
  expect(hits.length).toBe(80);
  await store.close();
});

it("what a killed process said was stored is there, once and whole", { timeout: 120_000 }, async () => {
  const path = join(folder, "killed.db");
  for (let round = 0; round < 6; round++) {
    const writer = startWriter(path, `r${round}-`, 100_000);
    await expect.poll(() => writer.stored.size, { timeout: 30_000 }).toBeGreaterThan(2);
    await new Promise((resolve) => setTimeout(resolve, 60 * round));
    writer.child.kill("SIGKILL");
    await writer.ended;
    const store = await openSqliteStore(path);
    expect(await store.verify()).toEqual([]);
    for (const [id, version] of writer.stored) {
      const text = (await store.document(SPACE, id))?.text ?? "";
      expect(Number(/version (\d+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(version);
    }
    await store.close();
  }
});
