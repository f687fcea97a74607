import { appendFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ContentAwareChunker, RecursiveTextSplitter } from "../../src/chunk/index.ts";
import type { Progress } from "../../src/core/progress.ts";
import type { IngestSummary } from "../../src/knowledge-base.ts";
import { openBase, page, temporaryFolder, wordEmbedder, writeFiles } from "./support.ts";

/** The counts that are not zero. */
function counts(summary: IngestSummary): Record<string, number> {
  const { added, updated, unchanged, removed, kept, outdated, failed } = summary;
  const all = { added, updated, unchanged, removed, kept, outdated, failed: failed.length };
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0));
}

it("begins at once, can be awaited, and tells every document when it is stored", async () => {
  const base = await openBase();
  const task = base.add([
    { id: "a", text: page("A", "apples") },
    { id: "b", text: page("B", "bananas") },
  ]);
  const seen: Progress[] = [];
  for await (const progress of task) {
    seen.push(progress);
    if (progress.item !== undefined) expect(await base.get(progress.item)).toBeDefined();
  }
  expect(seen.map(({ phase, done, item }) => [phase, done, item])).toEqual([
    ["store", 1, "a"],
    ["store", 2, "b"],
  ]);
  expect(seen[1].total).toBe(2);
  const summary = await task;
  expect(counts(summary)).toEqual({ added: 2 });
  expect(summary.embedded).toBe(summary.chunks);
});

it("is done though nobody looks, and fails for whoever iterates", async () => {
  const base = await openBase();
  await base.add({ id: "a", text: "apples" });
  expect(await Array.fromAsync(base.documents(), ({ id }) => id)).toEqual(["a"]);
  const stopped = base.add({ id: "b", text: "bananas" }, { signal: AbortSignal.abort(new Error("stop")) });
  await expect(Array.fromAsync(stopped)).rejects.toThrow("stop");
  await expect(stopped).rejects.toThrow("stop");
  expect(await base.get("b")).toBeUndefined();
});

it("names files by their path from the folder, and finds them", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "guide/install.md": page("Install", "compilers"),
    "notes.txt": "Some notes on tides.",
  });
  const base = await openBase();
  expect(counts(await base.add(folder))).toEqual({ added: 2 });
  const [record] = await Array.fromAsync(base.documents());
  expect(record).toMatchObject({ id: "guide/install.md", title: "Install" });
  const { hits } = await base.search("compilers");
  expect(hits[0].chunk.documentId).toBe("guide/install.md");
  expect(hits[0].chunk.text).toBe(
    (await base.get("guide/install.md"))?.text.slice(hits[0].chunk.span.start, hits[0].chunk.span.end),
  );
});

it("ids: the caller's, else the path from the root, else the text's hash", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "docs/a.md": "Apples.", "src/a.md": "Bananas." });
  const base = await openBase();
  await base.add([join(folder, "docs"), join(folder, "src")], { root: folder });
  await base.add({ text: "Cherries." });
  await base.add({ id: "mine", text: "Dates." });
  const ids = await Array.fromAsync(base.documents(), ({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(["docs/a.md", "src/a.md", "mine"]));
  expect(ids.find((id) => /^[0-9a-f]{32}$/.test(id))).toBeDefined();
});

it("costs a stat where nothing changed, and a hash where only the time did", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.md": page("A", "apples"), "b.md": page("B", "bananas") });
  const past = new Date(Date.now() - 60_000);
  for (const name of ["a.md", "b.md"]) utimesSync(join(folder, name), past, past);
  const embedder = wordEmbedder();
  const base = await openBase({ embedder });
  await base.add(folder);
  const { length } = embedder.texts;
  // The same size and time: not even read, or the other text would be seen.
  const other = page("A", "quince");
  writeFileSync(join(folder, "a.md"), other);
  utimesSync(join(folder, "a.md"), past, past);
  expect(other).toHaveLength(page("A", "apples").length);
  utimesSync(join(folder, "b.md"), new Date(), new Date());
  expect(counts(await base.add(folder))).toEqual({ unchanged: 2 });
  expect(embedder.texts).toHaveLength(length);
  expect(counts(await base.add(folder, { checkContent: true }))).toEqual({ updated: 1, unchanged: 1 });
  expect((await base.get("a.md"))?.text).toContain("quince");
});

it("a file that changes twice within its clock's tick is not missed", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.md": "One apple." });
  const now = new Date();
  utimesSync(join(folder, "a.md"), now, now);
  const base = await openBase();
  await base.add(folder);
  writeFileSync(join(folder, "a.md"), "Two pears.");
  utimesSync(join(folder, "a.md"), now, now);
  expect(counts(await base.add(folder))).toEqual({ updated: 1 });
});

it("embeds again only the chunks whose text is new", async () => {
  const folder = temporaryFolder();
  const section = (subject: string) =>
    `## About ${subject}\n\n${`All of this is on ${subject}. `.repeat(150)}\n`;
  const file = join(folder, "long.md");
  writeFileSync(file, ["apples", "bananas", "cherries", "dates"].map(section).join("\n"));
  const embedder = wordEmbedder();
  const base = await openBase({ embedder });
  const first = await base.add(folder);
  expect(first.embedded).toBeGreaterThan(6);
  embedder.texts.length = 0;
  appendFileSync(file, section("elderberries"));
  const second = await base.add(folder);
  expect(counts(second)).toEqual({ updated: 1 });
  expect(second.embedded).toBe(embedder.texts.length);
  expect(embedder.texts.filter((text) => text.includes("elderberries"))).not.toEqual([]);
  // The new section, and at most the chunk it was joined to.
  expect(embedder.texts.filter((text) => !text.includes("elderberries")).length).toBeLessThan(2);
  expect(second.reused + second.embedded).toBe(second.chunks);
  const { hits } = await base.search("elderberries", { expand: "none" });
  expect(hits[0].chunk.text).toContain("elderberries");
  expect(await base.verify()).toEqual([]);
});

it("goes on after what cannot be read, and says why", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.md": "Apples.", "broken.pdf": "%PDF-1.7 and no more", "c.md": "Cherries." });
  writeFileSync(join(folder, "data.bin"), Buffer.from([0, 1, 2, 3, 0, 255]));
  symlinkSync(join(folder, "nowhere"), join(folder, "link.md"));
  const base = await openBase();
  const summary = await base.add([folder, join(folder, "absent.md"), { id: "x", text: 5 } as never], {
    root: folder,
  });
  expect(counts(summary)).toEqual({ added: 2, failed: 5 });
  expect(summary.failed.map(({ id, error }) => [id, error.code])).toEqual([
    ["broken.pdf", "INPUT_MALFORMED"],
    ["data.bin", "INPUT_BINARY"],
    ["link.md", "INPUT_UNREADABLE"],
    ["absent.md", "INPUT_NOT_FOUND"],
    ["x", "INVALID_DOCUMENT"],
  ]);
});

it("never indexes its own file", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.md": "Apples." });
  const base = await openBase({}, join(folder, "kb.db"));
  expect(counts(await base.add(folder))).toEqual({ added: 1 });
});

it("does not let one file take another's place, unless that is gone", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "one/a.md": "Apples.", "two/a.md": "Bananas." });
  const base = await openBase();
  await base.add(join(folder, "one"));
  const summary = await base.add(join(folder, "two"));
  expect(summary.failed.map(({ error }) => error.code)).toEqual(["ID_CONFLICT"]);
  expect((await base.get("a.md"))?.text).toBe("Apples.");
  rmSync(join(folder, "one"), { recursive: true });
  expect(counts(await base.add(join(folder, "two")))).toEqual({ updated: 1 });
  expect((await base.get("a.md"))?.text).toBe("Bananas.");
});

it("stores a chunk as it is, and never splits it again", async () => {
  const base = await openBase();
  const text = page("Fruit", "apples", "bananas", "cherries").repeat(40);
  const chunks = await new ContentAwareChunker({ size: 5_000, unit: "characters" }).split({
    id: "fruit",
    text,
  });
  const summary = await base.add([...chunks].reverse());
  expect(counts(summary)).toEqual({ added: 1 });
  const stored = await base.chunks("fruit");
  expect(stored.map(({ id }) => id).sort()).toEqual(chunks.map(({ id }) => id).sort());
  for (const chunk of stored) expect(chunks.find(({ id }) => id === chunk.id)?.text).toBe(chunk.text);
  expect(counts(await base.add([...chunks].reverse()))).toEqual({ unchanged: 1 });
});

it("takes documents with their chunks or spans, and refuses what is not theirs", async () => {
  const base = await openBase();
  const text = "First about apples. Then about bananas.";
  const spans = [
    { start: 0, end: 19 },
    { start: 20, end: 39 },
  ];
  await base.add({ document: { id: "given", text }, chunks: spans });
  const chunks = await base.chunks("given");
  expect(chunks.map((chunk) => chunk.text)).toEqual(["First about apples.", "Then about bananas."]);
  const { hits } = await base.search("bananas", { expand: "none" });
  expect(hits[0].chunk.span).toEqual(spans[1]);
  const wrong = { document: { id: "wrong", text: text.toUpperCase() }, chunks };
  const summary = await base.add([wrong, { document: { id: "far", text }, chunks: [{ start: 0, end: 99 }] }]);
  expect(summary.failed.map(({ error }) => error.code)).toEqual(["INVALID_DOCUMENT", "INVALID_DOCUMENT"]);
});

it("a stop leaves whole documents, and the next run does the rest", async () => {
  const base = await openBase();
  const all = Array.from({ length: 300 }, (_, i) => ({
    id: `d${i}`,
    text: page(`Page ${i}`, `subject${i}`),
  }));
  const stop = new AbortController();
  const task = base.add(all, { signal: stop.signal });
  const acknowledged: string[] = [];
  const watching = (async () => {
    for await (const { phase, item } of task) {
      if (phase === "store" && item !== undefined) acknowledged.push(item);
      if (acknowledged.length === 64) stop.abort(new Error("stopped"));
    }
  })();
  await expect(watching).rejects.toThrow("stopped");
  const stored = new Set(await Array.fromAsync(base.documents(), ({ id }) => id));
  expect(stored.size).toBeLessThan(300);
  for (const id of acknowledged) expect(stored.has(id)).toBe(true);
  expect(await base.verify()).toEqual([]);
  const summary = await base.add(all);
  expect(summary.added + summary.unchanged).toBe(300);
  expect(summary.unchanged).toBe(stored.size);
});

it("closing stops what is under way", async () => {
  const base = await openBase();
  async function* endless() {
    for (let i = 0; ; i++) yield { id: `d${i}`, text: page(`Page ${i}`, `subject${i}`) };
  }
  const task = base.add(endless());
  for await (const { done } of task) if (done > 100) break;
  await base.close();
  await expect(task).rejects.toMatchObject({ code: "STORE_CLOSED" });
});

it("a model that refuses one text costs that document only", async () => {
  const embedder = wordEmbedder();
  const picky = {
    ...embedder,
    async embed(...[texts, role, call]: Parameters<typeof embedder.embed>) {
      const { SherdError } = await import("../../src/core/errors.ts");
      if (texts.some((text) => text.includes("forbidden"))) throw new SherdError("EMBEDDING_REJECTED", "No.");
      return embedder.embed(texts, role, call);
    },
  };
  const base = await openBase({ embedder: picky });
  const summary = await base.add([
    { id: "a", text: "Apples." },
    { id: "b", text: "Some forbidden fruit." },
    { id: "c", text: "Cherries." },
  ]);
  expect(counts(summary)).toEqual({ added: 2, failed: 1 });
  expect(summary.failed[0]).toMatchObject({ id: "b", error: { code: "EMBEDDING_REJECTED" } });
});

it("a model that fails stops the run with what is stored kept", async () => {
  const { SherdError } = await import("../../src/core/errors.ts");
  const embedder = wordEmbedder();
  let isDown = false;
  const failing = {
    ...embedder,
    async embed(...[texts, role, call]: Parameters<typeof embedder.embed>) {
      if (isDown) throw new SherdError("PROVIDER_FAILED", "Down.");
      return embedder.embed(texts, role, call);
    },
  };
  const base = await openBase({ embedder: failing });
  await base.add({ id: "a", text: "Apples." });
  isDown = true;
  await expect(base.add({ id: "b", text: "Bananas." })).rejects.toMatchObject({ code: "PROVIDER_FAILED" });
  isDown = false;
  expect(
    counts(
      await base.add([
        { id: "a", text: "Apples." },
        { id: "b", text: "Bananas." },
      ]),
    ),
  ).toEqual({
    added: 1,
    unchanged: 1,
  });
});

it("words alone: no model is asked for", async () => {
  const base = await openBase({ embedder: "none" });
  await base.add({ id: "a", text: "Apples and pears." });
  const { hits, mode, warnings } = await base.search("pears");
  expect(hits).toHaveLength(1);
  expect({ mode, warnings }).toEqual({ mode: "words", warnings: [] });
  await expect(base.search("pears", { mode: "meaning" })).rejects.toMatchObject({ code: "INVALID_OPTION" });
});

it.each([
  { id: "", text: "a" },
  { id: 5, text: "a" },
  { id: "a", text: "a", metadata: null },
  { id: "a", text: "a", metadata: ["a"] },
  { id: "a", text: "a", metadata: { size: 5n } },
  { id: "a", text: undefined },
  { id: "a\ud800", text: "a" },
  { id: "a", text: "a", outline: "a" },
  [null],
  [5],
  { document: null, chunks: [] },
  { document: { text: "a" }, chunks: null },
  { document: { text: "a" }, chunks: [null] },
  { documentId: "a", hash: "a", text: "a", span: null },
  { documentId: "a", hash: "a", text: "a", span: { start: 0, end: 1 } },
  {
    document: { text: "a" },
    chunks: [{ documentId: "a", hash: "a", text: "a", span: { start: 0, end: 1 } }],
  },
])("%o is no document", async (document) => {
  const base = await openBase();
  const { failed } = await base.add(document as never);
  expect(failed.map(({ error }) => error.code)).toEqual(["INVALID_DOCUMENT"]);
});

it("a stop is heard though the source never answers", async () => {
  const base = await openBase();
  const stop = new AbortController();
  async function* stuck() {
    yield { id: "a", text: "Apples." };
    await new Promise(() => {});
  }
  const task = base.add(stuck(), { signal: stop.signal });
  for await (const { item } of task) {
    expect(item).toBe("a");
    break;
  }
  stop.abort(new Error("stopped"));
  await expect(task).rejects.toThrow("stopped");
  expect(await base.get("a")).toBeDefined();
});

it("compares parents with children, and what each costs", async () => {
  const base = await openBase();
  await base.add({ id: "fruit", text: page("Fruit", ...Array.from({ length: 60 }, (_, i) => `kind ${i}`)) });
  const { parents, children } = await base.compare("kind 7", { limit: 2 });
  expect(children.hits[0].parent?.id ?? children.hits[0].chunk.parentId).toBe(parents.hits[0].parent?.id);
  expect(parents.tokens).toBeGreaterThan(children.tokens);
});

it("a query must be a text", async () => {
  const base = await openBase();
  await expect(base.search(undefined as never)).rejects.toMatchObject({ code: "INVALID_OPTION" });
});

it("removes by id and by filter, and refuses to remove by nothing", async () => {
  const base = await openBase();
  await base.add([
    { id: "a", text: "Apples.", metadata: { kind: "fruit", year: 2020 } },
    { id: "b", text: "Beets.", metadata: { kind: "root", year: 2024 } },
    { id: "c", text: "Cherries.", metadata: { kind: "fruit", year: 2026 } },
  ]);
  const fruit = await Array.fromAsync(base.documents({ filter: { kind: "fruit" } }), ({ id }) => id);
  expect(fruit).toEqual(["a", "c"]);
  await expect(base.remove({})).rejects.toMatchObject({ code: "INVALID_OPTION" });
  await expect(base.remove({ kin: { not: "fruit" } })).rejects.toMatchObject({ code: "INVALID_OPTION" });
  expect(await base.remove({ kind: "fruit", year: { above: 2024 } })).toBe(1);
  expect(await base.remove(["a", "zzz"])).toBe(1);
  expect(await Array.fromAsync(base.documents(), ({ id }) => id)).toEqual(["b"]);
});

it("finds each language by its own endings, in one base", async () => {
  const base = await openBase({ embedder: "none" });
  const german =
    "Die Katzen schliefen auf den warmen Dächern, während die Gärtner langsam die Häuser verließen und nach Hause gingen.";
  const english =
    "The gardeners were slowly leaving their houses while the cats slept on warm roofs all afternoon.";
  await base.add({ id: "en", text: english });
  expect((await base.search("house roof")).hits[0].chunk.documentId).toBe("en");
  await base.add({ id: "de", text: german });
  for (const query of ["Dach", "Häusern", "Gärtnern"]) {
    const { hits } = await base.search(query);
    expect(
      hits.map(({ chunk }) => chunk.documentId),
      query,
    ).toContain("de");
  }
  expect((await base.search("roofing")).hits[0].chunk.documentId).toBe("en");
  expect(
    await base.add([
      { id: "de", text: german },
      { id: "en", text: english },
    ]),
  ).toMatchObject({
    unchanged: 2,
    outdated: 0,
  });
  expect((await base.stats()).outdated).toBe(0);
});

it.each([null, undefined, 5, true])("%o is nothing to add", async (input) => {
  const base = await openBase();
  await expect(base.add(input as never)).rejects.toMatchObject({ code: "INVALID_OPTION" });
});

it("what a store refuses of one document costs that document only", async () => {
  const splitter = new RecursiveTextSplitter({ size: 200, unit: "characters" });
  const base = await openBase({
    chunker: {
      name: "wrong",
      fingerprint: "wrong",
      async split(document) {
        const chunks = await splitter.split(document);
        return document.id === "b" ? chunks.map((chunk) => ({ ...chunk, text: "Not its text." })) : chunks;
      },
    },
  });
  const summary = await base.add([
    { id: "a", text: "Apples." },
    { id: "b", text: "Bananas." },
    { id: "c", text: "Cherries." },
  ]);
  expect(counts(summary)).toEqual({ added: 2, failed: 1 });
  expect(summary.failed[0]).toMatchObject({ id: "b", error: { code: "CHUNK_MISMATCH" } });
  expect(await base.get("c")).toBeDefined();
});

it("of documents with one id the last counts, also where it is the stored one", async () => {
  const base = await openBase();
  const [old, next] = ["Old apples.", "New apples."].map((text) => ({ id: "a", text }));
  expect(counts(await base.add([next, old]))).toEqual({ added: 1 });
  expect((await base.get("a"))?.text).toBe(old.text);
  expect(counts(await base.add([next, old]))).toEqual({ updated: 1 });
  expect((await base.get("a"))?.text).toBe(old.text);
});

it.each([
  ["too few vectors", () => []],
  ["no list", () => undefined],
  ["other dimensions", () => [new Float32Array(3).fill(0.5)]],
  ["no vector", () => [undefined]],
  ["what is not finite", () => [Float32Array.of(Number.NaN, 1)]],
])("a model that gives %s is refused, and nothing is stored", async (_name, answer) => {
  const embed = async () => answer() as Float32Array[];
  const base = await openBase({ embedder: { id: "test:wrong", dimensions: 2, embed } });
  await expect(base.add({ id: "a", text: "Apples." })).rejects.toMatchObject({ code: "EMBEDDING_INVALID" });
  expect(await base.get("a")).toBeUndefined();
});

it("a stop is heard between documents that keep the thread", async () => {
  const stop = new AbortController();
  const split: string[] = [];
  const splitter = new RecursiveTextSplitter({ size: 200, unit: "characters" });
  const base = await openBase({
    chunker: {
      name: "busy",
      fingerprint: "busy",
      async split(document) {
        split.push(document.id ?? "");
        // What a timer would do while the thread is kept: it is heard when the thread is let go.
        if (split.length === 1) setImmediate(() => stop.abort(new Error("stopped")));
        return splitter.split(document);
      },
    },
  });
  const all = Array.from({ length: 100 }, (_, i) => ({ id: `d${i}`, text: "Apples." }));
  await expect(base.add(all, { signal: stop.signal })).rejects.toThrow("stopped");
  expect(split.length).toBeLessThan(10);
  expect(await Array.fromAsync(base.documents())).toEqual([]);
});
