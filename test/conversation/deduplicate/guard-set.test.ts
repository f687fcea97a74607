import { beforeAll, describe, expect, it } from "vitest";
import { ChunkDeduplicator } from "../../../src/conversation/deduplicate/chunk-deduplicator.ts";
import { GUARD_SET, type GuardPair, SECOND_SET, THIRD_SET } from "./guard-set.ts";
import { chunksOf } from "./memories.ts";

const merged = new Map<GuardPair, boolean>();

beforeAll(async () => {
  const deduplicator = new ChunkDeduplicator();
  for (const pair of [...GUARD_SET, ...SECOND_SET, ...THIRD_SET]) {
    const result = await deduplicator.deduplicateAcrossChunks(chunksOf({ text: pair.a }, { text: pair.b }));
    merged.set(pair, result.duplicatesFound === 1);
  }
});

describe("the guard set", () => {
  it("has two hundred pairs and more, eighty of them duplicates, half held out", () => {
    const distinct = new Set(GUARD_SET.map(({ a, b }) => [a, b].sort().join("\n")));
    expect(distinct.size).toBe(GUARD_SET.length);
    expect(GUARD_SET.length).toBeGreaterThanOrEqual(200);
    expect(GUARD_SET.filter(({ same }) => same).length).toBeGreaterThanOrEqual(80);
    expect(GUARD_SET.filter(({ heldOut }) => heldOut).length).toBe(GUARD_SET.length / 2);
  });

  for (const [name, half] of [
    ["looked at", GUARD_SET.filter(({ heldOut }) => !heldOut)],
    ["held out", GUARD_SET.filter(({ heldOut }) => heldOut)],
    ["second look", SECOND_SET],
    ["third look", THIRD_SET],
  ] as const) {
    it(`merges nothing that differs (${name})`, () => {
      expect(half.filter((pair) => !pair.same && merged.get(pair))).toEqual([]);
    });

    it(`finds at least 80 % of the duplicates (${name})`, () => {
      const same = half.filter((pair) => pair.same);
      const missed = same.filter((pair) => !merged.get(pair));
      expect(
        missed.length / same.length,
        missed.map(({ a, b }) => `${a} | ${b}`).join("\n"),
      ).toBeLessThanOrEqual(0.2);
    });
  }

  it("merges nothing across pairs when all are given at once", async () => {
    const all = [...GUARD_SET, ...SECOND_SET, ...THIRD_SET];
    const texts = [...new Set(all.flatMap(({ a, b }) => [a, b]))];
    const { mergedMemories } = await new ChunkDeduplicator().deduplicateAcrossChunks(
      chunksOf(...texts.map((text) => ({ text }))),
    );
    const differ = new Set(all.filter(({ same }) => !same).map(({ a, b }) => [a, b].sort().join(" | ")));
    const wrong = mergedMemories
      .flatMap(({ sourceMemories }) =>
        sourceMemories.flatMap((a) => sourceMemories.map((b) => [a.text, b.text])),
      )
      .map((pair) => pair.sort().join(" | "))
      .filter((pair) => differ.has(pair));
    expect(wrong).toEqual([]);
  });
});
