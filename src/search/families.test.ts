import { expect, it } from "vitest";
import { chunkOf } from "../../test/support/chunks.ts";
import { DistinctFamilies, type DistinctFamily } from "./distinct.ts";
import { type Family, familiesOf, singles } from "./families.ts";
import type { Reranked } from "./rerank.ts";

function found(
  number: number,
  score: number,
  more: Parameters<typeof chunkOf>[1] = {},
  text = `text ${number}`,
): Reranked {
  const parts = { words: score, context: 0, document: 0, meaning: 0 };
  return {
    candidate: { number, score, parts },
    chunk: chunkOf(text, { id: `c${number}`, ...more }),
    score,
    features: { coverage: 0, proximity: 0, neighbours: 0 },
    added: 0,
  };
}

function distinctFamilies(families: readonly Family[], most: number): readonly DistinctFamily[] {
  const distinct = new DistinctFamilies(most, true);
  distinct.add(families);
  return distinct.kept;
}

it("gives a parent its best child's score and a share of the next", () => {
  const families = familiesOf(
    [
      found(1, 1, { parentId: "p" }),
      found(2, 0.98, { parentId: "q" }),
      found(3, 0.9, { parentId: "q" }),
      found(4, 0.8, { parentId: "q" }),
    ],
    0.1,
  );
  expect(families.map(({ best }) => best.chunk.parentId)).toEqual(["q", "p"]);
  expect(families[0].score).toBeCloseTo(0.98 + 0.09, 10);
  expect(families[0].added).toBeCloseTo(0.09, 10);
  expect(families[0].others.map(({ chunk }) => chunk.id)).toEqual(["c3", "c4"]);
});

it("leaves chunks without parents alone", () => {
  expect(familiesOf([found(1, 1), found(2, 0.5)], 0.1).map(({ score }) => score)).toEqual([1, 0.5]);
  expect(singles([found(1, 1, { parentId: "p" }), found(2, 0.5, { parentId: "p" })])).toHaveLength(2);
});

const NOTICE =
  "Licensed under the terms that stand in the file beside this one; nobody promises that it works at all.";

it("names what another document repeats at the better hit", () => {
  const copy = NOTICE.toUpperCase().replace(";", ",");
  const families = singles([
    found(1, 1, { documentId: "a" }, NOTICE),
    found(2, 0.9, { documentId: "b" }, copy),
    found(3, 0.8, { documentId: "b" }, "Something else that is said by nobody but this one document here."),
  ]);
  const distinct = distinctFamilies(families, 10);
  expect(distinct.map(({ family }) => family.best.chunk.id)).toEqual(["c1", "c3"]);
  expect(distinct[0].duplicates).toEqual([
    { chunkId: "c2", documentId: "b", span: { start: 0, end: copy.length } },
  ]);
});

it("keeps what differs in a number, and what one document says twice", () => {
  const dose = (amount: string) =>
    `Take ${amount} mg of it every morning before breakfast with a glass of water, and no more than that.`;
  const numbers = [
    found(1, 1, { documentId: "a" }, dose("10")),
    found(2, 0.9, { documentId: "b" }, dose("5")),
  ];
  expect(distinctFamilies(singles(numbers), 10)).toHaveLength(2);
  const twice = [found(1, 1, { documentId: "a" }, NOTICE), found(2, 0.9, { documentId: "a" }, NOTICE)];
  expect(distinctFamilies(singles(twice), 10)).toHaveLength(2);
});

it("gives no more than asked for", () => {
  expect(distinctFamilies(singles([found(1, 1), found(2, 0.9), found(3, 0.8)]), 2)).toHaveLength(2);
});
