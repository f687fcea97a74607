import { expect, it } from "vitest";
import { PieceTable } from "./piece-table.ts";
import { TokenBag } from "./token-bag.ts";

const TOKENS = 9;
const DIMENSIONS = 4;
const model = {
  id: "small",
  dimensions: DIMENSIONS,
  lengths: [4, 2],
  pieces: new PieceTable("abcdefghi".split("").join("\n")),
  scales: Float32Array.from({ length: TOKENS }, (_, i) => 1 / (i + 3)),
  rows: Int8Array.from({ length: TOKENS * DIMENSIONS }, (_, i) => ((i * 37) % 255) - 127),
};

function vectorOf(ids: readonly number[], length: number, bag = new TokenBag(model)): Float32Array {
  for (const id of ids) bag.add(id);
  return bag.takeVector(length);
}

/** The same, written down as it is defined. */
function expected(ids: readonly number[], length: number): number[] {
  const sum = Array.from({ length }, (_, i) =>
    ids.reduce((total, id) => total + model.scales[id] * model.rows[id * DIMENSIONS + i], 0),
  );
  return sum.map((x) => x / Math.hypot(...sum));
}

const cases = [[0], [1, 1, 1], [8, 0, 3], [5, 2, 7, 1], [0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 4, 4]];

it.each(cases.map((ids) => [ids]))("adds the rows of %j, each as often as its token occurs", (ids) => {
  for (const length of [DIMENSIONS, 2]) {
    const wanted = expected(ids, length);
    vectorOf(ids, length).forEach((x, i) => {
      expect(x).toBeCloseTo(wanted[i], 6);
    });
  }
});

it("is empty after a vector was taken", () => {
  const bag = new TokenBag(model);
  vectorOf([3, 3, 5, 8, 1], DIMENSIONS, bag);
  expect(vectorOf([2, 6], DIMENSIONS, bag)).toEqual(vectorOf([2, 6], DIMENSIONS));
});

it("gives these bits, on every machine", () => {
  const bits = new Uint32Array(vectorOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 4], DIMENSIONS).buffer);
  expect([...bits].map((word) => word.toString(16))).toEqual([
    "bf51c01e",
    "bee90a81",
    "be3b8c56",
    "be97dc02",
  ]);
});

it("has a vector of unit length also for nothing", () => {
  expect(Math.hypot(...vectorOf([], DIMENSIONS))).toBeCloseTo(1, 6);
});
