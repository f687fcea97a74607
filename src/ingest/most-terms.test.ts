import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { checkTerms, outOfMemory } from "./most-terms.ts";

it("counts each field's distinct terms, and refuses what has too many", () => {
  const terms = [{ text: ["a", "b", "a"], path: ["a"] }, undefined, { text: ["b", "c"], path: ["a"] }];
  const limits = { leastCounted: 0 };
  expect(() => checkTerms("d", terms, { ...limits, most: 4 })).not.toThrow();
  expect(() => checkTerms("d", terms, { ...limits, most: 3 })).toThrow(
    expect.objectContaining({
      code: "LIMIT_EXCEEDED",
      message: expect.stringContaining("d has more than 3"),
    }),
  );
  expect(() => checkTerms("d", terms, { leastCounted: 4, most: 3 })).not.toThrow();
});

it("knows a thread that ran out of memory", async () => {
  const worker = new Worker("const all = []; for (;;) all.push(new Array(1e5).fill({}));", {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  });
  const error = await new Promise((resolve) => worker.once("error", resolve));
  expect(outOfMemory("big.md", error)).toMatchObject({ code: "LIMIT_EXCEEDED", details: { id: "big.md" } });
  expect(outOfMemory("big.md", new Error("other"))).toBeUndefined();
});
