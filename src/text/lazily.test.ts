import { expect, test } from "vitest";
import { lazily } from "./lazily.ts";

test("loads once, when first asked for", async () => {
  let loads = 0;
  const load = lazily(async () => ++loads);
  expect(loads).toBe(0);
  expect(await Promise.all([load(), load()])).toEqual([1, 1]);
  expect(await load()).toBe(1);
});

test("what failed is tried again", async () => {
  let loads = 0;
  const load = lazily(async () => {
    if (++loads === 1) throw new Error("not there yet");
    return loads;
  });
  await expect(load()).rejects.toThrow("not there yet");
  expect(await load()).toBe(2);
});
