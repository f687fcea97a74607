import fc from "fast-check";
import { expect, it } from "vitest";
import { balancedSplits, type SplitCosts, splitsCost } from "./balanced-splits.ts";

/** Every way to cut, tried. */
function leastCost(sizes: readonly number[], scores: readonly number[], costs: SplitCosts): number {
  let least = Number.POSITIVE_INFINITY;
  for (let ways = 0; ways < 2 ** (sizes.length - 1); ways++) {
    const cuts = sizes.map((_, i) => i).filter((i) => i > 0 && (ways >> (i - 1)) & 1);
    least = Math.min(least, splitsCost(cuts, sizes, scores, costs));
  }
  return least;
}

it("costs no more than any other way to cut", () => {
  const unit = fc.record({
    size: fc.integer({ min: 0, max: 50 }),
    score: fc.double({ min: -1, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(
      fc.array(unit, { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 50, max: 120 }),
      fc.integer({ min: 10, max: 100 }),
      fc.integer({ min: 0, max: 40 }),
      (units, capacity, aim, minimum) => {
        const sizes = units.map(({ size }) => size);
        const scores = units.map(({ score }) => score);
        const costs = { capacity, aim, minimum, preferred: capacity * 0.8 };
        const found = splitsCost(balancedSplits(sizes, scores, costs), sizes, scores, costs);
        expect(found).toBeCloseTo(leastCost(sizes, scores, costs), 9);
      },
    ),
    { numRuns: 500 },
  );
});

it("does work that grows with the units, not with their square", () => {
  let asked = 0;
  const costs = {
    aim: 1e6,
    minimum: 0,
    preferred: 1e7,
    get capacity() {
      asked++;
      return 1e7;
    },
  };
  const count = 20_000;
  balancedSplits(new Array(count).fill(50), new Array(count).fill(0), costs);
  expect(asked).toBeLessThan(count * 40);
});
