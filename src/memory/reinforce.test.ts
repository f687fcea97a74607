import { expect, it } from "vitest";
import { DAY } from "./decay.ts";
import { importanceOf, reinforce, UNUSED, type Use } from "./reinforce.ts";

function used(times: number, gap: number): Use {
  let use = UNUSED;
  for (let i = 1; i <= times; i++) use = reinforce(use, 0, i * gap);
  return use;
}

it("counts every access and when the last was", () => {
  expect(used(3, DAY)).toEqual({ accessCount: 3, lastUse: 3 * DAY, spacedUses: 1.5 });
});

it("spaced uses make a memory more important than as many at once", () => {
  expect(importanceOf(used(10, 7 * DAY))).toBeGreaterThan(importanceOf(used(10, 1_000)) + 0.1);
});

it("importance grows by the logarithm: each use adds less than the one before", () => {
  const grown = [0, 1, 2, 3, 4, 5].map((times) => importanceOf(used(times, 30 * DAY)));
  const steps = grown.slice(1).map((value, i) => value - grown[i]);
  for (let i = 1; i < steps.length; i++) {
    expect(steps[i]).toBeGreaterThan(0);
    expect(steps[i]).toBeLessThan(steps[i - 1]);
  }
});

it("a million accesses do not run away", () => {
  const often = used(1_000_000, 60_000);
  expect(often.accessCount).toBe(1_000_000);
  expect(importanceOf(often)).toBeLessThanOrEqual(1);
  expect(importanceOf({ spacedUses: 1e300 })).toBe(1);
  expect(importanceOf({ spacedUses: 1e300, importance: 1e300 })).toBe(1);
});

it("a clock that runs backwards counts the access and moves nothing back", () => {
  const use = reinforce({ accessCount: 2, lastUse: 1_000, spacedUses: 0.5 }, 0, 10);
  expect(use).toEqual({ accessCount: 3, lastUse: 1_000, spacedUses: 0.5 });
});

it("what was given is where importance starts", () => {
  expect(importanceOf({})).toBe(0.5);
  expect(importanceOf({ importance: 0.9 })).toBe(0.9);
  expect(importanceOf({ importance: -3 })).toBe(0);
  expect(importanceOf({ importance: Number.NaN })).toBe(0);
});
