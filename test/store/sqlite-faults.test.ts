import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Entry } from "../../src/core/store.ts";
import { MIGRATIONS } from "../../src/store/sqlite/migrations.ts";
import { unsafeEngine } from "../../src/store/sqlite/schema.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { EMBEDDER, SPACE, sample, termsOf, vectorOf, wordQuery } from "./sample-documents.ts";

const folder = mkdtempSync(join(tmpdir(), "sherd-faults-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
function newPath(): string {
  return join(folder, `${made++}.db`);
}

const TEXT = "The kiln fires clay at high heat. Glaze melts and flows over the walls of the pot.";

/** A closed file with some documents, in several segments. */
async function filled(documents = 6): Promise<string> {
  const path = newPath();
  const store = await openSqliteStore(path);
  for (let i = 0; i < documents; i++) {
    await store.replace(SPACE, [sample(`d${i}`, `${TEXT} Number ${i}.`)], { embedder: EMBEDDER });
  }
  await store.close();
  return path;
}

function change(path: string, statements: string): void {
  const database = new DatabaseSync(path);
  database.exec(statements);
  database.close();
}

/** As a knowledge base would. */
async function derive(_document: unknown, chunks: readonly Entry["chunk"][]): Promise<Entry[]> {
  return chunks.map((chunk) =>
    chunk.kind === "parent"
      ? { chunk }
      : { chunk, terms: { text: termsOf(chunk.text), path: ["all"] }, vectors: [vectorOf(chunk.text)] },
  );
}

describe("a file that is not for us is refused and left alone", () => {
  it.each([
    ["text", (path: string) => writeFileSync(path, "not a database at all. ".repeat(100)), "STORE_FOREIGN"],
    ["another program's", (path: string) => change(path, "CREATE TABLE theirs (x)"), "STORE_FOREIGN"],
    [
      "a newer Sherd's",
      (path: string) => change(path, `PRAGMA application_id = ${0x53485244}; PRAGMA user_version = 99`),
      "STORE_VERSION",
    ],
  ])("%s", async (_name, make, code) => {
    const path = newPath();
    make(path);
    const before = readFileSync(path);
    await expect(openSqliteStore(path)).rejects.toMatchObject({ code });
    await expect(openSqliteStore(path, { readOnly: true })).rejects.toMatchObject({ code });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("names both versions", async () => {
    const path = await filled(1);
    change(path, "PRAGMA user_version = 99");
    await expect(openSqliteStore(path)).rejects.toThrow(/schema 99.*uses \d/);
  });
});

it("says what is wrong with a path", async () => {
  await expect(openSqliteStore("")).rejects.toMatchObject({ code: "INVALID_OPTION" });
  await expect(openSqliteStore(folder)).rejects.toMatchObject({ code: "STORE_FAILED" });
  await expect(openSqliteStore(newPath(), { readOnly: true })).rejects.toMatchObject({
    code: "STORE_FAILED",
  });
  writeFileSync(join(folder, "file"), "");
  await expect(openSqliteStore(join(folder, "file/x.db"))).rejects.toMatchObject({ code: "STORE_FAILED" });
});

it("opened to be read: searches work, writes are refused", async () => {
  const path = await filled();
  const store = await openSqliteStore(path, { readOnly: true });
  expect(await store.words(SPACE, wordQuery("glaze"))).toHaveLength(6);
  const write = store.replace(SPACE, [sample("new", "x")], { embedder: EMBEDDER });
  await expect(write).rejects.toMatchObject({ code: "STORE_READ_ONLY" });
  await expect(store.remove(SPACE, ["d0"])).rejects.toMatchObject({ code: "STORE_READ_ONLY" });
  expect(await store.stats(SPACE)).toMatchObject({ documents: 6 });
  await store.close();
});

it("in a folder without the right to write: read as it is, writes refused", async () => {
  const place = mkdtempSync(join(tmpdir(), "sherd-read-only-"));
  const path = join(place, "x y#?.db");
  copyFileSync(await filled(), path);
  chmodSync(path, 0o444);
  chmodSync(place, 0o555);
  try {
    const script = fileURLToPath(new URL("./use-read-only.ts", import.meta.url));
    // The superuser may write anything: then the process is started as nobody.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const { stdout, stderr } = spawnSync(process.execPath, [script, path], { ...nobody, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      found: 6,
      problems: 0,
      write: "STORE_READ_ONLY",
      openToWrite: "STORE_READ_ONLY",
    });
  } finally {
    chmodSync(place, 0o755);
    rmSync(place, { recursive: true, force: true });
  }
});

describe("locked by another", () => {
  it("a write waits for it without holding the thread", async () => {
    const path = await filled();
    const store = await openSqliteStore(path);
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    const write = store.replace(SPACE, [sample("new", "porcelain")], { embedder: EMBEDDER });
    expect(await store.words(SPACE, wordQuery("glaze"))).toHaveLength(6);
    await new Promise((resolve) => setTimeout(resolve, 100));
    other.exec("COMMIT");
    other.close();
    await write;
    expect(await store.words(SPACE, wordQuery("porcelain"))).toHaveLength(1);
    await store.close();
  });

  it("and is an error when patience ends; nothing is half written", async () => {
    const path = await filled();
    const store = await openSqliteStore(path, { patience: 50 });
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    const write = store.replace(SPACE, [sample("d0", "porcelain")], { embedder: EMBEDDER });
    await expect(write).rejects.toMatchObject({ code: "STORE_LOCKED" });
    const stopped = new AbortController();
    const long = await openSqliteStore(path);
    const waiting = long.replace(SPACE, [sample("d0", "x")], { embedder: EMBEDDER, signal: stopped.signal });
    stopped.abort(new Error("stop"));
    await expect(waiting).rejects.toThrow("stop");
    other.close();
    expect((await store.document(SPACE, "d0"))?.text).toContain("kiln");
    await store.replace(SPACE, [sample("d0", "porcelain")], { embedder: EMBEDDER });
    expect(await store.verify()).toEqual([]);
    await long.close();
    await store.close();
  });
});

it("a full disk: the batch is refused whole, what was there stays, and there is a way on", async () => {
  const path = await filled();
  const store = await openSqliteStore(path);
  const limited = vi.spyOn(DatabaseSync.prototype, "exec");
  // The connection's own limit stands for the disk's: SQLite gives the same error for both.
  await store.stats(SPACE);
  const database = await captureDatabase(limited, () => store.stats(SPACE));
  const pages = database.prepare("PRAGMA page_count").get()?.page_count as number;
  database.exec(`PRAGMA max_page_count = ${pages + 2}`);
  const large = sample("large", `${TEXT} `.repeat(2_000), { size: 400 });
  const write = store.replace(SPACE, [sample("d0", "porcelain"), large], { embedder: EMBEDDER });
  await expect(write).rejects.toMatchObject({ code: "STORE_FULL" });
  expect((await store.document(SPACE, "d0"))?.text).toContain("kiln");
  expect(await store.words(SPACE, wordQuery("glaze"))).toHaveLength(6);
  database.exec("PRAGMA max_page_count = 1000000");
  limited.mockRestore();
  await store.replace(SPACE, [large], { embedder: EMBEDDER });
  expect(await store.verify()).toEqual([]);
  await store.close();
});

async function captureDatabase(
  spy: { mock: { contexts: unknown[] } },
  work: () => Promise<unknown>,
): Promise<DatabaseSync> {
  await work();
  return spy.mock.contexts.at(-1) as DatabaseSync;
}

describe("a damaged file", () => {
  it("never crashes, hangs or gives a wrong text: flipped bytes end in typed errors or findings", async () => {
    const path = await filled(12);
    const bytes = readFileSync(path);
    const copy = newPath();
    let noticed = 0;
    for (let at = 150; at < bytes.length; at += Math.ceil(bytes.length / 60)) {
      const damaged = Buffer.from(bytes);
      for (let i = 0; i < 400; i++) damaged[Math.min(at + i, bytes.length - 1)] ^= 0xff;
      writeFileSync(copy, damaged);
      for (const suffix of ["-wal", "-shm"]) rmSync(copy + suffix, { force: true });
      try {
        const store = await openSqliteStore(copy);
        const problems = await store.verify();
        if (problems.length > 0) noticed++;
        else {
          for (let i = 0; i < 12; i++) {
            expect((await store.document(SPACE, `d${i}`))?.text).toBe(`${TEXT} Number ${i}.`);
          }
        }
        await store.words(SPACE, wordQuery("glaze"));
        await store.close();
      } catch (error) {
        noticed++;
        expect(error).toMatchObject({ name: "SherdError", code: expect.stringMatching(/^STORE_/) });
      }
    }
    expect(noticed).toBeGreaterThan(15);
  });

  it.each([
    [
      "a text",
      "UPDATE texts SET data = CAST('x' || substr(CAST(data AS TEXT), 2) AS BLOB)",
      "document",
      false,
    ],
    ["a chunk's row", "UPDATE chunks SET start = start + 1 WHERE number = 2", "document", false],
    ["metadata", `UPDATE documents SET metadata = '{"a":1}' WHERE number = 1`, "document", false],
    ["a block of postings", "DELETE FROM postings WHERE rowid = 1", "index", true],
    [
      "a byte of postings",
      "UPDATE postings SET data = CAST(data || x'00' AS BLOB) WHERE rowid = 1",
      "index",
      true,
    ],
    ["a part of the vectors", "DELETE FROM vectors WHERE rowid = 1", "index", true],
    ["a vector", "UPDATE vectors SET data = zeroblob(length(data)) WHERE rowid = 1", "index", true],
    ["slots", "DELETE FROM slots WHERE segment = (SELECT min(segment) FROM slots)", "index", true],
    [
      "a segment",
      "PRAGMA foreign_keys = ON; DELETE FROM segments WHERE id = (SELECT min(id) FROM segments)",
      "index",
      true,
    ],
    ["counts", "UPDATE segments SET live = live + 1", "index", true],
    ["a mark that is too much", "INSERT INTO gone SELECT id, first FROM segments LIMIT 1", "index", true],
    [
      "chunks of nothing",
      "UPDATE chunks SET document = 99 WHERE number = 3; INSERT INTO texts VALUES (99 * 32768, 0, x'00')",
      "orphan",
      true,
    ],
  ])("%s: found, and made again where it can be derived", async (_name, damage, kind, mends) => {
    const path = await filled();
    change(path, damage);
    const store = await openSqliteStore(path, { derive });
    const found = await store.verify();
    expect(found.map((problem) => problem.kind)).toContain(kind);
    expect(found.every(({ repaired }) => !repaired)).toBe(true);
    const repaired = await store.verify({ repair: true });
    if (mends) {
      expect(repaired.find((problem) => problem.kind === kind)?.repaired).toBe(true);
      const left = (await store.verify()).filter((problem) => problem.kind === kind);
      expect(left).toEqual([]);
      const { documents } = await store.stats(SPACE);
      expect(documents).toBe(6);
    } else {
      expect(repaired[0].repaired).toBe(false);
      expect(repaired[0].message).toContain("sync");
    }
    if (kind === "index") {
      expect(await store.words(SPACE, wordQuery("glaze", { limit: 50 }))).toHaveLength(6);
      expect(await store.verify()).toEqual([]);
    }
    await store.close();
  });

  it("without a way to derive: documents stay, and ask to be indexed again", async () => {
    const path = await filled();
    change(path, "DELETE FROM postings WHERE rowid = 1");
    const store = await openSqliteStore(path);
    const [problem] = await store.verify({ repair: true });
    expect(problem).toMatchObject({ kind: "index", repaired: false });
    expect((await store.verify()).map(({ kind }) => kind)).toContain("unindexed");
    const changed: string[] = [];
    for await (const { id, recipe } of store.documents(SPACE)) if (recipe !== "sample@1") changed.push(id);
    expect(changed.length).toBeGreaterThan(0);
    for (const id of changed) {
      expect((await store.document(SPACE, id))?.text).toContain("kiln");
      const again = sample(id, (await store.document(SPACE, id))?.text ?? "");
      await store.replace(SPACE, [again], { embedder: EMBEDDER });
    }
    expect(await store.verify()).toEqual([]);
    await store.close();
  });
});

it("a chunk whose row says that it is endless is read as far as its document goes", async () => {
  const path = await filled(2);
  change(path, `UPDATE chunks SET "end" = 1099511627776, start = -7 WHERE number = 2`);
  const store = await openSqliteStore(path);
  const [chunk] = await store.chunks(SPACE, [2]);
  expect(chunk?.text.length).toBeLessThan(200);
  await store.close();
});

it("a damaged segment of an earlier run does not fail the end of a later one", async () => {
  const path = await filled(2);
  change(path, "UPDATE postings SET data = zeroblob(length(data))");
  const store = await openSqliteStore(path);
  await store.replace(SPACE, [sample("new", TEXT)], { embedder: EMBEDDER });
  await store.settle(SPACE, 1_000);
  expect(await store.document(SPACE, "new")).toBeDefined();
  expect(await store.verify()).not.toEqual([]);
  await store.close();
});

it("two that make the same file at once both get it", async () => {
  const path = newPath();
  const stores = await Promise.all(Array.from({ length: 4 }, () => openSqliteStore(path)));
  await Promise.all(
    stores.map((store, i) => store.replace(SPACE, [sample(`d${i}`, TEXT)], { embedder: EMBEDDER })),
  );
  for (const store of stores) {
    expect(await store.words(SPACE, wordQuery("glaze"))).toHaveLength(4);
    await store.close();
  }
});

it("a copy of a closed file is a whole database", async () => {
  const path = await filled();
  const copy = newPath();
  copyFileSync(path, copy);
  expect(statSync(`${path}-wal`, { throwIfNoEntry: false })).toBeUndefined();
  const store = await openSqliteStore(copy);
  expect(await store.verify()).toEqual([]);
  expect(await store.stats(SPACE)).toMatchObject({ documents: 6 });
  await store.close();
});

it("warns of an engine with the bug of the log", () => {
  expect(unsafeEngine("3.47.2")).toContain("3.47.2");
  expect(unsafeEngine("3.51.2")).toContain("3.51.2");
  expect(unsafeEngine("3.51.3")).toBeUndefined();
  expect(unsafeEngine("3.53.0")).toBeUndefined();
  expect(unsafeEngine("4.0.0")).toBeUndefined();
});

it.each(MIGRATIONS.map((_, i) => i + 1))(
  "opens a file of schema %i, brings it up to date, and finds all of it",
  async (version) => {
    const path = newPath();
    copyFileSync(new URL(`../fixtures/databases/schema-${version}.db`, import.meta.url), path);
    const space = { workspace: "default", collection: "documents" } as const;
    if (version < MIGRATIONS.length) {
      await expect(openSqliteStore(path, { readOnly: true })).rejects.toMatchObject({
        code: "STORE_VERSION",
      });
    }
    const store = await openSqliteStore(path);
    expect(await store.verify()).toEqual([]);
    expect(await store.stats(space)).toMatchObject({ documents: 2 });
    expect(await store.words(space, wordQuery("salt"))).toHaveLength(1);
    expect(await store.words(space, wordQuery("ash"))).toEqual([]);
    const { embedder, dimensions } = { embedder: (await store.facts(space)).embedder ?? "", dimensions: 256 };
    const vector = new Float32Array(dimensions).fill(1 / 16);
    const query = { vector, embedder, documentWeight: 0.2, limit: 10 };
    expect((await store.vectors(space, query)).length).toBeGreaterThan(1);
    await store.close();
  },
);
