import { expect, it } from "vitest";
import { BitWriter } from "../../../model/content-classifier/bit-writer.ts";
import { BitReader } from "./bit-reader.ts";
import { CLASSES } from "./content.ts";
import { BIAS, ROWS, WEIGHTS } from "./weights.ts";
import { readWeights } from "./weights-layout.ts";

it("what is written is read, likely bits and unlikely ones", () => {
  const bits = Array.from({ length: 5_000 }, (_, i) => [i % 3, i % 97 === 0 || i > 4_900 ? 1 : 0] as const);
  const writer = new BitWriter(3 + 64);
  for (const [context, bit] of bits) writer.bit(context, bit);
  for (let value = 0; value < 64; value++) writer.number(6, 3, value);
  const reader = new BitReader(writer.finish(), 3 + 64);
  for (const [context, bit] of bits) expect(reader.bit(context)).toBe(bit);
  for (let value = 0; value < 64; value++) expect(reader.number(6, 3)).toBe(value);
});

it("the weights are whole: as many features as they say, each with a weight, all bytes used", () => {
  const bytes = Uint8Array.from(atob(WEIGHTS), (character) => character.charCodeAt(0));
  const { rows, levels } = readWeights(bytes, ROWS);
  expect(BIAS).toHaveLength(CLASSES.length);
  expect([...rows].filter((row) => row > 0)).toEqual(Array.from({ length: ROWS }, (_, i) => i + 1));
  for (let row = 0; row < ROWS; row++)
    expect(
      levels.subarray(row * CLASSES.length, (row + 1) * CLASSES.length).some((level) => level !== 0),
    ).toBe(true);
});
