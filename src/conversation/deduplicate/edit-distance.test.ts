import { expect, it } from "vitest";
import { editSimilarity } from "./edit-distance.ts";

it.each([
  ["kitten", "sitting", 1 - 3 / 7],
  ["", "abc", 0],
  ["same", "same", 1],
  ["abc", "acb", 1 - 2 / 3],
])("%s and %s", (a, b, similarity) => expect(editSimilarity(a, b)).toBeCloseTo(similarity, 10));

it("leaves long texts to their words", () => {
  expect(editSimilarity("a".repeat(401), "b")).toBe(0);
});
