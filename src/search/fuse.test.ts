import { expect, it } from "vitest";
import type { VectorHit, WordHit } from "../core/store.ts";
import { fuse, fuseRanks } from "./fuse.ts";

const word = (number: number, chunk: number, document = 0): WordHit => ({
  number,
  score: chunk + 0.5 * document,
  chunk,
  document,
  matches: [
    { term: "a", field: "text", score: chunk - 1 },
    { term: "a", field: "title", score: 1 },
  ],
});
const near = (number: number, score: number): VectorHit => ({ number, score, cosine: score, document: 0 });
const WEIGHTS = { meaning: 0.25, document: 0.5 };

it("adds words by the best of them, and meaning by its range", () => {
  const fused = fuse([word(1, 8, 4), word(2, 5)], [near(3, 0.9), near(2, 0.6), near(4, 0.5)], WEIGHTS);
  const score = new Map(fused.map((candidate) => [candidate.number, candidate.score]));
  expect(score.get(1)).toBeCloseTo(0.75, 10);
  expect(score.get(2)).toBeCloseTo(0.75 * 0.5 + 0.25 * 0.25, 10);
  expect(score.get(3)).toBeCloseTo(0.25, 10);
  expect(score.get(4)).toBe(0);
  expect(fused.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});

it("tells every part, and the parts add up", () => {
  const [first] = fuse([word(1, 8, 4)], [near(1, 0.9), near(2, 0.5)], WEIGHTS);
  expect(first.parts.words).toBeCloseTo(0.75 * 0.7, 10);
  expect(first.parts.context).toBeCloseTo(0.75 * 0.1, 10);
  expect(first.parts.document).toBeCloseTo(0.75 * 0.2, 10);
  expect(first.parts.meaning).toBeCloseTo(0.25, 10);
  expect(first.score).toBeCloseTo(1, 10);
  expect([first.words?.rank, first.meaning?.rank]).toEqual([1, 1]);
});

it("gives the only hit of a list its full share", () => {
  expect(fuse([], [near(1, 0.3)], { ...WEIGHTS, meaning: 1 })[0].score).toBe(1);
});

it("does not change with the depth of the lists past the floor", () => {
  const deep = Array.from({ length: 400 }, (_, i) => near(i, 1 - i / 500));
  const [shallow, more] = [deep.slice(0, 250), deep].map((list) => fuse([word(7, 3)], list, WEIGHTS));
  expect(more.slice(0, 200)).toEqual(shallow.slice(0, 200));
});

it("by ranks looks at nothing else", () => {
  const fused = fuseRanks([word(1, 100), word(2, 1)], [near(2, 0.9), near(3, 0.1)], {
    ...WEIGHTS,
    meaning: 0.5,
  });
  expect(fused.map(({ number }) => number)).toEqual([2, 1, 3]);
  expect(fused[1].score).toBeCloseTo(0.5, 10);
});

it("orders equals by number", () => {
  expect(fuse([word(9, 2), word(3, 2)], [], WEIGHTS).map(({ number }) => number)).toEqual([3, 9]);
});
