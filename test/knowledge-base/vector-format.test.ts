import { join } from "node:path";
import { expect, it } from "vitest";
import { openBase, page, temporaryFolder, wordEmbedder } from "./support.ts";

const DOCUMENTS = Array.from({ length: 90 }, (_, i) => ({
  id: `d${i}`,
  text: page(`Page ${i}`, `subject${i}`, `matter${i}`),
}));

it("another form is refused before any work, also where nothing would be written; searches go on", async () => {
  const location = join(temporaryFolder(), "kb.db");
  await (await openBase({}, location)).add(DOCUMENTS[0]);
  const embedder = wordEmbedder();
  const base = await openBase({ embedder, vectors: "float32" }, location);
  const refused = { code: "INVALID_OPTION", message: expect.stringContaining("sherd reembed") };
  await expect(base.add(DOCUMENTS[1])).rejects.toMatchObject(refused);
  await expect(base.add(DOCUMENTS[0])).rejects.toMatchObject(refused);
  await expect(base.rebuild()).rejects.toMatchObject(refused);
  expect(embedder.texts).toEqual([]);
  expect((await base.search("subject0", { mode: "meaning" })).hits[0].chunk.documentId).toBe("d0");
});

it("reembed changes the form, also with the same model, and else keeps it", async () => {
  const location = join(temporaryFolder(), "kb.db");
  await (await openBase({}, location)).add(DOCUMENTS);
  const base = await openBase({ vectors: "float32" }, location);
  await base.reembed();
  expect(await base.stats()).toMatchObject({ vectorFormat: "float32", embedder: wordEmbedder().id });
  expect(await base.add(DOCUMENTS)).toMatchObject({ unchanged: 90 });
  expect(await base.verify()).toEqual([]);
  const open = await openBase({}, location);
  await open.reembed(wordEmbedder("two", 32));
  expect((await open.stats()).vectorFormat).toBe("float32");
  await (await openBase({ vectors: "int8" }, location)).reembed(wordEmbedder("two", 32));
  expect((await open.stats()).vectorFormat).toBe("int8");
  expect(await open.verify()).toEqual([]);
});

it("a reembed that was stopped in one form begins anew in the other", async () => {
  const location = join(temporaryFolder(), "kb.db");
  const first = await openBase({}, location);
  await first.add(DOCUMENTS);
  const stop = new AbortController();
  const embedder = wordEmbedder("two");
  const embed: typeof embedder.embed = async (...asked) => {
    // When the first batch is stored.
    if (embedder.texts.length > 0) stop.abort(new Error("stopped"));
    return embedder.embed(...asked);
  };
  const task = first.reembed({ ...embedder, embed }, { signal: stop.signal });
  await expect(task).rejects.toThrow("stopped");
  const base = await openBase({ vectors: "float32" }, location);
  const two = wordEmbedder("two");
  expect(await base.reembed(two)).toMatchObject({ added: 90 });
  expect(await base.stats()).toMatchObject({ vectorFormat: "float32", vectors: two.texts.length });
  expect(await base.verify()).toEqual([]);
});
