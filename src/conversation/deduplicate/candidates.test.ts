import { expect, it } from "vitest";
import { findCandidates } from "./candidates.ts";
import { readStatement } from "./statement.ts";

function candidates(...texts: string[]) {
  return findCandidates(texts.map((text) => readStatement({ text, subject: "", type: "fact" })));
}

it("lets equal texts, reworded ones and those with the same names meet", () => {
  const found = candidates(
    "Tom bought a new bike",
    "Tom purchased a new bike",
    "Lamps hang over the stairs",
    "In Oslo Eva drinks tea",
    "Yesterday Eva was seen swimming near Oslo",
  );
  expect(found.before(1)).toEqual([0]);
  expect(found.before(2)).toEqual([]);
  expect(found.before(4)).toEqual([3]);
});

it("compares neighbours alone in a large block, equal ones first", () => {
  const texts = Array.from({ length: 400 }, (_, i) => `Anna takes ${i % 200} mg of it`);
  const found = candidates(...texts);
  expect(found.largeBlocks).toBeGreaterThan(0);
  expect(found.before(300)).toContain(100);
  expect(found.before(399).length).toBeLessThan(100);
});
