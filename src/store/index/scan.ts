import { invalidOption } from "../../core/errors.ts";
import { ALIGNMENT, Arena, type Piece } from "./arena.ts";
import { RELAXED_SCAN_KERNEL, SCAN_KERNEL } from "./scan-kernel.ts";
import type { VectorBlock } from "./segment.ts";
import { WebAssembly } from "./web-assembly.ts";

/**
 * Dot products of a query against stored vectors, exact in int32:
 *
 *     const scanner = new VectorScanner();
 *     const block = scanner.load(vectorBlock);  // a VectorBlock itself; the one given may be dropped
 *     const dots = block.dots(query);           // dots[i] = Σ query[d] × data[i × dimensions + d]
 *     block.release();                          // when its segment goes
 *     scanner.dots(query, anyBlock);            // the same, whoever made the block
 *
 * cosine(i) = dots[i] × scales[i] × the query's scale. Vectors are copied once into WebAssembly memory and scanned
 * in place by a SIMD kernel, by relaxed SIMD where the engine has it; where there is no SIMD, or that memory is full, plain JavaScript gives the same
 * numbers.
 */

/** The kernel takes four vectors at a time. */
const ROWS_AT_ONCE = 4;
/** Past this many dimensions 128 × 128 × dimensions no longer fits an int32. */
const MOST_DIMENSIONS = 131_071;

/** A block that can be scanned. `data` is a view that ends when the scanner loads another block: read, do not keep. */
export interface ScannedBlock extends VectorBlock {
  /** One product a vector. The array is the scanner's and is overwritten by the next call on any of its blocks. */
  dots(query: Int8Array): Int32Array;
  /** Gives the memory back; the block is then unusable. Doing it twice is allowed. */
  release(): void;
}

export interface VectorScannerOptions {
  /** `plain` and `wasm` are for comparison; without it, the fastest that runs is used. */
  readonly kernel?: "relaxed" | "wasm" | "plain";
}

type Dots = (query: number, data: number, out: number, stride: number, rows: number) => void;

export class VectorScanner {
  readonly #machine: Machine | undefined;
  #plainOut = new Int32Array(0);

  constructor({ kernel = "relaxed" }: VectorScannerOptions = {}) {
    this.#machine = kernel === "plain" ? undefined : Machine.start(kernel);
  }

  /** Whether blocks are scanned by WebAssembly. */
  get accelerated(): boolean {
    return this.#machine !== undefined;
  }

  /** Bytes of WebAssembly memory held, in use or free for the next block. */
  get bytes(): number {
    return this.#machine?.arena.bytes ?? 0;
  }

  load(block: VectorBlock): ScannedBlock {
    checkBlock(block);
    return this.#machine?.load(block) ?? new PlainBlock(block, (length) => this.#plainRoom(length));
  }

  /** As `block.dots`, for a block that may not be loaded here. Needs no `this`. */
  readonly dots = (query: Int8Array, block: VectorBlock): Int32Array => {
    if (block instanceof LoadedBlock) return block.dots(query);
    const out = this.#plainRoom(block.numbers.length);
    plainDots(query, block, out);
    return out;
  };

  #plainRoom(length: number): Int32Array {
    if (this.#plainOut.length < length) this.#plainOut = new Int32Array(length);
    return this.#plainOut.subarray(0, length);
  }
}

/** The compiled kernel with its memory, and room in it for one query and its results. */
class Machine {
  readonly arena: Arena;
  readonly #dots: Dots;
  /** Takes the query's two halves without signs; faster, where the engine has it. */
  readonly #relaxedDots: Dots | undefined;
  #query: Piece | undefined;
  #out: Piece | undefined;

  private constructor(arena: Arena, dots: Dots, relaxedDots: Dots | undefined) {
    this.arena = arena;
    this.#dots = dots;
    this.#relaxedDots = relaxedDots;
  }

  /** Undefined where WebAssembly, its SIMD or the memory it reserves is not to be had. */
  static start(kernel: "wasm" | "relaxed"): Machine | undefined {
    try {
      const arena = new Arena();
      const dots = instantiate(SCAN_KERNEL, arena);
      return new Machine(arena, dots, kernel === "relaxed" ? relaxed(arena) : undefined);
    } catch {
      return undefined;
    }
  }

  /** Undefined where the memory is full. */
  load(block: VectorBlock): ScannedBlock | undefined {
    const { dimensions, numbers, data } = block;
    const stride = Math.ceil(dimensions / ALIGNMENT) * ALIGNMENT;
    const rows = Math.ceil(numbers.length / ROWS_AT_ONCE) * ROWS_AT_ONCE;
    this.#query = this.#atLeast(this.#query, 2 * stride);
    this.#out = this.#atLeast(this.#out, rows * Int32Array.BYTES_PER_ELEMENT);
    if (this.#query === undefined || this.#out === undefined) return undefined;
    const piece = this.arena.allocate(stride * rows);
    if (piece === undefined) return undefined;
    const target = new Int8Array(this.arena.memory.buffer, piece.offset, piece.length).fill(0);
    if (stride === dimensions) target.set(data);
    else {
      for (let i = 0; i < numbers.length; i++) {
        target.set(data.subarray(i * dimensions, (i + 1) * dimensions), i * stride);
      }
    }
    return new LoadedBlock(this, block, piece, stride, rows);
  }

  /** `rows` products of what is stored at `offset`; a view that the next call overwrites. */
  scan(query: Int8Array, offset: number, stride: number, rows: number): Int32Array {
    const { buffer } = this.arena.memory;
    const queryAt = (this.#query as Piece).offset;
    const outAt = (this.#out as Piece).offset;
    const room = new Int8Array(buffer, queryAt, 2 * stride).fill(0);
    const relaxedDots = this.#relaxedDots;
    if (relaxedDots !== undefined && writeHalves(query, room, stride)) {
      relaxedDots(queryAt, offset, outAt, stride, rows);
    } else {
      room.set(query);
      this.#dots(queryAt, offset, outAt, stride, rows);
    }
    return new Int32Array(buffer, outAt, rows);
  }

  #atLeast(piece: Piece | undefined, bytes: number): Piece | undefined {
    if (piece !== undefined && piece.length >= bytes) return piece;
    const larger = this.arena.allocate(bytes);
    if (larger === undefined) return piece;
    if (piece !== undefined) this.arena.free(piece);
    return larger;
  }
}

function instantiate(kernel: string, arena: Arena): Dots {
  const bytes = Uint8Array.from(atob(kernel), (character) => character.charCodeAt(0));
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory: arena.memory } });
  return instance.exports.dots as Dots;
}

/** Undefined where the engine does not know the instruction. */
function relaxed(arena: Arena): Dots | undefined {
  try {
    return instantiate(RELAXED_SCAN_KERNEL, arena);
  } catch {
    return undefined;
  }
}

/** What is above zero, and `stride` later what is below. False for −128, whose opposite has eight bits. */
function writeHalves(query: Int8Array, room: Int8Array, stride: number): boolean {
  for (let i = 0; i < query.length; i++) {
    const value = query[i];
    if (value === -128) return false;
    if (value >= 0) {
      room[i] = value;
      room[stride + i] = 0;
    } else {
      room[i] = 0;
      room[stride + i] = -value;
    }
  }
  return true;
}

class LoadedBlock implements ScannedBlock {
  readonly dimensions: number;
  readonly numbers: Uint32Array;
  readonly scales: Float32Array;
  readonly #machine: Machine;
  readonly #stride: number;
  readonly #rows: number;
  #piece: Piece | undefined;

  constructor(machine: Machine, block: VectorBlock, piece: Piece, stride: number, rows: number) {
    this.dimensions = block.dimensions;
    this.numbers = block.numbers;
    this.scales = block.scales;
    this.#machine = machine;
    this.#piece = piece;
    this.#stride = stride;
    this.#rows = rows;
  }

  get data(): Int8Array {
    const { offset } = this.#held();
    const count = this.numbers.length;
    const { buffer } = this.#machine.arena.memory;
    if (this.#stride === this.dimensions) return new Int8Array(buffer, offset, count * this.dimensions);
    const packed = new Int8Array(count * this.dimensions);
    for (let i = 0; i < count; i++) {
      packed.set(new Int8Array(buffer, offset + i * this.#stride, this.dimensions), i * this.dimensions);
    }
    return packed;
  }

  dots(query: Int8Array): Int32Array {
    const { offset } = this.#held();
    checkQuery(query, this.dimensions);
    return this.#machine.scan(query, offset, this.#stride, this.#rows).subarray(0, this.numbers.length);
  }

  release(): void {
    if (this.#piece !== undefined) this.#machine.arena.free(this.#piece);
    this.#piece = undefined;
  }

  #held(): Piece {
    return this.#piece ?? invalidOption("block", "a released one", "one that was not released");
  }
}

class PlainBlock implements ScannedBlock {
  readonly dimensions: number;
  readonly numbers: Uint32Array;
  readonly scales: Float32Array;
  readonly #room: (length: number) => Int32Array;
  #data: Int8Array | undefined;

  constructor(block: VectorBlock, room: (length: number) => Int32Array) {
    this.dimensions = block.dimensions;
    this.numbers = block.numbers;
    this.scales = block.scales;
    this.#data = block.data;
    this.#room = room;
  }

  get data(): Int8Array {
    return this.#data ?? invalidOption("block", "a released one", "one that was not released");
  }

  dots(query: Int8Array): Int32Array {
    const out = this.#room(this.numbers.length);
    plainDots(query, this, out);
    return out;
  }

  release(): void {
    this.#data = undefined;
  }
}

/** The plain scan: the reference for the kernel, and what runs where it cannot. */
export function plainDots(
  query: Int8Array,
  { dimensions, numbers, data }: VectorBlock,
  out: Int32Array,
): void {
  checkQuery(query, dimensions);
  for (let row = 0, at = 0; row < numbers.length; row++) {
    let sum = 0;
    for (let i = 0; i < dimensions; i++, at++) sum += query[i] * data[at];
    out[row] = sum;
  }
}

function checkBlock({ dimensions, numbers, scales, data }: VectorBlock): void {
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

function checkQuery(query: Int8Array, dimensions: number): void {
  if (query.length === dimensions) return;
  invalidOption(
    "query",
    `${query.length} dimensions`,
    `a vector of ${dimensions} dimensions, as the block has`,
  );
}
