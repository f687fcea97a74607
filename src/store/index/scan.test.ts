import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scanKernelSource } from "../../../tools/make-scan-kernel.ts";
import { VectorScanner } from "./scan.ts";
import type { DotsVisitor } from "./scanned-block.ts";
import type { VectorBlock } from "./segment.ts";

function blockOf(dimensions: number, data: Int8Array): VectorBlock {
  const count = data.length / dimensions;
  return { dimensions, data, numbers: new Uint32Array(count), scales: new Float32Array(count) };
}

/** Products as one would write them down, in doubles. */
function expected(query: Int8Array, { dimensions, data }: VectorBlock): number[] {
  return Array.from({ length: data.length / dimensions }, (_, row) =>
    query.reduce((sum, value, i) => sum + value * data[row * dimensions + i], 0),
  );
}

function told(scan: (visit: DotsVisitor) => void): number[] {
  const all: number[] = [];
  scan((dots, from, to) => {
    expect(from).toBe(all.length);
    all.push(...dots.subarray(0, to - from));
  });
  return all;
}

const blocks = fc.integer({ min: 1, max: 70 }).chain((dimensions) =>
  fc.record({
    query: fc.int8Array({ minLength: dimensions, maxLength: dimensions }),
    block: fc.integer({ min: 0, max: 13 }).chain((rows) => {
      const length = rows * dimensions;
      return fc
        .int8Array({ minLength: length, maxLength: length })
        .map((data) => blockOf(dimensions, Int8Array.from(data)));
    }),
  }),
);

it("ships the kernel that the tool makes", () => {
  const shipped = readFileSync(new URL("./scan-kernel.ts", import.meta.url), "utf8");
  expect(shipped).toBe(scanKernelSource());
});

it("runs on WebAssembly here", () => {
  expect(new VectorScanner().accelerated).toBe(true);
  expect(new VectorScanner({ kernel: "plain" }).accelerated).toBe(false);
});

describe.each(["relaxed", "wasm", "plain"] as const)("the %s scan", (kernel) => {
  it("gives exact products for any dimensions and number of vectors", () => {
    const scanner = new VectorScanner({ kernel });
    fc.assert(
      fc.property(blocks, ({ query, block }) => {
        const loaded = scanner.load(block);
        expect(told((visit) => loaded.scan(query, visit))).toEqual(expected(query, block));
        expect([...loaded.data]).toEqual([...block.data]);
        expect(told((visit) => scanner.scan(query, loaded, visit))).toEqual(expected(query, block));
        expect(told((visit) => scanner.scan(query, block, visit))).toEqual(expected(query, block));
        loaded.release();
      }),
    );
  });

  it("takes several blocks as one", () => {
    const scanner = new VectorScanner({ kernel });
    fc.assert(
      fc.property(
        blocks,
        fc.array(fc.nat({ max: 2_500 }), { minLength: 1, maxLength: 4 }),
        ({ query }, rows) => {
          const parts = rows.map((count, p) => {
            const data = Int8Array.from({ length: count * query.length }, (_, i) => p * 5 + i * 37);
            const part = blockOf(query.length, data);
            return { ...part, numbers: part.numbers.map((_, i) => p * 10_000 + i) };
          });
          const loaded = scanner.load(parts[0], ...parts.slice(1));
          expect(told((visit) => loaded.scan(query, visit))).toEqual(
            parts.flatMap((part) => expected(query, part)),
          );
          expect([...loaded.numbers]).toEqual(parts.flatMap(({ numbers }) => [...numbers]));
          expect([...loaded.data]).toEqual(parts.flatMap(({ data }) => [...data]));
          loaded.release();
        },
      ),
      { numRuns: 20 },
    );
    expect(() => scanner.load(blockOf(16, new Int8Array(32)), blockOf(8, new Int8Array(8)))).toThrow(
      /16, as the first/,
    );
  });

  it("does not overflow where every byte is as low as it can be", () => {
    const lowest = new Int8Array(4096).fill(-128);
    const block = blockOf(4096, lowest);
    expect(told((visit) => new VectorScanner({ kernel }).load(block).scan(lowest, visit))).toEqual([
      128 * 128 * 4096,
    ]);
  });

  it("keeps every block apart while others come, grow the memory and go", () => {
    const scanner = new VectorScanner({ kernel });
    const step = fc.record({ rows: fc.integer({ min: 1, max: 3000 }), drop: fc.nat(), seed: fc.nat() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const held: { block: VectorBlock; loaded: ReturnType<VectorScanner["load"]> }[] = [];
        const query = Int8Array.from({ length: 24 }, (_, i) => i * 7 - 80);
        for (const { rows, drop, seed } of steps) {
          const data = Int8Array.from({ length: rows * 24 }, (_, i) => seed + i * 31);
          const block = blockOf(24, data);
          held.push({ block, loaded: scanner.load(block) });
          if (drop % 3 === 0) held.splice(drop % held.length, 1)[0].loaded.release();
        }
        for (const { block, loaded } of held) {
          expect(told((visit) => loaded.scan(query, visit))).toEqual(expected(query, block));
          loaded.release();
        }
      }),
      { numRuns: 20 },
    );
  });

  it("refuses a query of other dimensions, a block that is not whole, and one that was released", () => {
    const scanner = new VectorScanner({ kernel });
    const loaded = scanner.load(blockOf(16, new Int8Array(32)));
    expect(() => loaded.scan(new Int8Array(8), () => {})).toThrow(/16 dimensions.*got "8 dimensions"/);
    expect(() => scanner.load({ ...blockOf(16, new Int8Array(32)), data: new Int8Array(31) })).toThrow(
      /2 × 16 bytes.*got "31 bytes"/,
    );
    loaded.release();
    loaded.release();
    expect(() => loaded.scan(new Int8Array(16), () => {})).toThrow(/not released/);
    expect(() => loaded.data).toThrow(/not released/);
  });
});

it("gives the memory of released blocks to new ones", () => {
  const scanner = new VectorScanner();
  const data = new Int8Array(256 * 1024);
  scanner.load(blockOf(256, data)).release();
  const { bytes } = scanner;
  for (let i = 0; i < 100; i++) scanner.load(blockOf(256, data)).release();
  expect(scanner.bytes).toBe(bytes);
});
