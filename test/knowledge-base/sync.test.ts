import { chmodSync, mkdirSync, renameSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { UNINDEXED } from "../../src/core/store.ts";
import { type KnowledgeBase, MOST_PRUNED_SHARE } from "../../src/knowledge-base.ts";
import { openBase, page, temporaryFolder, writeFiles } from "./support.ts";

async function idsOf(base: KnowledgeBase): Promise<string[]> {
  return Array.fromAsync(base.documents(), ({ id }) => id);
}

it("adds, updates and removes what a folder did", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.md": "Apples.", "b/b.md": "Bananas.", "c.md": "Cherries." });
  const base = await openBase();
  await base.sync(folder);
  rmSync(join(folder, "c.md"));
  writeFiles(folder, { "a.md": "Apricots.", "d.md": "Dates." });
  const task = base.sync(folder);
  const removed: (string | undefined)[] = [];
  for await (const { phase, item } of task) if (phase === "remove") removed.push(item);
  expect(await task).toMatchObject({ added: 1, updated: 1, unchanged: 1, removed: 1, kept: 0, failed: [] });
  expect(removed).toEqual(["c.md"]);
  expect(await idsOf(base)).toEqual(["a.md", "b/b.md", "d.md"]);
  expect((await base.search("cherries", { mode: "words" })).hits).toEqual([]);
  expect(await base.verify()).toEqual([]);
});

it("leaves alone what came from elsewhere", async () => {
  const folder = temporaryFolder();
  const files = Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`one/${i}.md`, `Page ${i}.`]));
  writeFiles(folder, { ...files, "one-more/x.md": "Next to it.", "two/y.md": "Elsewhere." });
  const base = await openBase();
  for (const name of ["one", "one-more", "two"]) await base.sync(join(folder, name));
  await base.add({ id: "mine", text: "Given by hand." });
  rmSync(join(folder, "one/3.md"));
  rmSync(join(folder, "two/y.md"));
  expect(await base.sync(join(folder, "one"))).toMatchObject({ removed: 1 });
  expect(await idsOf(base)).toEqual(["0.md", "1.md", "2.md", "mine", "x.md", "y.md"]);
});

it("removes no large part of the base unless it is forced to", async () => {
  const folder = temporaryFolder();
  const files = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`${i}.md`, `Page ${i}.`]));
  writeFiles(folder, files);
  const base = await openBase();
  await base.sync(folder);
  const tooMany = 10 * MOST_PRUNED_SHARE + 1;
  for (let i = 0; i < tooMany; i++) rmSync(join(folder, `${i}.md`));
  const kept = await base.sync(folder);
  expect(kept).toMatchObject({ removed: 0, kept: tooMany });
  expect(kept.warnings.join()).toContain("--force");
  expect(await idsOf(base)).toHaveLength(10);
  expect(await base.sync(folder, { force: true })).toMatchObject({ removed: tooMany, kept: 0 });
  expect(await idsOf(base)).toHaveLength(10 - tooMany);
});

it("removes nothing when the folder is gone, or is a file", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "docs/a.md": "Apples." });
  const base = await openBase();
  await base.sync(join(folder, "docs"));
  renameSync(join(folder, "docs"), join(folder, "moved"));
  await expect(base.sync(join(folder, "docs"), { force: true })).rejects.toMatchObject({
    code: "INPUT_NOT_FOUND",
  });
  await expect(base.sync(join(folder, "moved/a.md"), { force: true })).rejects.toMatchObject({
    code: "INPUT_NOT_FOUND",
  });
  expect(await idsOf(base)).toEqual(["a.md"]);
});

it("removes nothing after an incomplete listing, even when forced", async (context) => {
  if (process.getuid?.() === 0) context.skip("root may list any folder");
  const folder = temporaryFolder();
  writeFiles(folder, { "a.md": "Apples.", "b.md": "Bananas.", "closed/c.md": "Cherries." });
  const base = await openBase();
  await base.sync(folder);
  rmSync(join(folder, "b.md"));
  chmodSync(join(folder, "closed"), 0);
  try {
    const summary = await base.sync(folder, { force: true });
    // Whether the other is gone cannot be told.
    expect(summary).toMatchObject({ removed: 0, kept: 1 });
    expect(summary.failed).toHaveLength(1);
  } finally {
    chmodSync(join(folder, "closed"), 0o755);
  }
});

it("removes nothing below a folder too deep to be listed", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.md": "Apples.", "b.md": "Bananas.", "c.md": "Cherries." });
  const base = await openBase();
  await base.sync(folder);
  rmSync(join(folder, "b.md"));
  writeFiles(folder, { [`${"d/".repeat(102)}deep.md`]: "Deep." });
  const summary = await base.sync(folder, { force: true });
  expect(summary.failed.map(({ error }) => error.code)).toEqual(["LIMIT_EXCEEDED"]);
  expect(summary).toMatchObject({ removed: 0, kept: 1 });
});

it("a file that can no longer be read keeps its last version", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.md": page("A", "apples"), "b.md": "Bananas." });
  const base = await openBase();
  await base.sync(folder);
  writeFiles(folder, { "a.md": "\u0000\u0001\u0002 no text any more \u0000" });
  const summary = await base.sync(folder);
  expect(summary.failed.map(({ id }) => id)).toEqual(["a.md"]);
  expect((await base.get("a.md"))?.text).toBe(page("A", "apples"));
});

it("a stop before the end removes nothing", async () => {
  const folder = temporaryFolder();
  const files = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`${i}.md`, `Page ${i}.`]));
  writeFiles(folder, files);
  const base = await openBase();
  await base.sync(folder);
  for (let i = 0; i < 50; i++) rmSync(join(folder, `${i}.md`));
  writeFiles(
    folder,
    Object.fromEntries(
      Object.keys(files)
        .slice(50)
        .map((name) => [name, "Other text."]),
    ),
  );
  const stop = new AbortController();
  const task = base.sync(folder, { signal: stop.signal });
  const watching = (async () => {
    for await (const { phase } of task) if (phase === "store") stop.abort(new Error("stopped"));
  })();
  await expect(watching).rejects.toThrow("stopped");
  expect(await idsOf(base)).toHaveLength(200);
});

/** Longer ago than a clock's tick, so that an unchanged stat tells all. */
const LONG_AGO = new Date("2020-01-01T00:00:00Z");

function writeOldFiles(folder: string, names: readonly string[]): void {
  for (const name of names) {
    writeFiles(folder, { [name]: `Page ${name}.` });
    utimesSync(join(folder, name), LONG_AGO, LONG_AGO);
  }
}

it("follows a folder that moved: what is deleted there is removed", async () => {
  const folder = temporaryFolder();
  writeOldFiles(join(folder, "old/docs"), ["a.md", "b.md", "c.md"]);
  const base = await openBase();
  await base.sync(join(folder, "old/docs"));
  renameSync(join(folder, "old"), join(folder, "new"));
  expect(await base.sync(join(folder, "new/docs"))).toMatchObject({ unchanged: 3, updated: 0, removed: 0 });
  rmSync(join(folder, "new/docs/a.md"));
  expect(await base.sync(join(folder, "new/docs"))).toMatchObject({ unchanged: 2, removed: 1 });
  expect(await idsOf(base)).toEqual(["b.md", "c.md"]);
  expect(await base.verify()).toEqual([]);
});

it.each([0, 2])("notes a file's new time when its bytes are as they were (%d threads)", async (threads) => {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.md": "Apples." });
  const base = await openBase();
  await base.sync(folder);
  utimesSync(join(folder, "a.md"), LONG_AGO, LONG_AGO);
  expect(await base.sync(folder, { threads })).toMatchObject({ unchanged: 1, updated: 0 });
  const [record] = await Array.fromAsync(base.documents());
  expect(record.file).toMatchObject({ modified: LONG_AGO.getTime() });
  expect(await base.verify()).toEqual([]);
});

it("keeps what a glob or an ignore rule leaves out and is still there", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.md": "Apples.", "b.md": "Bananas.", "c.txt": "Cherries.", "d.txt": "Dates." });
  const base = await openBase();
  await base.sync(folder);
  rmSync(join(folder, "d.txt"));
  expect(await base.sync(folder, { glob: "*.md" })).toMatchObject({ unchanged: 2, removed: 1 });
  expect(await base.sync(folder, { ignore: ["b.md"] })).toMatchObject({ unchanged: 2, removed: 0 });
  writeFiles(folder, { ".gitignore": "a.md\n" });
  mkdirSync(join(folder, ".git"));
  expect(await base.sync(folder)).toMatchObject({ removed: 0, kept: 0 });
  expect(await idsOf(base)).toEqual(expect.arrayContaining(["a.md", "b.md", "c.txt"]));
});

it("removes what has another id now, because the root is another", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "docs/a.md": "Apples." });
  const base = await openBase();
  await base.add({ id: "x", text: "Another." });
  await base.sync(join(folder, "docs"));
  await base.sync(join(folder, "docs"), { root: folder });
  expect(await idsOf(base)).toEqual(["docs/a.md", "x"]);
});

it("makes damaged documents again though their files are unchanged", async () => {
  const folder = temporaryFolder();
  const names = ["a.md", "b.md", "c.md"];
  writeOldFiles(folder, names);
  const file = join(temporaryFolder(), "kb.db");
  const base = await openBase({}, file);
  await base.sync(folder);
  const other = new DatabaseSync(file);
  other.exec("UPDATE documents SET hash = '' WHERE id = 'a.md'");
  other.exec(
    `UPDATE documents SET hash = hash || '${UNINDEXED}', recipe = recipe || ' language=de${UNINDEXED}' WHERE id = 'b.md'`,
  );
  other.close();
  const summary = await base.sync(folder);
  expect(summary).toMatchObject({ updated: 2, unchanged: 1, outdated: 0, warnings: [] });
  for await (const { hash, recipe } of base.documents()) {
    expect(hash).not.toBe("");
    expect(recipe).not.toContain(UNINDEXED);
  }
});

it("leaves a caller's document alone that has a file's id", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.md": "Apples.", "b.md": "Bananas." });
  const base = await openBase();
  await base.add({ id: "a.md", text: "By hand." });
  const { failed, added } = await base.sync(folder);
  expect(added).toBe(1);
  expect(failed.map(({ id, error }) => [id, error.code])).toEqual([["a.md", "ID_CONFLICT"]]);
  expect((await base.get("a.md"))?.text).toBe("By hand.");
});

it("the root must be a folder that exists", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.md": "Apples." });
  const base = await openBase();
  for (const root of [join(folder, "absent"), join(folder, "a.md")]) {
    await expect(base.sync(folder, { root })).rejects.toMatchObject({ code: "INVALID_OPTION" });
    await expect(base.add(folder, { root })).rejects.toMatchObject({ code: "INVALID_OPTION" });
  }
  expect(await idsOf(base)).toEqual([]);
});
