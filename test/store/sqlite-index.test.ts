import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, it } from "vitest";
import type { Space, Store } from "../../src/core/store.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { EMBEDDER, SPACE, sample, vectorOf, wordQuery } from "./sample-documents.ts";

const folder = mkdtempSync(join(tmpdir(), "sherd-index-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function idsOf(store: Store, words: string, filter?: Record<string, string>): Promise<unknown[]> {
  const hits = await store.words(SPACE, wordQuery(words, { limit: 10_000, filter }));
  const chunks = await store.chunks(
    SPACE,
    hits.map(({ number }) => number),
  );
  return chunks.map((chunk) => chunk?.documentId).sort();
}

it("stays right when documents are replaced so often that its numbers are counted anew", {
  timeout: 60_000,
}, async () => {
  const store = await openSqliteStore(":memory:");
  const ids = Array.from({ length: 500 }, (_, i) => `d${i}`);
  for (let round = 0; round < 14; round++) {
    const batch = ids.map((id) => sample(id, `round ${round}`, { metadata: { id2: id } }));
    await store.replace(SPACE, batch, { embedder: EMBEDDER });
    expect(await idsOf(store, `${round}`, { id2: "d7" })).toEqual(["d7"]);
    expect(await idsOf(store, `${round - 1}`)).toEqual([]);
  }
  expect(await idsOf(store, "13")).toEqual(ids.toSorted());
  const query = { vector: vectorOf("round 13"), embedder: EMBEDDER, documentWeight: 0.5, limit: 10_000 };
  expect(await store.vectors(SPACE, query)).toHaveLength(1_000);
  await store.close();
});

it("keeps one small segment after it settled, and rewrites no large one for a small write", async () => {
  const path = join(folder, "settled.db");
  const store = await openSqliteStore(path);
  const segments = () => {
    const database = new DatabaseSync(path, { readOnly: true });
    const sizes = database.prepare("SELECT live FROM segments ORDER BY first").all();
    database.close();
    return sizes.map(({ live }) => live);
  };
  for (let i = 0; i < 5; i++)
    await store.replace(SPACE, [sample(`a${i}`, "some clay")], { embedder: EMBEDDER });
  expect(segments()).toHaveLength(5);
  await store.settle(SPACE, 5);
  const [settled, ...others] = segments();
  expect(others).toEqual([]);
  await store.replace(SPACE, [sample("b", "more clay")], { embedder: EMBEDDER });
  await store.settle(SPACE, 1);
  expect(segments()).toHaveLength(2);
  expect(segments()[0]).toBe(settled);
  expect(await idsOf(store, "clay")).toHaveLength(6);
  expect(await store.verify()).toEqual([]);
  await store.close();
});

it("serves more workspaces than it holds in memory", async () => {
  const store = await openSqliteStore(":memory:");
  const spaces = Array.from({ length: 40 }, (_, i): Space => ({ workspace: `w${i}`, collection: "turns" }));
  for (const space of spaces)
    await store.replace(space, [sample("d", `only ${space.workspace}`)], { embedder: EMBEDDER });
  const query = { vector: vectorOf("only"), embedder: EMBEDDER, documentWeight: 0, limit: 5 };
  for (const space of [...spaces, ...spaces]) {
    expect(await store.words(space, wordQuery(space.workspace))).toHaveLength(1);
    expect(await store.words(space, wordQuery("w41 w42"))).toEqual([]);
    expect(await store.vectors(space, query)).toHaveLength(2);
  }
  await store.close();
});

it("serves calls that come all at once", async () => {
  const store = await openSqliteStore(join(folder, "once.db"));
  await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      await store.replace(SPACE, [sample(`d${i}`, `shared words, number ${i}`)], { embedder: EMBEDDER });
      expect(await idsOf(store, `${i}`)).toContain(`d${i}`);
      if (i % 3 === 0) await store.remove(SPACE, [`d${i}`]);
    }),
  );
  expect(await idsOf(store, "shared")).toHaveLength(40);
  expect(await store.verify()).toEqual([]);
  await store.close();
});

it("sees at once what another connection wrote", async () => {
  const path = join(folder, "seen.db");
  const writer = await openSqliteStore(path);
  await writer.replace(SPACE, [sample("a", "first")], { embedder: EMBEDDER });
  const reader = await openSqliteStore(path, { readOnly: true });
  expect(await idsOf(reader, "first second")).toEqual(["a"]);
  await writer.replace(SPACE, [sample("b", "second")], { embedder: EMBEDDER });
  expect(await idsOf(reader, "first second")).toEqual(["a", "b"]);
  await writer.remove(SPACE, ["a"]);
  expect(await idsOf(reader, "first second")).toEqual(["b"]);
  await writer.close();
  await reader.close();
});

it("gives room back when most of what it held is gone", async () => {
  const path = join(folder, "room.db");
  let store = await openSqliteStore(path);
  const many = Array.from({ length: 60 }, (_, i) =>
    sample(`d${i}`, `number ${i} `.repeat(2_000), { size: 2_000 }),
  );
  await store.replace(SPACE, many, { embedder: EMBEDDER });
  await store.close();
  const before = statSync(path).size;
  store = await openSqliteStore(path);
  await store.remove(
    SPACE,
    many.slice(1).map(({ document }) => document.id),
  );
  await store.close();
  expect(statSync(path).size).toBeLessThan(before / 5);
  store = await openSqliteStore(path);
  expect(await store.verify()).toEqual([]);
  expect(await idsOf(store, "number")).toContain("d0");
  await store.close();
});
