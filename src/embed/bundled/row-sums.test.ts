import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { rowKernelSource } from "../../../tools/make-row-kernel.ts";
import { RowSums } from "./row-sums.ts";

const ROWS = 50;
const DIMENSIONS = 24;
const rows = Int8Array.from({ length: ROWS * DIMENSIONS }, (_, i) => ((i * 89) % 256) - 128);

it("ships the kernel that the tool makes", () => {
  expect(readFileSync(new URL("./row-kernel.ts", import.meta.url), "utf8")).toBe(rowKernelSource());
});

it("runs on WebAssembly here", () => {
  expect(new RowSums(rows, DIMENSIONS).isAccelerated).toBe(true);
  expect(new RowSums(rows, DIMENSIONS, "plain").isAccelerated).toBe(false);
});

it("gives the same bits by WebAssembly and without, for any rows, weights and length", () => {
  const [fast, plain] = [new RowSums(rows, DIMENSIONS), new RowSums(rows, DIMENSIONS, "plain")];
  const weighted = fc.tuple(fc.nat({ max: ROWS - 1 }), fc.float({ noNaN: true, min: -1e6, max: 1e6 }));
  fc.assert(
    fc.property(
      fc.array(weighted, { maxLength: 30 }),
      fc.constantFrom(24, 16, 8, 20, 3),
      (chosen, length) => {
        const ids = Int32Array.from(chosen, ([id]) => id);
        const weights = Float64Array.from(chosen, ([, weight]) => weight);
        const [a, b] = [fast, plain].map((sums) =>
          sums.of(ids, weights, ids.length, length).slice(0, length),
        );
        expect(new BigUint64Array(a.buffer)).toEqual(new BigUint64Array(b.buffer));
      },
    ),
  );
});

it("adds each row as often as its weight says", () => {
  const [sum] = new RowSums(rows, DIMENSIONS).of(
    Int32Array.of(0, 1, 2, 3, 4),
    Float64Array.of(1, 2, 3, 4, 5),
    5,
    8,
  );
  expect(sum).toBe([1, 2, 3, 4, 5].reduce((total, weight, i) => total + weight * rows[i * DIMENSIONS], 0));
});
