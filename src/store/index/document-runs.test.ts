import fc from "fast-check";
import { expect, it } from "vitest";
import { buildSegment } from "./build-segment.ts";
import { documentRuns } from "./document-runs.ts";

const FIRST = 10;

it("gives the first chunk of each document that has the term, and how often all of them have it", () => {
  const documents = fc.array(fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(documents, (counts) => {
      const chunks = counts.flatMap((own, document) =>
        own.map((count) => ({ count, document: document + 1 })),
      );
      const segment = buildSegment(
        FIRST,
        chunks.map(({ count, document }, i) => ({
          number: FIRST + i,
          document,
          terms: { text: Array<string>(count).fill("clay") },
          vectors: [],
        })),
      );
      const expected = new Map<number, { place: number; count: number }>();
      chunks.forEach(({ count, document }, place) => {
        if (count === 0) return;
        const known = expected.get(document);
        expected.set(document, { place: known?.place ?? place, count: count + (known?.count ?? 0) });
      });
      for (const list of segment.postings("clay")) {
        const runs = documentRuns(list, segment);
        expect([...runs.places]).toEqual([...expected.values()].map(({ place }) => place));
        expect([...runs.counts]).toEqual([...expected.values()].map(({ count }) => count));
      }
    }),
  );
});

it("counts beyond two bytes", () => {
  const length = 300;
  const list = {
    field: 0,
    places: Uint16Array.from({ length }, (_, i) => i),
    counts: new Uint8Array(length).fill(255),
  };
  const segment = { ...buildSegment(1, []), documents: new Uint32Array(length).fill(7) };
  expect(documentRuns(list, segment).counts).toEqual(Uint32Array.of(300 * 255));
});
