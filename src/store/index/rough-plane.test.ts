import fc from "fast-check";
import { expect, it } from "vitest";
import { buildSegment } from "./build-segment.ts";
import { quantise } from "./quantise.ts";
import { VectorScanner } from "./scan.ts";
import type { NearRows, RoughScan } from "./scanned-block.ts";
import { scoreVectors } from "./score-vectors.ts";
import type { VectorBlock } from "./segment.ts";

const LARGE = 2_048;

/** The same for the same seed; every byte comes, −128 too. */
function blockOf(dimensions: number, rows: number, seed: number): VectorBlock {
  const data = Int8Array.from({ length: rows * dimensions }, (_, i) => Math.imul(i + 1, seed | 1) >> 13);
  const scales = Float32Array.from({ length: rows }, (_, row) => (1 + ((row * 7) % 5)) / 500);
  return { dimensions, data, scales, numbers: Uint32Array.from({ length: rows }, (_, row) => row) };
}

/** What the plane says of each vector, as one would write it down, in steps of 32 bits as the kernel's. */
function expected(query: Int8Array, { dimensions, data, scales }: VectorBlock): number[] {
  const sum = query.reduce((total, value) => total + value, 0);
  return Array.from(scales, (scale, row) => {
    const dot = query.reduce((total, q, i) => total + q * ((data[row * dimensions + i] >> 4) + 8), 0);
    return Math.fround(Math.fround(Math.fround(dot * 16) + Math.fround(-120.5 * sum)) * scale);
  });
}

function told(rough: RoughScan, query: Int8Array, block: VectorBlock, least: number): Map<number, number> {
  const rows = new Map<number, number>();
  rough.scan(query, block, { least, add: (row, value) => rows.set(row, value) });
  return rows;
}

function roughOf(scanner: VectorScanner): RoughScan {
  return scanner.rough as RoughScan;
}

const dimensions = fc.integer({ min: 1, max: 100 });
const queries = dimensions.chain((length) => fc.int8Array({ minLength: length, maxLength: length }));

it("tells every vector that may be near, and what the upper halves of its bytes say", () => {
  const scanner = new VectorScanner({ kernel: "rough" });
  fc.assert(
    fc.property(
      queries,
      fc.nat({ max: 9 }),
      fc.nat(),
      fc.double({ min: 0, max: 1 }),
      (query, more, seed, share) => {
        const block = blockOf(query.length, LARGE + more, seed);
        const loaded = scanner.load(block);
        const values = expected(query, block);
        const least = values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))];
        expect(roughOf(scanner).has(loaded)).toBe(true);
        const all = told(roughOf(scanner), query, loaded, Number.NEGATIVE_INFINITY);
        expect([...all]).toEqual([...values.entries()]);
        const near = told(roughOf(scanner), query, loaded, least);
        expect([...near]).toEqual([...values.entries()].filter(([, value]) => value >= least));
        loaded.release();
      },
    ),
    { numRuns: 40 },
  );
});

it("is never off by more than half a step of each component", () => {
  const scanner = new VectorScanner({ kernel: "rough" });
  fc.assert(
    fc.property(queries, fc.nat(), (query, seed) => {
      const block = blockOf(query.length, LARGE, seed);
      const loaded = scanner.load(block);
      const most = 7.5 * query.reduce((sum, value) => sum + Math.abs(value), 0);
      const values = told(roughOf(scanner), query, loaded, Number.NEGATIVE_INFINITY);
      loaded.scan(query, (dots, from, to) => {
        for (let row = from; row < to; row++) {
          const about = (values.get(row) ?? Number.NaN) / block.scales[row];
          expect(Math.abs(about - dots[row - from])).toBeLessThanOrEqual(most + 1);
        }
      });
      loaded.release();
    }),
    { numRuns: 20 },
  );
});

it("leaves out what falls below a bound that rises while it scans", () => {
  const scanner = new VectorScanner({ kernel: "rough" });
  const block = blockOf(64, 5_000, 0x9e3779b1);
  const query = Int8Array.from({ length: 64 }, (_, i) => i * 4 - 128);
  const loaded = scanner.load(block);
  const values = expected(query, block);
  let best = Number.NEGATIVE_INFINITY;
  const seen: number[] = [];
  const near: NearRows = {
    get least() {
      return best;
    },
    add(row, value) {
      seen.push(row);
      best = value;
    },
  };
  expect(roughOf(scanner).has(loaded)).toBe(true);
  roughOf(scanner).scan(query, loaded, near);
  const rising = values.flatMap((value, row) =>
    values.slice(0, row).every((one) => one <= value) ? row : [],
  );
  expect(seen).toEqual(rising);
});

it("takes no memory before it is asked for, nor for few vectors, and gives it back", () => {
  const scanner = new VectorScanner({ kernel: "rough" });
  const query = new Int8Array(256).fill(1);
  const block = blockOf(256, 2 * LARGE, 7);
  const large = scanner.load(block);
  const small = scanner.load(blockOf(256, LARGE - 1, 7));
  large.scan(query, () => {});
  const { bytes } = scanner;
  expect(roughOf(scanner).has(small)).toBe(false);
  expect(scanner.bytes).toBe(bytes);
  expect(roughOf(scanner).has(large)).toBe(true);
  expect(scanner.bytes).toBeGreaterThan(bytes);
  const most = scanner.bytes;
  large.release();
  for (let i = 0; i < 20; i++) {
    const next = scanner.load(block);
    expect(roughOf(scanner).has(next)).toBe(true);
    next.release();
  }
  expect(scanner.bytes).toBe(most);
});

it("is only there where relaxed SIMD is, for blocks that are loaded and not released", () => {
  expect(new VectorScanner({ kernel: "wasm" }).rough).toBeUndefined();
  expect(new VectorScanner({ kernel: "plain" }).rough).toBeUndefined();
  const scanner = new VectorScanner({ kernel: "rough" });
  const block = blockOf(16, LARGE, 3);
  expect(roughOf(scanner).has(block)).toBe(false);
  expect(() => told(roughOf(scanner), new Int8Array(16), block, 0)).toThrow(/got "another one"/);
  const loaded = scanner.load(block);
  expect(() => told(roughOf(scanner), new Int8Array(8), loaded, 0)).toThrow(
    /16 dimensions.*got "8 dimensions"/,
  );
  loaded.release();
  expect(() => roughOf(scanner).has(loaded)).toThrow(/not released/);
});

function normal(seed: number): () => number {
  let state = seed;
  const uniform = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 1) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((x) => x / length);
}

/** Vectors of unit length around a direction that all share, with one component larger than the others. */
function shaped(rows: number, size: number, { common, outlier }: { common: number; outlier: number }) {
  const random = normal(7);
  const direction = unit(Float32Array.from({ length: size }, random));
  const make = (): Float32Array => {
    const own = unit(Float32Array.from({ length: size }, random));
    const turned = unit(own.map((x, i) => x * Math.sqrt(1 - common) + direction[i] * Math.sqrt(common)));
    const vector = turned.map((x) => x * Math.sqrt(1 - outlier * outlier));
    if (outlier > 0) vector[0] = outlier;
    return vector;
  };
  const data = new Int8Array(rows * size);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++)
    scales[row] = quantise(make(), data.subarray(row * size, (row + 1) * size));
  const numbers = Uint32Array.from({ length: rows }, (_, row) => row + 1);
  return { block: { dimensions: size, numbers, scales, data }, queries: Array.from({ length: 5 }, make) };
}

/** Of the exact best 200 the share that the rough way gives too; undefined where there is no rough way. */
function share(kernel: "relaxed" | "rough", { block, queries }: ReturnType<typeof shaped>) {
  const scanner = new VectorScanner({ kernel });
  const loaded = scanner.load(block);
  const rough = roughOf(scanner);
  if (!rough.has(loaded)) return undefined;
  const chunks = Array.from(block.numbers, (number) => ({ number, document: 1, terms: {}, vectors: [] }));
  const segments = [{ ...buildSegment(1, chunks), hasDead: false, vectors: [loaded] }];
  const find = (vector: Float32Array, way: object) =>
    scoreVectors(segments, { vector, documentWeight: 0, limit: 200 }, undefined, {
      scan: scanner.scan,
      ...way,
    });
  const found = queries.map((vector) => {
    const exact = new Set(find(vector, {}).map(({ number }) => number));
    return find(vector, { rough }).filter(({ number }) => exact.has(number)).length / exact.size;
  });
  return found.reduce((sum, one) => sum + one, 0) / found.length;
}

it("is not used for vectors that four bits of each component do not tell apart", () => {
  const shapes = [0, 0.5, 0.7, 0.9].map((common) => ({ common, outlier: 0 }));
  shapes.push(...[0.2, 0.4, 0.7].map((outlier) => ({ common: 0, outlier })));
  const vectors = shapes.map((shape) => shaped(3_000, 256, shape));
  const used = vectors.map((one) => share("relaxed", one));
  for (const part of used) if (part !== undefined) expect(part).toBeGreaterThan(0.99);
  // Plain ones are scanned roughly, and there are some of which that would miss many.
  expect(used[0]).toBe(1);
  expect(Math.min(...vectors.map((one) => share("rough", one) ?? 1))).toBeLessThan(0.9);
  expect(used.filter((part) => part === undefined).length).toBeGreaterThanOrEqual(2);
});
