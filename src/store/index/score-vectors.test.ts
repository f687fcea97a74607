import fc from "fast-check";
import { expect, it } from "vitest";
import { buildSegment, type IndexedChunk } from "./build-segment.ts";
import { VectorScanner } from "./scan.ts";
import type { DotsVisitor, RoughScan } from "./scanned-block.ts";
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

/** Chunks with one to three vectors of random directions, the same for the same seed, in segments of these sizes. */
function randomSegments(seed: number, sizes: readonly number[], scanner: VectorScanner) {
  const chance = new Chance(seed);
  let number = 1;
  return sizes.map((size) => {
    const first = number;
    const chunks = Array.from({ length: size }, (): IndexedChunk => {
      const vectors = Array.from({ length: chance.next() < 0.1 ? 3 : 1 }, () => chance.direction(64));
      return { number: number++, document: 1 + Math.floor(number / 3), terms: {}, vectors };
    });
    const built = buildSegment(first, chunks);
    const [block, ...more] = built.vectors;
    const dead = built.dead.map(() => (chance.next() < 0.1 ? 1 : 0));
    return { ...built, dead, hasDead: true, vectors: [scanner.load(block, ...more)] };
  });
}

class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** 0 to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  direction(dimensions: number): Float32Array {
    const vector = Float32Array.from(
      { length: dimensions },
      () => this.next() + this.next() + this.next() - 1.5,
    );
    const norm = Math.hypot(...vector);
    return vector.map((value) => value / norm);
  }
}

it("finds with a rough scan first what the exact one finds, with the same scores", () => {
  const scanner = new VectorScanner();
  const { scan, rough } = scanner;
  fc.assert(
    fc.property(fc.nat(), fc.boolean(), (seed, isFiltered) => {
      const segments = randomSegments(seed, [3_000, 50, 2_500], scanner);
      const chance = new Chance(seed + 1);
      const query = { vector: chance.direction(64), documentWeight: 0, limit: 10 };
      const allowed = isFiltered
        ? Uint8Array.from({ length: 3_000 }, () => (chance.next() < 0.3 ? 1 : 0))
        : undefined;
      let scanned = 0;
      const counted: RoughScan = {
        has: (rough as RoughScan).has,
        scan(vector, block, near) {
          scanned += block.numbers.length;
          (rough as RoughScan).scan(vector, block, near);
        },
      };
      const hits = scoreVectors(segments, query, allowed, { scan, rough: counted });
      expect(scanned).toBeGreaterThan(5_000);
      expect(hits).toEqual(scoreVectors(segments, query, allowed, { scan }));
      expect(hits).toHaveLength(10);
      for (const { number } of hits) {
        const segment = segments.findLast(({ first }) => first <= number) as (typeof segments)[number];
        expect(segment.dead[number - segment.first]).toBe(0);
        if (allowed !== undefined) expect(allowed[segment.documents[number - segment.first]]).toBe(1);
      }
      for (const { vectors } of segments) for (const block of vectors) block.release();
    }),
    { numRuns: 15 },
  );
});

it("scans exactly where documents count, and takes no memory for a rough scan", () => {
  const scanner = new VectorScanner();
  const segments = randomSegments(3, [3_000], scanner);
  const rough: RoughScan = {
    has: () => {
      throw new Error("asked for a rough scan");
    },
    scan: () => {},
  };
  const query = { vector: new Chance(4).direction(64), documentWeight: 0.2, limit: 10 };
  const { bytes } = scanner;
  expect(scoreVectors(segments, query, undefined, { scan: scanner.scan, rough })).toHaveLength(10);
  expect(scanner.bytes).toBe(bytes);
});

it("asks for no more exact vectors after a rough scan than after an exact one", () => {
  const scanner = new VectorScanner();
  const segments = randomSegments(5, [3_000], scanner);
  const query = { vector: new Chance(6).direction(64), documentWeight: 0, limit: 10 };
  const { scan, rough } = scanner;
  const [last] = scoreVectors(segments, query, undefined, { scan }).slice(-1);
  for (const first of [rough, undefined]) {
    const asked: number[] = [];
    const exact = (number: number) => {
      asked.push(number);
      return number === last.number ? [query.vector] : undefined;
    };
    const [best] = scoreVectors(segments, query, undefined, { scan, rough: first, exact });
    expect(best.number).toBe(last.number);
    expect(best.cosine).toBeCloseTo(1, 5);
    expect(asked).toHaveLength(65);
  }
});

it("also where each of two blocks has one for every chunk", () => {
  const numbers = Uint32Array.from({ length: 200 }, (_, i) => i + 1);
  const block = (own: number) => ({
    dimensions: 2,
    numbers,
    scales: new Float32Array(200).fill(1 / 127),
    data: Int8Array.from({ length: 400 }, (_, at) => (at === 2 * 149 ? own : at % 2 === 0 ? 60 : 0)),
  });
  const chunks = Array.from(numbers, (number) => ({ number, document: number, terms: {}, vectors: [] }));
  const segment = { ...buildSegment(1, chunks), hasDead: false, vectors: [block(127), block(-127)] };
  const query = { vector: Float32Array.of(1, 0), documentWeight: 1e-4, limit: 3 };
  expect(scoreVectors([segment], query)[0]).toMatchObject({ number: 150, cosine: expect.closeTo(1, 5) });
});
