import { expect, it } from "vitest";
import type { RecallResult } from "./recall-types.ts";
import { recallCounts, recallUsage } from "./usage.ts";

function result(sizes: readonly number[], kind: "child" | "standard"): RecallResult {
  const memories = sizes.map((size) => ({ text: "x".repeat(size), chunk: { kind, text: "x".repeat(size) } }));
  return { memories, suppressedByAge: 1 } as unknown as RecallResult;
}

function usageOf(recalls: readonly (readonly [RecallResult, number, number])[]) {
  const counts: Record<string, number> = {};
  for (const [one, milliseconds, siblings] of recalls)
    for (const [name, count] of Object.entries(recallCounts(one, milliseconds, siblings)))
      counts[name] = (counts[name] ?? 0) + count;
  return recallUsage(counts);
}

it("adds up to times, sizes and what age kept out", () => {
  const usage = usageOf([
    ...Array.from({ length: 19 }, () => [result([90, 350], "standard"), 3, 0] as const),
    [result([5_000], "standard"), 2_000, 0],
  ]);
  expect(usage).toMatchObject({ recalls: 20, hits: 39, suppressedByAge: 20, p50: 4, p95: 4 });
  expect(usage.meanMilliseconds).toBeCloseTo((19 * 3 + 2_000) / 20);
  expect(usage.chunkSizes.filter(({ recalled }) => recalled > 0)).toEqual([
    { upTo: 100, recalled: 19 },
    { upTo: 400, recalled: 19 },
    { upTo: Infinity, recalled: 1 },
  ]);
});

it("suggests larger chunks only when enough recalls say so", () => {
  const together = [result([300, 300], "child"), 3, 2] as const;
  expect(usageOf([together]).suggestion).toBeUndefined();
  expect(usageOf(Array.from({ length: 120 }, () => together)).suggestion).toContain("half as large again");
  const apart = [result([300, 300], "child"), 3, 0] as const;
  expect(usageOf(Array.from({ length: 120 }, () => apart)).suggestion).toBeUndefined();
  const short = [result([80], "standard"), 3, 0] as const;
  expect(usageOf(Array.from({ length: 120 }, () => short)).suggestion).toContain("hardly matters");
});

it("says nothing where nothing was recalled", () => {
  expect(recallUsage({})).toMatchObject({
    recalls: 0,
    p50: 0,
    p95: 0,
    meanMilliseconds: 0,
    meanCharacters: 0,
  });
});
