import { expect, it } from "vitest";
import { boundaryLines, markedDocuments } from "./boundaries.ts";

/** Twelve units of ten characters; topics begin at the fifth and the ninth. */
const set = {
  name: "set",
  queries: [],
  documents: [
    {
      id: "d",
      text: "x".repeat(120),
      chunks: Array.from({ length: 12 }, (_, i) => ({ start: 10 * i, end: 10 * i + 10 })),
      boundaries: [4, 8],
    },
    { id: "unmarked", text: "y" },
  ],
};
const cutter = (name: string, starts: readonly number[]) => ({ name, starts: async () => starts });

it("gives the trivial lines, and a perfect cutter no error", async () => {
  const lines = await boundaryLines(markedDocuments(set), [cutter("perfect", [0, 40, 80])]);
  expect(lines.map(({ by }) => by)).toEqual([
    "marked by a person",
    "no boundary",
    "every 4 units",
    "perfect",
  ]);
  expect(lines[1].Pk).toBeGreaterThan(0);
  expect(lines[2]).toMatchObject({ Pk: 0, segments: 3 });
  expect(lines[3]).toMatchObject({ Pk: 0, WindowDiff: 0, segments: 3 });
});

it("takes a piece that begins inside a unit to the nearer edge", async () => {
  const [near, far] = (
    await boundaryLines(markedDocuments(set), [cutter("near", [0, 38, 83]), cutter("far", [0, 34, 87])])
  ).slice(3);
  expect(near).toMatchObject({ Pk: 0, WindowDiff: 0 });
  expect(far.WindowDiff).toBeGreaterThan(0);
});
