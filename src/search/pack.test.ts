import { expect, it } from "vitest";
import { pack } from "./pack.ts";

const hit = (...tokens: number[]) => ({ choices: tokens.map((count) => ({ tokens: count, value: count })) });

it("takes the largest choice that fits, and passes over what does not", () => {
  expect(pack([hit(600, 200), hit(600, 200), hit(900, 500), hit(100)], 1_000, 10)).toEqual([600, 200, 100]);
});

it("takes the largest of all without a budget, up to the limit", () => {
  expect(pack([hit(600, 200), hit(700), hit(800)], undefined, 2)).toEqual([600, 700]);
});
