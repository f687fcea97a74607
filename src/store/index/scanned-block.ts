import { invalidOption } from "../../core/errors.ts";
import type { VectorBlock } from "./segment.ts";

/** Past this many dimensions 128 × 128 × dimensions no longer fits an int32. */
const MOST_DIMENSIONS = 131_071;

/** Told the products of the vectors from … to − 1. The array is the scanner's and is written over after the call. */
export type DotsVisitor = (dots: Int32Array, from: number, to: number) => void;

/** Tells the query's dot product with each of a block's vectors, in their bytes' units. */
export type ScanBlock = (query: Int8Array, block: VectorBlock, visit: DotsVisitor) => void;

/** Told the vectors of a block that may be among the nearest, in order. */
export interface NearRows {
  /** Of the product with the query times the vector's scale: vectors below it may be left out. */
  readonly least: number;
  add(row: number, value: number): void;
}

/** A scan of large blocks that reads half of each component: its values are about right. */
export interface RoughScan {
  /** Whether a block can be scanned so; others are scanned as ever. */
  has(block: VectorBlock): boolean;
  scan(query: Int8Array, block: VectorBlock, near: NearRows): void;
}

/** A block that can be scanned. `data` is a view that ends when the scanner loads another block: read, do not keep. */
export interface ScannedBlock extends VectorBlock {
  /** Tells one product a vector, in order. */
  scan(query: Int8Array, visit: DotsVisitor): void;
  /** Gives the memory back; the block is then unusable. Doing it twice is allowed. */
  release(): void;
}

export class PlainBlock implements ScannedBlock {
  readonly dimensions: number;
  readonly numbers: Uint32Array;
  readonly scales: Float32Array;
  #data: Int8Array | undefined;

  constructor(block: VectorBlock) {
    this.dimensions = block.dimensions;
    this.numbers = block.numbers;
    this.scales = block.scales;
    this.#data = block.data;
  }

  get data(): Int8Array {
    return this.#data ?? invalidOption("block", "a released one", "one that was not released");
  }

  scan(query: Int8Array, visit: DotsVisitor): void {
    plainScan(query, this, visit);
  }

  release(): void {
    this.#data = undefined;
  }
}

/** The plain scan: the reference for the kernel, and what runs where it cannot. */
export function plainScan(query: Int8Array, block: VectorBlock, visit: DotsVisitor): void {
  const { dimensions, numbers, data } = block;
  checkQuery(query, dimensions);
  const dots = new Int32Array(numbers.length);
  for (let row = 0, at = 0; row < numbers.length; row++) {
    let sum = 0;
    for (let i = 0; i < dimensions; i++, at++) sum += query[i] * data[at];
    dots[row] = sum;
  }
  visit(dots, 0, numbers.length);
}

export function joined(parts: readonly [VectorBlock, ...VectorBlock[]]): VectorBlock {
  const [only] = parts;
  if (parts.length === 1) return only;
  const { dimensions } = only;
  const data = new Int8Array(parts.reduce((sum, part) => sum + part.data.length, 0));
  let at = 0;
  for (const part of parts) {
    data.set(part.data, at);
    at += part.data.length;
  }
  return { dimensions, ...joinedRows(parts), data };
}

export function joinedRows(parts: readonly VectorBlock[]): Pick<VectorBlock, "numbers" | "scales"> {
  const count = parts.reduce((sum, { numbers }) => sum + numbers.length, 0);
  const all = { numbers: new Uint32Array(count), scales: new Float32Array(count) };
  let row = 0;
  for (const { numbers, scales } of parts) {
    all.numbers.set(numbers, row);
    all.scales.set(scales, row);
    row += numbers.length;
  }
  return all;
}

export function checkBlock({ dimensions, numbers, scales, data }: VectorBlock, expected: number): void {
  if (dimensions !== expected) invalidOption("dimensions", dimensions, `${expected}, as the first block has`);
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MOST_DIMENSIONS) {
    invalidOption("dimensions", dimensions, `a whole number from 1 to ${MOST_DIMENSIONS}`);
  }
  if (scales.length !== numbers.length) {
    invalidOption("scales", `${scales.length} of them`, `${numbers.length}, one a vector`);
  }
  if (data.length !== numbers.length * dimensions) {
    invalidOption("data", `${data.length} bytes`, `${numbers.length} × ${dimensions} bytes`);
  }
}

export function checkQuery(query: Int8Array, dimensions: number): void {
  if (query.length === dimensions) return;
  invalidOption(
    "query",
    `${query.length} dimensions`,
    `a vector of ${dimensions} dimensions, as the block has`,
  );
}
