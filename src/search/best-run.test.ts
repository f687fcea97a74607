import fc from "fast-check";
import { expect, it } from "vitest";
import { bestRun, type RunUnit } from "./best-run.ts";

const unit = fc.record({ tokens: fc.integer({ min: 1, max: 5 }), worth: fc.integer({ min: -3, max: 3 }) });

function sum(units: readonly RunUnit[], of: keyof RunUnit): number {
  return units.reduce((total, one) => total + one[of], 0);
}

it("is worth as much as any run around the unit that fits", () => {
  fc.assert(
    fc.property(
      fc.array(unit, { minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.integer({ min: 1, max: 20 }),
      (units, place, most) => {
        const at = place % units.length;
        const { start, end } = bestRun(units, at, most);
        expect(start <= at && at < end).toBe(true);
        const run = units.slice(start, end);
        if (run.length > 1) expect(sum(run, "tokens")).toBeLessThanOrEqual(most);
        for (let from = 0; from <= at; from++) {
          for (let to = at + 1; to <= units.length; to++) {
            const other = units.slice(from, to);
            if (sum(other, "tokens") <= most)
              expect(sum(run, "worth")).toBeGreaterThanOrEqual(sum(other, "worth"));
          }
        }
      },
    ),
  );
});

it("takes nothing that adds nothing", () => {
  const units = [0, 0, 1, 0, 0].map((worth) => ({ tokens: 1, worth }));
  expect(bestRun(units, 2, 100)).toEqual({ start: 2, end: 3 });
});
