import { expect, it } from "vitest";
import { withinTokens } from "./within-tokens.ts";

const piece = (start: number, end: number, tokens: number) => ({ document: "d", start, end, tokens });

it("takes whole pieces while they fit and cuts the first that does not", () => {
  const pieces = [piece(0, 100, 20), piece(100, 300, 40), piece(300, 400, 20)];
  expect(withinTokens(pieces, 40)).toEqual([
    { document: "d", start: 0, end: 100 },
    { document: "d", start: 100, end: 200 },
  ]);
});

it("gives all of what costs no more than the budget", () => {
  expect(withinTokens([piece(0, 100, 20), piece(100, 150, 10)], 30)).toHaveLength(2);
  expect(withinTokens([], 30)).toEqual([]);
});
