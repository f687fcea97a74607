import { chmodSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
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
    expect(summary).toMatchObject({ removed: 0, kept: 2 });
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
