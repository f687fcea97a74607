import { describe, expect, it } from "vitest";
import { DAY } from "./decay.ts";
import { explainScore, resolveScoring, scoreMemory, suppressedByAge } from "./score.ts";

const scoring = resolveScoring();
const now = 1_000 * DAY;

describe("scoreMemory", () => {
  it("leaves relevance as it is where age and use say nothing", () => {
    const neutral = resolveScoring({ decay: () => 0.5 });
    expect(scoreMemory(0.7, { at: 0 }, now, neutral)).toBe(0.7);
  });

  it("prefers the newer of equals, and of equals in age the more used", () => {
    const score = (at: number, spacedUses = 0) => scoreMemory(1, { at, spacedUses }, now, scoring);
    expect(score(now - DAY)).toBeGreaterThan(score(now - 30 * DAY));
    expect(score(now, 5)).toBeGreaterThan(score(now));
  });

  it("multiplies outright with the brief's formula", () => {
    const brief = resolveScoring({ decay: "exponential(0.1)" });
    expect(scoreMemory(1, { at: now - 7 * DAY }, now, brief)).toBeLessThan(1e-7);
  });

  it("refuses a decay that is no number, with its name", () => {
    const broken = resolveScoring({ decay: () => Number.NaN });
    expect(() => scoreMemory(1, { at: 0 }, now, broken)).toThrow("decay own");
  });
});

describe("resolveScoring", () => {
  it.each([
    { recencyWeight: -0.1 },
    { recencyWeight: 2 },
    { importanceWeight: Number.NaN },
    { recencyWeight: 0.3, importanceWeight: 0.3 },
  ])("refuses %j", (options) => {
    expect(() => resolveScoring(options)).toThrow("eight must be");
  });

  it("allows all of the bound to one of the two", () => {
    expect(() => resolveScoring({ recencyWeight: 0.4, importanceWeight: 0 })).not.toThrow();
    expect(() => resolveScoring({ recencyWeight: 0.41, importanceWeight: 0 })).toThrow("1.5");
  });
});

describe("suppressedByAge", () => {
  it("counts what would be shown if age did not count", () => {
    const explained = [
      explainScore(1, { at: now - 900 * DAY }, now, scoring),
      explainScore(0.9, { at: now }, now, scoring),
      explainScore(0.1, { at: now }, now, scoring),
    ];
    expect(suppressedByAge(explained, 1)).toBe(1);
    expect(suppressedByAge(explained, 2)).toBe(0);
    expect(suppressedByAge([], 4)).toBe(0);
  });
});
