import { expect, it } from "vitest";
import { buildSegment, type IndexedChunk } from "./build-segment.ts";

const chunk = (number: number, text: string[], more: Partial<IndexedChunk> = {}): IndexedChunk => ({
  number,
  document: 1,
  terms: { text },
  vectors: [],
  ...more,
});

it("lists each term's chunks by field, with counts", () => {
  const segment = buildSegment(5, [
    chunk(5, ["clay", "kiln", "clay"]),
    chunk(7, ["clay"], { document: 2, terms: { text: ["clay"], title: ["kiln"] } }),
  ]);
  expect(segment.size).toBe(3);
  expect([...segment.documents]).toEqual([1, 0, 2]);
  expect([...segment.lengths[0]]).toEqual([3, 0, 1]);
  expect(segment.postings("clay")).toEqual([
    { field: 0, places: Uint32Array.of(0, 2), counts: Uint8Array.of(2, 1) },
  ]);
  expect(segment.postings("kiln").map(({ field, places }) => [field, [...places]])).toEqual([
    [0, [0]],
    [2, [2]],
  ]);
  expect(segment.postings("none")).toEqual([]);
  expect(segment.words.terms).toEqual(["clay", "kiln"]);
});

it("has no lengths for fields that nothing fills", () => {
  expect(buildSegment(1, [chunk(1, ["a"])]).lengths.map((lengths) => lengths.length)).toEqual([
    1, 0, 0, 0, 0, 0, 0,
  ]);
});

it("stops counting where a byte ends", () => {
  const [{ counts }] = buildSegment(1, [chunk(1, Array<string>(300).fill("a"))]).postings("a");
  expect([...counts]).toEqual([255]);
});

it("keeps vectors to a hundredth, several for one chunk, and zeros", () => {
  const vectors = [Float32Array.of(0.6, -0.8), Float32Array.of(0.001, 0.0005), Float32Array.of(0, 0)];
  const [{ dimensions, numbers, scales, data }] = buildSegment(1, [chunk(1, [], { vectors })]).vectors;
  expect(dimensions).toBe(2);
  expect([...numbers]).toEqual([1, 1, 1]);
  vectors.forEach((vector, row) => {
    vector.forEach((value, i) => {
      const largest = Math.max(...vector.map(Math.abs));
      expect(Math.abs(data[row * 2 + i] * scales[row] - value)).toBeLessThanOrEqual(largest / 200);
    });
  });
});

it("is empty without chunks", () => {
  const segment = buildSegment(1, []);
  expect([segment.size, segment.vectors.length]).toEqual([0, 0]);
});
