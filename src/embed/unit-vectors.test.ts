import { describe, expect, it } from "vitest";
import { isUnitVector, toUnitVectors } from "./unit-vectors.ts";

describe("toUnitVectors", () => {
  it("scales to unit length", () => {
    expect(
      toUnitVectors(
        [
          [3, 4],
          [0, -2],
        ],
        2,
        2,
      ),
    ).toEqual([Float32Array.of(0.6, 0.8), Float32Array.of(0, -1)]);
  });

  it("takes the dimensions of the first vector where none are given", () => {
    expect(toUnitVectors([[1, 0, 0]], 1, undefined)[0]).toHaveLength(3);
    expect(() => toUnitVectors([[1, 0], [1]], 2, undefined)).toThrow(
      "vector 1 has 1 dimensions instead of 2",
    );
  });

  it.each([
    ["too few", [[1, 0]], "1 vectors came back for 2 texts"],
    [
      "too many",
      [
        [1, 0],
        [1, 0],
        [1, 0],
      ],
      "3 vectors came back for 2 texts",
    ],
    [
      "other dimensions",
      [
        [1, 0],
        [1, 0, 0],
      ],
      "vector 1 has 3 dimensions instead of 2",
    ],
    [
      "not a number",
      [
        [1, 0],
        [Number.NaN, 0],
      ],
      "vector 1 is not finite",
    ],
    [
      "infinite",
      [
        [Number.POSITIVE_INFINITY, 0],
        [1, 0],
      ],
      "vector 0 is not finite",
    ],
    [
      "too large to be true",
      [
        [1e200, 1e200],
        [1, 0],
      ],
      "vector 0 is not finite",
    ],
    [
      "nothing where a number should be",
      [
        [1, null as unknown as number],
        [1, 0],
      ],
      "vector 0 is not finite",
    ],
    [
      "zero",
      [
        [1, 0],
        [0, 0],
      ],
      "vector 1 is zero",
    ],
  ])("refuses what is %s", (_name, vectors, message) => {
    expect(() => toUnitVectors(vectors, 2, 2)).toThrow(message);
  });

  it("says of dimensions alone that no text can be the cause", () => {
    expect(() => toUnitVectors([[1]], 1, 2)).toThrow(expect.objectContaining({ dependsOnTexts: false }));
    expect(() => toUnitVectors([[0, 0]], 1, 2)).toThrow(expect.objectContaining({ dependsOnTexts: true }));
  });
});

it("isUnitVector knows the contract", () => {
  expect(isUnitVector(Float32Array.of(0.6, 0.8), 2)).toBe(true);
  expect(isUnitVector(Float32Array.of(0.6, 0.8), 3)).toBe(false);
  expect(isUnitVector(Float32Array.of(0.6, 0.9), 2)).toBe(false);
  expect(isUnitVector(Float32Array.of(Number.NaN, 0), 2)).toBe(false);
});
