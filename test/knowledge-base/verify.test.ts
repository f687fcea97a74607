import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { KnowledgeBase } from "../../src/knowledge-base.ts";
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

it("what a restore left behind a day ago is no problem, and goes with a repair", async () => {
  const location = join(temporaryFolder(), "kb.db");
  const base = await openBase({}, location);
  await base.add({ id: "a", text: "Apples." });
  const store = await openSqliteStore(location);
  const hour = 60 * 60 * 1_000;
  const left = leftAt(Date.now() - 25 * hour);
  const late = leftAt(Date.now() - 23 * hour);
  const document = { id: "half", text: "Half a base.", metadata: {}, hash: "x", recipe: "x" };
  for (const space of [left, late]) await store.replace(space, [{ document, entries: [] }]);
  expect(await base.workspaces()).toEqual(["default"]);
  expect(await base.verify()).toEqual([]);
  expect(await store.spaces()).toContainEqual(left);
  expect(await base.verify({ repair: true })).toEqual([]);
  expect(await store.spaces()).not.toContainEqual(left);
  expect(await store.spaces()).toContainEqual(late);
  await store.close();
});

function leftAt(time: number) {
  return { workspace: `\u0001restore:${time}:some-id:default`, collection: "documents" } as const;
}

function damageVectors(location: string): void {
  const file = new DatabaseSync(location);
  file.exec("UPDATE vectors SET data = zeroblob(length(data))");
  file.close();
}

it("without its model, what is damaged is left as it is, and the reason is told", async () => {
  const location = join(temporaryFolder(), "kb.db");
  const first = await openBase({}, location);
  await first.add({ id: "a", text: "Apples." });
  await first.close();
  damageVectors(location);

  const without = await KnowledgeBase.open(location);
  onTestFinished(() => without.close());
  const [problem] = await without.verify({ repair: true });
  expect(problem).toMatchObject({ kind: "index", repaired: false });
  expect(problem.message).toMatch(/left as it is.*test:words/s);
  expect((await without.search("apples", { mode: "words" })).hits).toHaveLength(1);
  expect((await without.verify())[0].kind).toBe("index");

  const base = await openBase({}, location);
  expect((await base.verify({ repair: true })).every(({ repaired }) => repaired)).toBe(true);
  expect(await base.verify()).toEqual([]);
});

it("of another workspace is told that it is damaged, not what it holds", async () => {
  const location = join(temporaryFolder(), "kb.db");
  const base = await openBase({}, location);
  const other = base.workspace("other");
  await other.add({ id: "secret", text: "Apples." });
  await base.add({ id: "a", text: "Bananas." });
  const file = new DatabaseSync(location);
  file.exec("UPDATE documents SET title = '\"changed\"' WHERE id = 'secret'");
  file.close();
  const seen = await base.verify();
  expect(seen).toMatchObject([{ kind: "document", workspace: "other", repaired: false }]);
  expect(JSON.stringify(seen)).not.toContain("secret");
  expect(await other.verify()).toMatchObject([{ kind: "document", document: "secret" }]);
});
