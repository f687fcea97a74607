import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { VectorFormat } from "../../src/core/vector-format.ts";
import { openSqliteStore, type SqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { EMBEDDER, SPACE, sample, vectorOf, wordQuery } from "./sample-documents.ts";

const folder = mkdtempSync(join(tmpdir(), "sherd-exact-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let made = 0;
const newPath = () => join(folder, `${made++}.db`);

const TEXT = "The kiln was fired twice. The glaze ran, and the clay cracked in the cold of the yard.";
const QUERY = { vector: vectorOf("a cracked glaze"), embedder: EMBEDDER, documentWeight: 0, limit: 200 };

async function opened(vectors?: VectorFormat, path = newPath()): Promise<SqliteStore> {
  const store = await openSqliteStore(path, {
    vectors,
    derive: async ({ id, text }) => sample(id, text).entries,
  });
  onTestFinished(() => store.close());
  return store;
}

async function fill(store: SqliteStore, count = 6): Promise<void> {
  for (let i = 0; i < count; i++)
    await store.replace(SPACE, [sample(`d${i}`, `${TEXT} Number ${i}.`)], { embedder: EMBEDDER });
}

function kept(path: string): number {
  const file = new DatabaseSync(path);
  const row = file.prepare("SELECT count(*) AS count FROM exact_vectors").get();
  file.close();
  return Number(row?.count);
}

/** How far the cosines that are found lie from the real ones, at most. */
async function largestError(store: SqliteStore): Promise<number> {
  const hits = await store.vectors(SPACE, QUERY);
  expect(hits.length).toBeGreaterThan(20);
  const chunks = await store.chunks(
    SPACE,
    hits.map(({ number }) => number),
  );
  const errors = hits.map(({ cosine }, i) => {
    const vector = vectorOf(chunks[i]?.text ?? "");
    return Math.abs(cosine - vector.reduce((sum, value, at) => sum + value * QUERY.vector[at], 0));
  });
  return Math.max(...errors);
}

it("float32 gives the very cosine, int8 one that is near it", async () => {
  const exact = await opened("float32");
  await fill(exact);
  expect(await largestError(exact)).toBeLessThan(1e-12);
  const rough = await opened();
  await fill(rough);
  const error = await largestError(rough);
  expect(error).toBeGreaterThan(1e-5);
  expect(error).toBeLessThan(0.01);
});

it("float32 gives vectors back as they came; of several, the chunk's own", async () => {
  const store = await opened("float32");
  const { document, entries } = sample("d", TEXT);
  const more = entries.map((entry) =>
    entry.vectors === undefined ? entry : { ...entry, vectors: [...entry.vectors, vectorOf("a question?")] },
  );
  await store.replace(SPACE, [{ document, entries: more }], { embedder: EMBEDDER });
  const vectors = await store.vectorsByHash(SPACE, "d");
  for (const { chunk, vectors: own } of entries)
    if (own !== undefined) expect(vectors.get(chunk.hash)).toEqual(own[0]);
  const [hit] = await store.vectors(SPACE, { ...QUERY, vector: vectorOf("a question?") });
  expect(hit.cosine).toBeCloseTo(1, 6);
  expect(await store.verify()).toEqual([]);
});

it("they go with their document, and with their space; int8 keeps none", async () => {
  const path = newPath();
  const store = await opened("float32", path);
  await fill(store, 3);
  const { vectors } = await store.stats(SPACE);
  expect(kept(path)).toBe(vectors);
  await store.remove(SPACE, ["d0"]);
  await store.replace(SPACE, [sample("d1", "Short.")], { embedder: EMBEDDER });
  const after = (await store.stats(SPACE)).vectors;
  expect(after).toBeLessThan(vectors);
  expect(kept(path)).toBe(after);
  expect(await store.verify()).toEqual([]);
  const other = { ...SPACE, workspace: "other" };
  await store.replace(other, [sample("o", "Short.")], { embedder: EMBEDDER });
  await store.move(other, SPACE);
  expect(kept(path)).toBe((await store.stats(SPACE)).vectors);
  await store.move(other, SPACE);
  expect(kept(path)).toBe(0);
  const plain = newPath();
  await fill(await opened(undefined, plain), 1);
  expect(kept(plain)).toBe(0);
});

describe("the form is the space's", () => {
  it.each([
    ["int8", "float32"],
    ["float32", "int8"],
  ] as const)("%s: %s is refused and named, without a choice it stays", async (first, second) => {
    const path = newPath();
    await fill(await opened(first, path), 1);
    const store = await opened(second, path);
    const write = store.replace(SPACE, [sample("new", TEXT)], { embedder: EMBEDDER });
    await expect(write).rejects.toMatchObject({
      code: "INVALID_OPTION",
      message: expect.stringMatching(new RegExp(`"${first}".*"${second}".*sherd reembed`)),
    });
    expect(await store.document(SPACE, "new")).toBeUndefined();
    expect(await store.vectors(SPACE, QUERY)).not.toEqual([]);
    const open = await opened(undefined, path);
    await open.replace(SPACE, [sample("new", TEXT)], { embedder: EMBEDDER, vectorFormat: second });
    expect((await open.stats(SPACE)).vectorFormat).toBe(first);
    // Nothing of the old form is left: another may come.
    await store.remove(SPACE, ["new"]);
    await store.replace(SPACE, [sample("d0", TEXT)], { embedder: EMBEDDER });
    expect((await store.stats(SPACE)).vectorFormat).toBe(second);
    expect(await store.verify()).toEqual([]);
  });

  it("another word for it is refused", async () => {
    const vectors = "float16" as VectorFormat;
    await expect(openSqliteStore(":memory:", { vectors })).rejects.toMatchObject({ code: "INVALID_OPTION" });
  });
});

describe("damage", () => {
  it.each([
    ["a vector", "UPDATE exact_vectors SET data = zeroblob(length(data)) WHERE number = 3", "index"],
    ["a vector that is gone", "DELETE FROM exact_vectors WHERE number = 3", "index"],
    ["all of them", "DELETE FROM exact_vectors", "index"],
    ["one of nothing", "INSERT INTO exact_vectors VALUES (99999, zeroblob(32), 0)", "orphan"],
  ])("%s: found, mended, and the rest is as it was", async (_name, damage, kind) => {
    const path = newPath();
    const before = await opened("float32", path);
    await fill(before);
    const { vectors } = await before.stats(SPACE);
    await before.close();
    const file = new DatabaseSync(path);
    file.exec(damage);
    file.close();
    const store = await opened(undefined, path);
    expect((await store.verify()).map((problem) => problem.kind)).toContain(kind);
    expect(await store.vectors(SPACE, QUERY)).not.toEqual([]);
    const repaired = await store.verify({ repair: true });
    expect(repaired.filter((problem) => !problem.repaired)).toEqual([]);
    expect(await store.verify()).toEqual([]);
    expect((await store.stats(SPACE)).vectors).toBe(vectors);
    expect(kept(path)).toBe(vectors);
    expect(await store.words(SPACE, wordQuery("glaze", { limit: 50 }))).toHaveLength(6);
    expect(await largestError(store)).toBeLessThan(1e-12);
  });

  it("of a wrong length is a typed error", async () => {
    const path = newPath();
    const store = await opened("float32", path);
    await fill(store, 1);
    const file = new DatabaseSync(path);
    file.exec("UPDATE exact_vectors SET data = x'0102030405'");
    file.close();
    await expect(store.vectors(SPACE, QUERY)).rejects.toMatchObject({ code: "STORE_CORRUPT" });
    expect(await store.verify()).not.toEqual([]);
  });
});
