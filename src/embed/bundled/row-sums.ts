import { instantiate, WebAssembly } from "../../core/web-assembly.ts";
import { ROW_KERNEL } from "./row-kernel.ts";

/** See tools/make-row-kernel.ts. */
type AddRows = (...addressesAndWeights: readonly number[]) => void;

const PAGE = 65_536;
/** Numbers that the kernel adds to at a time. */
const STEP = 8;

/**
 * Sums of rows, each times its weight. Four rows at a time, which saves reading and writing the sum. Products are
 * exact (24 bits of scale, 8 of row, and the count), and additions have one order, by WebAssembly and without: the
 * same bits on every machine.
 */
export class RowSums {
  readonly #dimensions: number;
  readonly #rows: Int8Array;
  readonly #sum: Float64Array;
  readonly #add: AddRows | undefined;

  /** Rows of signed bytes, one after the other. They are copied where WebAssembly, which needs them in its memory, is to be had. */
  constructor(rows: Int8Array, dimensions: number, kernel: "wasm" | "plain" = "wasm") {
    const machine = kernel === "wasm" ? start(rows, dimensions) : undefined;
    this.#dimensions = dimensions;
    this.#rows = machine?.rows ?? rows;
    this.#sum = machine?.sum ?? new Float64Array(dimensions);
    this.#add = machine?.add;
  }

  /** Whether WebAssembly does it. */
  get isAccelerated(): boolean {
    return this.#add !== undefined;
  }

  /** Of the first `count` of these rows, each cut to `length`. Good until the next one is asked for. */
  of(rows: Int32Array, weights: Float64Array, count: number, length: number): Float64Array {
    this.#sum.fill(0, 0, length);
    const add = length % STEP === 0 ? this.#add : undefined;
    let done =
      add === undefined
        ? this.#addPlain(rows, weights, count, length)
        : this.#addFast(add, rows, weights, count, length);
    for (; done < count; done++) {
      const row = rows[done] * this.#dimensions;
      const weight = weights[done];
      for (let i = 0; i < length; i++) this.#sum[i] += weight * this.#rows[row + i];
    }
    return this.#sum;
  }

  /** As many as can be added four at a time; gives their number. */
  #addFast(add: AddRows, rows: Int32Array, weights: Float64Array, count: number, length: number): number {
    const dimensions = this.#dimensions;
    const first = this.#rows.byteOffset;
    const end = length * Float64Array.BYTES_PER_ELEMENT;
    let k = 0;
    for (; k + 4 <= count; k += 4) {
      add(
        0,
        end,
        first + rows[k] * dimensions,
        first + rows[k + 1] * dimensions,
        first + rows[k + 2] * dimensions,
        first + rows[k + 3] * dimensions,
        weights[k],
        weights[k + 1],
        weights[k + 2],
        weights[k + 3],
      );
    }
    return k;
  }

  #addPlain(ids: Int32Array, weights: Float64Array, count: number, length: number): number {
    const dimensions = this.#dimensions;
    const rows = this.#rows;
    const sum = this.#sum;
    let k = 0;
    for (; k + 4 <= count; k += 4) {
      const a = ids[k] * dimensions;
      const b = ids[k + 1] * dimensions;
      const c = ids[k + 2] * dimensions;
      const d = ids[k + 3] * dimensions;
      const wa = weights[k];
      const wb = weights[k + 1];
      const wc = weights[k + 2];
      const wd = weights[k + 3];
      for (let i = 0; i < length; i++) {
        sum[i] += wa * rows[a + i] + wb * rows[b + i] + (wc * rows[c + i] + wd * rows[d + i]);
      }
    }
    return k;
  }
}

/** The sum lies at the memory's beginning, the rows behind it. Undefined where SIMD or the memory is not to be had. */
function start(
  rows: Int8Array,
  dimensions: number,
): { rows: Int8Array; sum: Float64Array; add: AddRows } | undefined {
  const first = dimensions * Float64Array.BYTES_PER_ELEMENT;
  const pages = Math.ceil((first + rows.length) / PAGE);
  try {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const { add } = instantiate<{ add: AddRows }>(ROW_KERNEL, memory);
    const copy = new Int8Array(memory.buffer, first, rows.length);
    copy.set(rows);
    return { rows: copy, sum: new Float64Array(memory.buffer, 0, dimensions), add };
  } catch {
    return undefined;
  }
}
