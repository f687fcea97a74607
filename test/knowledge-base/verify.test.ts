import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { openBase, page, temporaryFolder } from "./support.ts";

it.each(["postings", "vectors", "slots", "segments"])("lost %s are found, and made again", async (table) => {
  const location = join(temporaryFolder(), "kb.db");
  const first = await openBase({}, location);
  // One at a time, so that the index has several parts.
  for (let i = 0; i < 12; i++) await first.add({ id: `d${i}`, text: page(`Page ${i}`, `subject${i}`) });
  const { stats, hits } = await answers(first);
  await first.close();

  const file = new DatabaseSync(location);
  file.exec(`PRAGMA foreign_keys = ON; DELETE FROM ${table}`);
  file.close();

  const base = await openBase({}, location);
  const problems = await base.verify();
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.every(({ repaired }) => !repaired)).toBe(true);
  const repaired = await base.verify({ repair: true });
  expect(repaired.filter((problem) => !problem.repaired)).toEqual([]);
  expect(await base.verify()).toEqual([]);
  const again = await answers(base);
  expect(again.stats).toEqual(stats);
  expect(again.hits).toEqual(hits);
});

async function answers(base: Awaited<ReturnType<typeof openBase>>) {
  const { documents, chunks, vectors } = await base.stats();
  const hits = [];
  for (const mode of ["words", "meaning"] as const) {
    const found = await base.search("subject7", { mode, limit: 3 });
    hits.push(found.hits[0].chunk.documentId);
  }
  return { stats: { documents, chunks, vectors }, hits };
}

it("what a restore left behind is no problem, and goes with a repair", async () => {
  const location = join(temporaryFolder(), "kb.db");
  const base = await openBase({}, location);
  await base.add({ id: "a", text: "Apples." });
  const store = await openSqliteStore(location);
  const left = { workspace: "\u0001restore:default", collection: "documents" } as const;
  const document = { id: "half", text: "Half a base.", metadata: {}, hash: "x", recipe: "x" };
  await store.replace(left, [{ document, entries: [] }]);
  expect(await base.workspaces()).toEqual(["default"]);
  expect(await base.verify()).toEqual([]);
  expect(await store.spaces()).toContainEqual(left);
  expect(await base.verify({ repair: true })).toEqual([]);
  expect(await store.spaces()).not.toContainEqual(left);
  await store.close();
});
