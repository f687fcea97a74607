import { expect, it } from "vitest";
import { chunkOf } from "../../test/support/chunks.ts";
import type { WordHit } from "../core/store.ts";
import type { Candidate } from "./fuse.ts";
import { readQuestion } from "./question.ts";
import { rerank } from "./rerank.ts";

function read(
  number: number,
  text: string,
  score: number,
  terms: string[],
  index = number * 10,
  documentId = "d",
) {
  const matches: WordHit["matches"] = terms.map((term) => ({ term, field: "text", score: 1 }));
  const words = { hit: { number, score, chunk: score, document: 0, matches }, rank: number };
  const candidate: Candidate = {
    number,
    words,
    score,
    parts: { words: score, context: 0, document: 0, meaning: 0 },
  };
  return { candidate, chunk: chunkOf(text, { index, documentId }) };
}

const NONE = { coverage: 0, proximity: 0, neighbours: 0 };
const QUESTION = readQuestion("fire the clay kiln");

it("puts all of the words before one of them", () => {
  const rows = [
    read(1, "clay clay clay", 1, ["clai"]),
    read(2, "fire clay in a kiln", 0.95, ["fire", "clai", "kiln"]),
  ];
  const ranked = rerank(QUESTION, rows, { ...NONE, coverage: 0.3 });
  expect(ranked.map(({ candidate }) => candidate.number)).toEqual([2, 1]);
  expect(ranked[0].features.coverage).toBe(1);
  expect(ranked[1].features.coverage).toBeCloseTo(1 / 3, 10);
  expect(ranked[0].added).toBeCloseTo(0.3, 10);
});

it("puts words that stand together before words that stand apart", () => {
  const apart = "clay is dug and washed; days later, when all is dry and stacked, the kiln is lit";
  const rows = [read(1, apart, 1, ["clai", "kiln"]), read(2, "the clay kiln", 0.95, ["clai", "kiln"])];
  const ranked = rerank(QUESTION, rows, { ...NONE, proximity: 0.2 });
  expect(ranked.map(({ candidate }) => candidate.number)).toEqual([2, 1]);
  expect(ranked[1].features.proximity).toBe(0);
});

it("lifts a chunk that stands next to a good one of its document, and no other", () => {
  const rows = [
    read(1, "x", 1, ["fire"], 4),
    read(2, "x", 0.5, ["fire"], 5),
    read(3, "x", 0.5, ["fire"], 5, "e"),
    read(4, "x", 0.5, ["fire"], 7),
  ];
  const added = new Map(
    rerank(QUESTION, rows, { ...NONE, neighbours: 0.1 }).map(({ candidate, added }) => [
      candidate.number,
      added,
    ]),
  );
  expect(added.get(2)).toBeCloseTo(0.1, 10);
  expect(added.get(1)).toBeCloseTo(0.05, 10);
  expect([added.get(3), added.get(4)]).toEqual([0, 0]);
});

it("leaves everything as it was without weights or words", () => {
  const rows = [read(1, "b", 1, []), read(2, "a", 2, [])];
  expect(rerank(readQuestion(""), rows, NONE).map(({ candidate }) => candidate.number)).toEqual([2, 1]);
});
