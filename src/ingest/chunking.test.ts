import { expect, it, vi } from "vitest";

const loaded = vi.hoisted(() => vi.fn());
vi.mock(import("../text/tokens/rank-tables.ts"), async (original) => {
  const tables = await original();
  loaded.mockImplementation(tables.loadTokens);
  return { ...tables, loadTokens: loaded };
});

const { chunkerFingerprint, makeChunker } = await import("./chunking.ts");

it("the fingerprint needs no tokenizer table, and is that of the chunker with one", async () => {
  const all = [
    {},
    { by: "auto" },
    { size: 300 },
    { minimum: 50, parentSize: 2_000 },
    { unit: "characters", size: 900 },
    { by: "auto", unit: "characters" },
  ] as const;
  const named = all.map(chunkerFingerprint);
  expect(loaded).not.toHaveBeenCalled();
  expect(new Set(named).size).toBe(all.length);
  for (const [i, settings] of all.entries()) expect((await makeChunker(settings)).fingerprint).toBe(named[i]);
  expect(loaded).toHaveBeenCalled();
});
