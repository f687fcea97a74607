import { describe, expect, it } from "vitest";
import { DAY, elapsedSince, exponential, fsrs, HOUR, halfLife, resolveDecay } from "./decay.ts";

const trace = { at: 0 };

describe("fsrs", () => {
  it("keeps nine tenths when the time is the stability", () => {
    expect(fsrs({ stability: { turn: 10 } }).retention(trace, 10 * DAY)).toBeCloseTo(0.9, 12);
  });

  it("fades a preference slower than a turn, and an unknown type like a turn", () => {
    const at = (type: string) => fsrs().retention({ at: 0, type }, 30 * DAY);
    expect(at("preference")).toBeGreaterThan(at("turn"));
    expect(at("constructor")).toBe(at("turn"));
  });

  it("fades a used memory slower", () => {
    expect(fsrs().retention({ at: 0, spacedUses: 3 }, 30 * DAY)).toBeGreaterThan(
      fsrs().retention(trace, 30 * DAY),
    );
  });

  it.each([0, -1, Number.NaN, Infinity])("refuses a stability of %s days", (turn) => {
    expect(() => fsrs({ stability: { turn } })).toThrow("stability.turn");
  });
});

it("exponential is the brief's formula: a week leaves 5e-8", () => {
  expect(exponential().retention(trace, HOUR)).toBeCloseTo(Math.exp(-0.1), 12);
  expect(exponential().retention(trace, 7 * DAY)).toBeCloseTo(5.06e-8, 10);
});

it("half-life halves what is above its floor", () => {
  expect(halfLife(30).retention(trace, 30 * DAY)).toBe(0.5);
  expect(halfLife(30, 0.2).retention(trace, 30 * DAY)).toBeCloseTo(0.6, 12);
  expect(halfLife(30, 0.2).retention(trace, 1e9 * DAY)).toBe(0.2);
});

describe("elapsedSince", () => {
  it("runs from the later of the event and the last use", () => {
    expect(elapsedSince({ at: 10 }, 100)).toBe(90);
    expect(elapsedSince({ at: 10, lastUse: 60 }, 100)).toBe(40);
    expect(elapsedSince({ at: 60, lastUse: 10 }, 100)).toBe(40);
  });

  it("is none when the clock ran backwards", () => {
    expect(elapsedSince({ at: 10, lastUse: 200 }, 100)).toBe(0);
  });
});

describe("resolveDecay", () => {
  it.each([
    [undefined, "fsrs"],
    ["fsrs", "fsrs"],
    ["none", "none"],
    ["exponential", "exponential(0.1)"],
    ["exponential(0.5)", "exponential(0.5)"],
    [" half-life( 30 , 0.2 ) ", "half-life(30, 0.2)"],
    ["half-life(7)", "half-life(7, 0)"],
  ])("%j is %s", (option, name) => {
    expect(resolveDecay(option).name).toBe(name);
  });

  it.each(["", "slow", "fsrs(1)", "half-life", "half-life()", "exponential(x)", "exponential(1,2)", 3, null])(
    "%j is refused",
    (option) => {
      expect(() => resolveDecay(option as string)).toThrow("decay must be");
    },
  );

  it("takes an own function", () => {
    expect(resolveDecay(() => 0.3)).toMatchObject({ name: "own", bounded: true });
  });
});
