import fc from "fast-check";
import { expect, it } from "vitest";
import { TopK } from "./top-k.ts";

const offers = fc.uniqueArray(fc.record({ number: fc.nat(500), score: fc.integer({ min: -5, max: 5 }) }), {
  selector: ({ number }) => number,
});

it("keeps what sorting everything would put first, equals by their number, in any order of offers", () => {
  fc.assert(
    fc.property(offers, fc.nat(20), (all, k) => {
      const top = new TopK(k, all.length);
      for (const { number, score } of all) top.offer(number, score);
      const expected = all.toSorted((a, b) => b.score - a.score || a.number - b.number).slice(0, k);
      expect(top.ranked()).toEqual(expected);
    }),
  );
});

it("takes no more room than there can be offers", () => {
  const top = new TopK(Number.MAX_SAFE_INTEGER, 2);
  top.offer(1, 1);
  top.offer(2, 2);
  expect(top.ranked()).toHaveLength(2);
});
