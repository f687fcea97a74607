import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { RecursiveTextSplitter } from "../../src/chunk/index.ts";
import type { Embedder } from "../../src/core/embedder.ts";
import { SherdError } from "../../src/core/errors.ts";
import { openBase, page, temporaryFolder, wordEmbedder } from "./support.ts";

const DOCUMENTS = Array.from({ length: 150 }, (_, i) => ({
  id: `d${i}`,
  text: page(`Page ${i}`, `subject${i}`),
}));

it("another model is refused before any work, with both names and the command", async () => {
  const location = join(temporaryFolder(), "kb.db");
  const one = await openBase({ embedder: wordEmbedder("one") }, location);
  await one.add(DOCUMENTS[0]);
  const two = wordEmbedder("two");
  const base = await openBase({ embedder: two }, location);
  const refused = expect.objectContaining({
    code: "SPACE_MISMATCH",
    message: expect.stringMatching(/test:one.*test:two.*reembed/s),
  });
  await expect(base.add(DOCUMENTS[1])).rejects.toThrow(refused);
  expect(two.texts).toEqual([]);
  await expect(base.search("subject1")).rejects.toMatchObject({ code: "SPACE_MISMATCH" });
  expect((await base.search("subject0", { mode: "words" })).hits).toHaveLength(1);
});

it("reembed makes all vectors anew, and only then are they seen", async () => {
  const base = await openBase({ embedder: wordEmbedder("one", 32) });
  await base.add(DOCUMENTS);
  const before = await base.search("subject7", { mode: "meaning" });
  const next = wordEmbedder("two", 64);
  const task = base.reembed(next);
  for await (const { done } of task) {
    if (done !== 64) continue;
    expect((await base.search("subject7", { mode: "meaning" })).hits).toEqual(before.hits);
    expect((await base.stats()).documents).toBe(150);
  }
  expect(await task).toMatchObject({ added: 150, failed: [] });
  const { embedder, vectors, documents } = await base.stats();
  expect({ embedder, vectors, documents }).toEqual({
    embedder: next.id,
    vectors: next.texts.length,
    documents: 150,
  });
  expect((await base.search("subject7", { mode: "meaning" })).hits[0].chunk.documentId).toBe("d7");
  expect(await base.add(DOCUMENTS)).toMatchObject({ unchanged: 150, added: 0 });
  expect(await base.workspaces()).toEqual(["default"]);
  expect(await base.verify()).toEqual([]);
});

it("reembed that was stopped goes on where it ended, and takes in what changed meanwhile", async () => {
  const location = join(temporaryFolder(), "kb.db");
  const base = await openBase({ embedder: wordEmbedder("one") }, location);
  await base.add(DOCUMENTS);
  const stop = new AbortController();
  const task = base.reembed(wordEmbedder("two"), { signal: stop.signal });
  const watching = (async () => {
    for await (const { done } of task) if (done === 70) stop.abort(new Error("stopped"));
  })();
  await expect(watching).rejects.toThrow("stopped");
  expect((await base.stats()).embedder).toBe(wordEmbedder("one").id);
  await base.remove("d3");
  await base.add([
    { id: "d4", text: "Another text on walnuts." },
    { id: "new", text: "Fresh pistachios." },
  ]);
  const two = wordEmbedder("two");
  let isFirst = true;
  const interrupted: Embedder = {
    ...two,
    async embed(...asked) {
      if (isFirst) {
        isFirst = false;
        await base.add({ id: "late", text: "A late almond." });
      }
      return two.embed(...asked);
    },
  };
  await base.reembed(interrupted);
  expect(two.texts.length).toBeLessThan(120);
  const ids = await Array.fromAsync(base.documents(), ({ id }) => id);
  expect(ids).toHaveLength(151);
  for (const id of ["d4", "new", "late"]) expect(ids).toContain(id);
  expect(ids).not.toContain("d3");
  expect((await base.search("Another text on walnuts.", { mode: "meaning" })).hits[0].chunk.documentId).toBe(
    "d4",
  );
  expect(await base.verify()).toEqual([]);
});

it("a base made without a model says so, and gets one by reembed", async () => {
  const location = join(temporaryFolder(), "kb.db");
  const words = await openBase({ embedder: "none" }, location);
  await words.add(DOCUMENTS.slice(0, 3));
  const base = await openBase({}, location);
  expect((await base.add(DOCUMENTS.slice(0, 3))).warnings.join()).toContain("sherd reembed");
  await base.reembed(wordEmbedder());
  expect((await base.search("subject2", { mode: "meaning" })).hits[0].chunk.documentId).toBe("d2");
});

it("another chunker is seen, explained and left alone until a rebuild", async () => {
  const location = join(temporaryFolder(), "kb.db");
  const embedder = wordEmbedder();
  const one = await openBase({ embedder }, location);
  await one.add(DOCUMENTS.slice(0, 5));
  await one.add({ document: { id: "given", text: "Given chunk." }, chunks: [{ start: 0, end: 12 }] });
  const chunker = new RecursiveTextSplitter({ size: 60, unit: "characters" });
  const base = await openBase({ embedder, chunker }, location);
  const summary = await base.add(DOCUMENTS.slice(0, 6));
  expect(summary).toMatchObject({ added: 1, unchanged: 5, outdated: 5 });
  expect(summary.warnings.join()).toContain("sherd index --rebuild");
  expect((await base.stats()).outdated).toBe(5);
  expect(await base.rebuild()).toMatchObject({ updated: 5 });
  expect((await base.stats()).outdated).toBe(0);
  expect((await base.chunks("d0")).every(({ kind }) => kind === "standard")).toBe(true);
  expect(await base.chunks("given")).toHaveLength(1);
  expect(await one.add(DOCUMENTS.slice(0, 6), { rebuild: true })).toMatchObject({ updated: 6, outdated: 0 });
  expect(await base.verify()).toEqual([]);
});

it("a model that fails leaves the words, and says so; where meaning was asked for, it is an error", async () => {
  const location = join(temporaryFolder(), "kb.db");
  const one = await openBase({}, location);
  await one.add(DOCUMENTS.slice(0, 5));
  const down: Embedder = {
    ...wordEmbedder(),
    embed: async () => {
      throw new SherdError("PROVIDER_FAILED", "The provider is down.");
    },
  };
  const base = await openBase({ embedder: down }, location);
  const { hits, mode, warnings } = await base.search("subject3");
  expect(hits[0].chunk.documentId).toBe("d3");
  expect(mode).toBe("words");
  expect(warnings).toEqual([expect.stringContaining("The provider is down.")]);
  await expect(base.search("subject3", { mode: "meaning" })).rejects.toMatchObject({
    code: "PROVIDER_FAILED",
  });
  expect((await base.search("subject3", { mode: "words" })).warnings).toEqual([]);
});

it("a model that cannot be loaded leaves the words too", async () => {
  vi.stubEnv("OPENAI_API_KEY", undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const base = await openBase({ embedder: "openai:text-embedding-3-small" });
  const { mode, warnings } = await base.search("anything");
  expect(mode).toBe("words");
  expect(warnings).toHaveLength(1);
  await expect(base.add({ id: "a", text: "Apples." })).rejects.toMatchObject({ code: "KEY_MISSING" });
});

it("without a name, the model is the one whose vectors are stored, else the bundled one", async () => {
  const location = join(temporaryFolder(), "kb.db");
  const first = await openBase({ embedder: undefined }, location);
  await first.add(DOCUMENTS.slice(0, 3));
  expect((await first.stats()).embedder).toMatch(/^bundled:/);
  const { bundledEmbedder } = await import("../../src/embed/index.ts");
  await first.reembed(await bundledEmbedder({ dimensions: 64 }));
  const again = await openBase({ embedder: undefined }, location);
  expect((await again.search("subject1", { mode: "meaning" })).hits[0].chunk.documentId).toBe("d1");
  expect(await again.add(DOCUMENTS.slice(0, 4))).toMatchObject({ added: 1, unchanged: 3 });
  expect((await again.stats()).embedder).toContain("dimensions=64");
});
