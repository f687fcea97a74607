import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY, type DecayOption, type MemoryTrace } from "../../src/memory/decay.ts";
import {
  explainScore,
  MOST_INFLUENCE,
  resolveScoring,
  scoreBounds,
  scoreMemory,
} from "../../src/memory/score.ts";

const DECAYS: readonly DecayOption[] = [
  "fsrs",
  "exponential(0.1)",
  "half-life(30, 0.1)",
  "half-life(0.01)",
  "none",
  (_trace, elapsed) => 1 - elapsed / DAY,
];
const BOUNDED = DECAYS.filter((decay) => resolveScoring({ decay }).decay.bounded);

const time = fc.oneof(
  fc.integer({ min: 0, max: 4e12 }),
  fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true }),
);
const trace: fc.Arbitrary<MemoryTrace> = fc.record(
  {
    at: time,
    lastUse: fc.oneof(fc.constant(undefined), time),
    spacedUses: fc.oneof(fc.constant(undefined), fc.double({ min: 0, max: 1e9, noNaN: true })),
    importance: fc.oneof(fc.constant(undefined), fc.double({ min: -1, max: 2, noNaN: true })),
    type: fc.constantFrom(undefined, "turn", "fact", "preference", "__proto__", "other"),
  },
  { requiredKeys: ["at"] },
);
const relevance = fc.double({ min: 0, max: 1e6, noNaN: true });

/** All weights the options allow. */
const weights = fc
  .record({
    recencyWeight: fc.double({ min: 0, max: 0.39, noNaN: true }),
    importanceWeight: fc.double({ min: 0, max: 0.39, noNaN: true }),
  })
  .filter((one) => {
    try {
      resolveScoring(one);
      return true;
    } catch {
      return false;
    }
  });

describe("laws of the score", () => {
  it("bounded influence: what is 1.5 times more relevant is never outranked by age and use", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...BOUNDED),
        weights,
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        trace,
        trace,
        time,
        (decay, weight, base, better, worse, now) => {
          const scoring = resolveScoring({ decay, ...weight });
          const high = scoreMemory(base * MOST_INFLUENCE, better, now, scoring);
          const low = scoreMemory(base, worse, now, scoring);
          // The last digit of a product is rounded.
          expect(high * (1 + 1e-12)).toBeGreaterThanOrEqual(low);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("the bound is near what happens: the defaults come within a hundredth of it", () => {
    const scoring = resolveScoring();
    const fresh = scoreMemory(1, { at: 0, spacedUses: 1e6, importance: 1 }, 0, scoring);
    const gone = scoreMemory(1, { at: -1e15, importance: 0 }, 0, scoring);
    expect(fresh / gone).toBeGreaterThan(MOST_INFLUENCE - 0.02);
    expect(fresh / gone).toBeLessThanOrEqual(MOST_INFLUENCE);
  });

  it("monotone in age: no score rises while time passes", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...DECAYS),
        relevance,
        trace,
        time,
        fc.double({ min: 0, max: 1e12, noNaN: true }),
        (decay, base, one, now, later) => {
          const scoring = resolveScoring({ decay });
          expect(scoreMemory(base, one, now + later, scoring)).toBeLessThanOrEqual(
            scoreMemory(base, one, now, scoring),
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("never negative, always finite, and the product of what is explained", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...DECAYS),
        fc.double({ min: -1e6, max: 1e6 }),
        trace,
        time,
        (decay, base, one, now) => {
          const explained = explainScore(base, one, now, resolveScoring({ decay }));
          expect(explained.score).toBeGreaterThanOrEqual(0);
          expect(Number.isFinite(explained.score)).toBe(true);
          const { recency, importance } = explained;
          expect(explained.score).toBe(explained.relevance * recency.factor * importance.factor);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("lies between its bounds, for every decay", () => {
    fc.assert(
      fc.property(fc.constantFrom(...DECAYS), weights, trace, time, (decay, weight, one, now) => {
        const scoring = resolveScoring({ decay, ...weight });
        const { least, most } = scoreBounds(scoring);
        const score = scoreMemory(1, one, now, scoring);
        expect(score).toBeGreaterThanOrEqual(least * (1 - 1e-12));
        expect(score).toBeLessThanOrEqual(most * (1 + 1e-12));
      }),
    );
  });

  it("a memory from the future, or a clock that ran backwards, is as fresh as can be", () => {
    for (const decay of DECAYS) {
      const scoring = resolveScoring({ decay });
      expect(scoreMemory(1, { at: 5e12 }, 1e12, scoring)).toBe(scoreMemory(1, { at: 1e12 }, 1e12, scoring));
    }
  });
});
