import { expect, it, vi } from "vitest";

const loaded = vi.hoisted(() => vi.fn());
vi.mock(import("../text/tokens/rank-tables.ts"), async (original) => {
  const tables = await original();
  loaded.mockImplementation(tables.loadTokens);
  return { ...tables, loadTokens: loaded };
});

const { chunkerFingerprint, lazyChunker, makeChunker } = await import("./chunking.ts");

it("a chunker may load its table when it first splits; wrong settings are told before", async () => {
  expect(() => lazyChunker({ encoding: "p50k" as "o200k_base" })).toThrow(/encoding.*p50k/);
  expect(() => lazyChunker({ size: 0 })).toThrow(/size/);
  const [lazy, document] = [lazyChunker({ size: 300 }), { id: "d", text: "Clay is fired. ".repeat(100) }];
  expect(loaded).not.toHaveBeenCalled();
  const ready = await makeChunker({ size: 300 });
  expect(lazy.fingerprint).toBe(ready.fingerprint);
  expect(loaded).toHaveBeenCalled();
  expect(await lazy.split(document)).toEqual(await ready.split(document));
  loaded.mockClear();
});

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
});
