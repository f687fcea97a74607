import { expect, it } from "vitest";
import { memoryPreset } from "./presets.ts";
import { TurnChunker } from "./turn-chunker.ts";

it("atlas is a thousand turns, cut as the defaults cut", () => {
  const { limits, chunking } = memoryPreset("atlas");
  expect(limits).toEqual({ maxRecords: 1_000 });
  expect(new TurnChunker(chunking).fingerprint).toBe(new TurnChunker().fingerprint);
});

it.each(["", "Atlas", "constructor"])("%j is refused with the names there are", (name) => {
  expect(() => memoryPreset(name)).toThrow("one of: atlas");
});
