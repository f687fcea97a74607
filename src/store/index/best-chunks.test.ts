import fc from "fast-check";
import { expect, it } from "vitest";
import { bestChunks } from "./best-chunks.ts";
import { buildSegment } from "./build-segment.ts";

const FIRST = 5;

/** A chunk's score, whether it is alive and allowed, and which lists it stands in. Few scores, so that many are equal. */
const chunks = fc.array(
  fc.record({
    score: fc.integer({ min: 1, max: 6 }),
    isDead: fc.boolean(),
    isAllowed: fc.boolean(),
    lists: fc.subarray([0, 1, 2, 3]),
  }),
  { minLength: 1, maxLength: 40 },
);

it("finds the same by lists, in which a chunk may stand several times, as by a look at every chunk", () => {
  fc.assert(
    fc.property(chunks, fc.integer({ min: 0, max: 12 }), fc.boolean(), (all, limit, isFiltered) => {
      // More than stand in lists, so that the lists are the shorter way.
      const entries = Array.from({ length: 4 * all.length }, (_, i) => ({
        number: FIRST + i,
        document: 1 + Math.floor(i / 2),
        terms: {},
        vectors: [],
      }));
      const segment = buildSegment(FIRST, entries);
      const scores = new Float64Array(entries.length);
      const documents = Float64Array.from({ length: entries.length }, (_, i) => i % 4);
      const allowed = new Uint8Array(entries.length);
      all.forEach(({ score, isDead, isAllowed, lists }, i) => {
        if (lists.length > 0) scores[i] = score;
        segment.dead[i] = isDead ? 1 : 0;
        if (isAllowed) allowed[segment.documents[i]] = 1;
      });
      const lists = [0, 1, 2, 3].map((list) =>
        Uint32Array.from(all.flatMap((chunk, i) => (chunk.lists.includes(list) ? i : []))),
      );
      const given = scores.slice();
      const found = { scoresOf: () => given, documents, weight: 0.5 };
      const filter = isFiltered ? allowed : undefined;
      const byLists = bestChunks([segment], { ...found, lists: [lists] }, limit, filter).ranked();
      expect(byLists).toEqual(bestChunks([segment], found, limit, filter).ranked());
      expect(byLists.length).toBeLessThanOrEqual(limit);
      expect(given).toEqual(scores);
    }),
  );
});
