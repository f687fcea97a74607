import { describe, expect, it } from "vitest";
import { buildSegment, type IndexedChunk } from "./build-segment.ts";
import type { Segment } from "./segment.ts";
import { type WordStatistics, wordStatistics } from "./statistics.ts";

/** Documents from `from` on, of one to three chunks of different lengths; every fourth defines a name. */
function segment(firstChunk: number, from: number, documents: number): Segment {
  const chunks: IndexedChunk[] = [];
  for (let document = from; document < from + documents; document++)
    for (let i = 0; i <= document % 3; i++)
      chunks.push({
        number: firstChunk + chunks.length,
        document,
        terms: {
          text: Array.from({ length: 1 + ((document * 7 + i) % 11) }, (_, term) => `word${term}`),
          ...(document % 4 === 0 ? { names: ["name"] } : {}),
        },
        vectors: [],
      });
  return buildSegment(firstChunk, chunks);
}

function kill(segment: Segment, document: number): void {
  segment.documents.forEach((own, place) => {
    if (own === document) segment.dead[place] = 1;
  });
}

/** Arrays by document as they are now. */
function copy(statistics: WordStatistics): WordStatistics {
  return { ...statistics, documentLengths: statistics.documentLengths.map((lengths) => lengths.slice()) };
}

describe("statistics of words", () => {
  it("are the same for a list, whatever lists were asked for before it", () => {
    const parts = () => [segment(1, 1, 9), segment(50, 10, 5), segment(80, 15, 3)];
    const [a, b, c] = parts();
    const merged = segment(50, 10, 8);
    const alone = (make: () => Segment[]) => copy(wordStatistics(make()));
    const lists: [readonly Segment[], () => Segment[]][] = [
      [[a], () => parts().slice(0, 1)],
      [[a, b], () => parts().slice(0, 2)],
      [[a, b, c], parts],
      [[a, merged], () => [segment(1, 1, 9), segment(50, 10, 8)]],
      [[b, c], () => parts().slice(1)],
      [[a, b, c], parts],
    ];
    for (const [list, make] of lists) expect(copy(wordStatistics(list))).toEqual(alone(make));
  });

  it("leave out what died, also in a list they were made of before", () => {
    const list = [segment(1, 1, 6), segment(40, 7, 4)];
    const before = copy(wordStatistics(list));
    kill(list[0], 2);
    kill(list[1], 8);
    const dead = [segment(1, 1, 6), segment(40, 7, 4)];
    kill(dead[0], 2);
    kill(dead[1], 8);
    const after = copy(wordStatistics(list));
    expect(after).toEqual(copy(wordStatistics(dead)));
    expect(after.documents).toBe(before.documents - 2);
    expect(after.documentLengths[0][8]).toBe(0);
  });

  it("count a document once that lies in two segments, until the last of it goes", () => {
    const [a, b] = [segment(1, 1, 3), segment(30, 3, 2)];
    expect(wordStatistics([a, b]).documents).toBe(4);
    kill(a, 3);
    expect(wordStatistics([a, b]).documents).toBe(4);
    kill(b, 3);
    expect(wordStatistics([a, b]).documents).toBe(3);
  });
});
