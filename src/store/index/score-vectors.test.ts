import { expect, it } from "vitest";
import { buildSegment, type IndexedChunk } from "./build-segment.ts";
import type { DotsVisitor } from "./scanned-block.ts";
import { scoreVectors } from "./score-vectors.ts";
import type { VectorBlock } from "./segment.ts";

const DIMENSIONS = 32;

/** Directions that differ, the same on every run. */
function unit(seed: number): Float32Array {
  const vector = Float32Array.from({ length: DIMENSIONS }, (_, i) => Math.sin(seed * 7.3 + i * (seed + 1.7)));
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

const ROWS: IndexedChunk[] = Array.from({ length: 300 }, (_, i) => ({
  number: i + 1,
  document: 1 + Math.floor(i / 10),
  terms: {},
  vectors: [unit(i)],
}));
const QUERY = { vector: unit(1000), documentWeight: 0, limit: 10 };

it("finds the nearest, with cosines to a thousandth", () => {
  const expected = ROWS.map(({ number, vectors }) => ({ number, cosine: dot(vectors[0], QUERY.vector) }))
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, 10);
  const hits = scoreVectors([buildSegment(1, ROWS)], QUERY);
  expect(hits.map(({ number }) => number)).toEqual(expected.map(({ number }) => number));
  hits.forEach(({ cosine }, i) => {
    expect(Math.abs(cosine - expected[i].cosine)).toBeLessThan(0.003);
  });
});

it("lets a chunk's best vector speak for it", () => {
  const rows = [
    { ...ROWS[0], vectors: [unit(1), QUERY.vector] },
    { ...ROWS[1], vectors: [unit(2)] },
  ];
  const [first] = scoreVectors([buildSegment(1, rows)], QUERY);
  expect(first.number).toBe(1);
  expect(first.cosine).toBeCloseTo(1, 2);
});

it("adds the nearness of the whole document: the direction of its chunks together", () => {
  const [near, far] = [QUERY.vector, unit(3)];
  const rows: IndexedChunk[] = [
    { number: 1, document: 1, terms: {}, vectors: [far] },
    { number: 2, document: 1, terms: {}, vectors: [near] },
    { number: 3, document: 2, terms: {}, vectors: [far] },
  ];
  const hits = scoreVectors([buildSegment(1, rows)], { ...QUERY, documentWeight: 0.5 });
  const sum = near.map((value, i) => value + far[i]);
  const expected = dot(sum, near) / Math.hypot(...sum);
  const of = (number: number) => hits.find((hit) => hit.number === number);
  expect(of(1)?.document).toBeCloseTo(expected, 2);
  expect(of(2)?.document).toBe(of(1)?.document);
  expect(of(3)?.document).toBeCloseTo(dot(far, near), 2);
  expect(hits.every(({ score, cosine, document }) => score === cosine + 0.5 * document)).toBe(true);
});

it("gives the same over several segments, also for a document that lies in two", () => {
  const query = { ...QUERY, documentWeight: 0.3 };
  const whole = scoreVectors([buildSegment(1, ROWS)], query);
  const parts = scoreVectors(
    [buildSegment(1, ROWS.slice(0, 155)), buildSegment(156, ROWS.slice(155))],
    query,
  );
  expect(parts.map(({ number }) => number)).toEqual(whole.map(({ number }) => number));
  parts.forEach(({ score }, i) => {
    expect(score).toBeCloseTo(whole[i].score, 2);
  });
});

it("passes over the dead, in documents' directions too, and what is not allowed", () => {
  const segments = [buildSegment(1, ROWS)];
  const query = { ...QUERY, documentWeight: 0.3 };
  const [first] = scoreVectors(segments, query);
  const document = ROWS[first.number - 1].document;
  ROWS.forEach((row) => {
    if (row.document === document) segments[0].dead[row.number - 1] = 1;
  });
  const after = scoreVectors(segments, query);
  expect(after.some(({ number }) => ROWS[number - 1].document === document)).toBe(false);
  const without = [
    buildSegment(
      1,
      ROWS.filter((row) => row.document !== document),
    ),
  ];
  expect(after).toEqual(scoreVectors(without, query));
  const allowed = new Uint8Array(40);
  allowed[7] = 1;
  const only = scoreVectors(segments, QUERY, allowed);
  expect(new Set(only.map(({ number }) => ROWS[number - 1].document))).toEqual(new Set([7]));
});

it("uses the scan it is given", () => {
  let scanned = 0;
  const scan = (_query: Int8Array, { numbers: { length } }: VectorBlock, visit: DotsVisitor) => {
    scanned += length;
    visit(new Int32Array(length), 0, length);
  };
  scoreVectors([buildSegment(1, ROWS)], QUERY, undefined, { scan });
  expect(scanned).toBe(300);
});

it("scores the best of the scan again with exact vectors, where there are any", () => {
  const asked: number[] = [];
  const exact = (number: number) => {
    asked.push(number);
    return number % 2 === 0 ? [unit(5000), ...ROWS[number - 1].vectors] : undefined;
  };
  const segments = [buildSegment(1, ROWS)];
  const hits = scoreVectors(segments, QUERY, undefined, { exact });
  const rough = new Map(
    scoreVectors(segments, { ...QUERY, limit: 300 }).map(({ number, cosine }) => [number, cosine]),
  );
  expect(hits.some(({ number }) => number % 2 === 0)).toBe(true);
  expect(hits.some(({ number }) => number % 2 === 1)).toBe(true);
  for (const { number, cosine } of hits) {
    if (number % 2 === 1) expect(cosine).toBe(rough.get(number));
    else {
      const own = dot(ROWS[number - 1].vectors[0], QUERY.vector);
      expect(cosine).toBeCloseTo(Math.max(own, dot(unit(5000), QUERY.vector)), 10);
    }
  }
  expect(asked).toHaveLength(65);
});

it("finds nothing where nothing has vectors of that length", () => {
  expect(scoreVectors([buildSegment(1, ROWS)], { ...QUERY, vector: Float32Array.of(1, 0) })).toEqual([]);
  expect(scoreVectors([], QUERY)).toEqual([]);
});

it("a chunk whose vectors lie in two blocks is one hit, with the best of them", () => {
  const block = (numbers: number[], data: number[]) => ({
    dimensions: 2,
    numbers: Uint32Array.from(numbers),
    scales: new Float32Array(numbers.length).fill(1 / 127),
    data: Int8Array.from(data),
  });
  const chunks = [1, 2, 3].map((number) => ({ number, document: number, terms: {}, vectors: [] }));
  const segment = {
    ...buildSegment(1, chunks),
    hasDead: false,
    vectors: [block([1, 2], [0, 127, 100, 78]), block([2, 3, 3], [127, 0, 90, 90, 60, 60])],
  };
  for (const documentWeight of [0, 1e-9]) {
    const hits = scoreVectors([segment], { vector: Float32Array.of(1, 0), documentWeight, limit: 10 });
    expect(hits.map(({ number }) => number)).toEqual([2, 3, 1]);
    expect(hits[0].cosine).toBeCloseTo(1, 5);
  }
});
