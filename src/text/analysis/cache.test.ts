import { expect, it } from "vitest";
import { TwoGenerationCache } from "./cache.ts";

it("never holds more than two generations, and keeps what is asked for again", () => {
  const cache = new TwoGenerationCache<number>(10);
  cache.set("often", 1);
  for (let i = 0; i < 1000; i++) {
    cache.set(`once ${i}`, i);
    expect(cache.get("often")).toBe(1);
    expect(cache.size).toBeLessThanOrEqual(20);
  }
  expect(cache.get("once 0")).toBeUndefined();
  expect(cache.get("once 999")).toBe(999);
});
