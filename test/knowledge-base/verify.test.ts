import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import type { Embedder } from "../../src/core/embedder.ts";
import { SherdError } from "../../src/core/errors.ts";
import { KnowledgeBase } from "../../src/knowledge-base.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { openBase, page, temporaryFolder, wordEmbedder } from "./support.ts";

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

/** Fails from its n-th call on, until it is mended. */
function failing(calls: number) {
  const inner = wordEmbedder();
  const state = { calls: 0, isDown: true };
  const embed: Embedder["embed"] = async (...asked) => {
    if (++state.calls >= calls && state.isDown)
      throw new SherdError("PROVIDER_FAILED", "The provider is down.");
    return inner.embed(...asked);
  };
  return { embedder: { ...inner, embed }, state };
}

it("a provider that fails in the middle of a repair loses nothing, and the next repair goes on", async () => {
  const location = join(temporaryFolder(), "kb.db");
  const first = await openBase({}, location);
  const documents = Array.from({ length: 12 }, (_, i) => ({
    id: `d${i}`,
    text: page(`Page ${i}`, `subject${i}`),
  }));
  await first.add(documents.slice(0, 6));
  await first.add(documents.slice(6));
  const before = await answers(first);
  await first.close();
  damageVectors(location);

  // The first call tries whether the model is there.
  const { embedder, state } = failing(5);
  const base = await openBase({ embedder }, location);
  const problems = await base.verify({ repair: true });
  expect(problems.some(({ repaired }) => !repaired)).toBe(true);
  for (const { repaired, message } of problems)
    if (!repaired) expect(message).toMatch(/is whole.*The provider is down\. Repair again/);
  expect(state.calls).toBe(5);
  expect(await base.stats()).toMatchObject({ documents: 12, chunks: before.stats.chunks });
  for (const { id, text } of documents) expect((await base.get(id))?.text).toBe(text);
  const left = await base.verify();
  expect(left.map(({ kind }) => kind)).toEqual(Array(12 - 3).fill("unindexed"));

  state.isDown = false;
  state.calls = 0;
  expect((await base.verify({ repair: true })).every(({ repaired }) => repaired)).toBe(true);
  expect(state.calls).toBe(1 + 12 - 3);
  expect(await base.verify()).toEqual([]);
  expect(await answers(base)).toEqual(before);
  expect(await base.add(documents)).toMatchObject({ unchanged: 12 });
});

it("a stop is heard in the middle of a repair, which goes on the next time", async () => {
  const location = join(temporaryFolder(), "kb.db");
  const first = await openBase({}, location);
  for (let i = 0; i < 4; i++) await first.add({ id: `d${i}`, text: page(`Page ${i}`, `subject${i}`) });
  await first.close();
  damageVectors(location);
  const stop = new AbortController();
  const inner = wordEmbedder();
  let calls = 0;
  const embed: Embedder["embed"] = async (texts, role, call) => {
    if (++calls === 3) stop.abort(new Error("stopped"));
    call?.signal?.throwIfAborted();
    return inner.embed(texts, role, call);
  };
  const base = await openBase({ embedder: { ...inner, embed } }, location);
  await expect(base.verify({ repair: true, signal: stop.signal })).rejects.toThrow("stopped");
  expect(calls).toBe(3);
  expect((await base.verify({ repair: true })).every(({ repaired }) => repaired)).toBe(true);
  expect(await base.verify()).toEqual([]);
});

it.each([
  ["int8", "float32"],
  ["float32", "int8"],
] as const)("vectors kept as %s are not repaired as %s: nothing is taken out", async (stored, asked) => {
  const location = join(temporaryFolder(), "kb.db");
  const first = await openBase({ vectors: stored }, location);
  await first.add({ id: "a", text: "Apples." });
  await first.add({ id: "b", text: "Bananas." });
  await first.close();
  damageVectors(location);
  const other = await openBase({ vectors: asked }, location);
  for (const problem of await other.verify({ repair: true })) {
    expect(problem).toMatchObject({ kind: "index", repaired: false });
    expect(problem.message).toMatch(/left as it is.*sherd reembed/s);
  }
  expect((await other.search("apples", { mode: "words" })).hits).toHaveLength(1);
  const base = await openBase({}, location);
  expect((await base.verify({ repair: true })).every(({ repaired }) => repaired)).toBe(true);
  expect(await base.verify()).toEqual([]);
  expect(await base.stats()).toMatchObject({ vectors: 2, vectorFormat: stored });
});
