import { describe, expect, it } from "vitest";
import type { WordQuery } from "../../core/store.ts";
import { buildSegment, type IndexedChunk } from "./build-segment.ts";
import { scoreWords } from "./score-words.ts";

const FIELDS = { text: 1, path: 0, title: 0, names: 0, keywords: 0, context: 0, questions: 0 };

function ask(terms: string, more: Partial<WordQuery> = {}): WordQuery {
  return {
    terms: terms.split(" ").map((term) => ({ term, weight: 1 })),
    fields: FIELDS,
    documentWeight: 0,
    limit: 10,
    ...more,
  };
}

function chunks(...rows: [document: number, text: string, title?: string][]): IndexedChunk[] {
  return rows.map(([document, text, title], i) => ({
    number: i + 1,
    document,
    terms: { text: text.split(" "), ...(title === undefined ? {} : { title: title.split(" ") }) },
    vectors: [],
  }));
}

const ROWS = chunks(
  [1, "kiln fires clay"],
  [1, "clay clay more clay"],
  [2, "tax office"],
  [3, "office kiln tax people"],
);

describe("scores of words", () => {
  it("are Okapi's in one field", () => {
    const hits = scoreWords([buildSegment(1, ROWS)], ask("clay"));
    const rarity = Math.log(1 + (4 - 2 + 0.5) / (2 + 0.5));
    const score = (count: number, length: number) =>
      (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / (13 / 4)));
    expect(hits.map(({ number }) => number)).toEqual([2, 1]);
    expect(hits[0].score).toBeCloseTo(score(3, 4), 10);
    expect(hits[1].score).toBeCloseTo(score(1, 3), 10);
  });

  it("add up from their matches, and with the document's part", () => {
    const rows = chunks([1, "kiln clay", "kiln"], [2, "clay"], [2, "kiln tax"]);
    const query = ask("kiln clay", { fields: { ...FIELDS, title: 0.5 }, documentWeight: 0.5 });
    const hits = scoreWords([buildSegment(1, rows)], query);
    for (const { score, chunk, document, matches } of hits) {
      expect(matches.reduce((sum, match) => sum + match.score, 0)).toBeCloseTo(chunk, 10);
      expect(chunk + 0.5 * document).toBeCloseTo(score, 10);
    }
    expect(hits[0].matches.map(({ term, field }) => `${term} ${field}`)).toEqual([
      "kiln text",
      "kiln title",
      "clay text",
    ]);
  });

  it("count a term as much as the question says", () => {
    const once = scoreWords([buildSegment(1, ROWS)], ask("tax"))[0].score;
    const twice = scoreWords([buildSegment(1, ROWS)], ask("", { terms: [{ term: "tax", weight: 2 }] }))[0]
      .score;
    expect(twice).toBeCloseTo(2 * once, 10);
  });

  it("of a document are those of all its chunks together", () => {
    // Both documents say "kiln" once a chunk; only the first says "clay", in its other chunk.
    const rows = chunks([1, "kiln a"], [1, "clay b"], [2, "kiln a"], [2, "tax b"]);
    const [best, next] = scoreWords([buildSegment(1, rows)], ask("kiln clay", { documentWeight: 1 })).filter(
      ({ number }) => number === 1 || number === 3,
    );
    expect([best.number, next.number]).toEqual([1, 3]);
    expect(best.chunk).toBe(next.chunk);
    const rarity = (having: number) => Math.log(1 + (2 - having + 0.5) / (having + 0.5));
    // Both are as long as the mean: a term that is there once counts its rarity.
    expect(best.document).toBeCloseTo(rarity(2) + rarity(1), 10);
    expect(next.document).toBeCloseTo(rarity(2), 10);
  });

  it("do not depend on what was there once, or on how chunks lie in segments", () => {
    const query = ask("clay kiln tax", { documentWeight: 0.5 });
    const alone = scoreWords([buildSegment(1, ROWS)], query);
    const gone = ROWS.map((row) => ({ ...row, number: row.number + 4, document: row.document + 3 }));
    const old = buildSegment(1, [...ROWS, ...gone]);
    old.dead.fill(1, 4);
    expect(scoreWords([old], query)).toEqual(alone);
    const parts = [buildSegment(1, ROWS.slice(0, 1)), buildSegment(2, ROWS.slice(1))];
    expect(scoreWords(parts, query)).toEqual(alone);
  });

  it("forget a document that dies after it was counted", () => {
    const segment = buildSegment(1, ROWS);
    const query = ask("clay kiln tax", { documentWeight: 0.5 });
    scoreWords([segment], query);
    segment.dead[2] = 1;
    const without = buildSegment(
      1,
      ROWS.filter(({ document }) => document !== 2),
    );
    expect(scoreWords([segment], query)).toEqual(scoreWords([without], query));
  });

  it("are given for allowed documents only, unchanged", () => {
    const all = scoreWords([buildSegment(1, ROWS)], ask("kiln"));
    const some = scoreWords([buildSegment(1, ROWS)], ask("kiln"), Uint8Array.of(0, 0, 0, 1));
    expect(some).toEqual(all.filter(({ number }) => number === 4));
  });

  it("find nothing without a shared word, and no more than asked for", () => {
    expect(scoreWords([buildSegment(1, ROWS)], ask("submarine"))).toEqual([]);
    expect(scoreWords([], ask("clay"))).toEqual([]);
    expect(scoreWords([buildSegment(1, ROWS)], ask("clay tax kiln", { limit: 2 }))).toHaveLength(2);
  });
});
