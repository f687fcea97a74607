import { invalidOption } from "../../core/errors.ts";
import { ALIGNMENT, Arena, type Piece } from "./arena.ts";
import { RELAXED_SCAN_KERNEL, SCAN_KERNEL } from "./scan-kernel.ts";
import {
  checkBlock,
  checkQuery,
  type DotsVisitor,
  joined,
  joinedRows,
  PlainBlock,
  plainScan,
  type ScannedBlock,
} from "./scanned-block.ts";
import type { VectorBlock } from "./segment.ts";
import { WebAssembly } from "./web-assembly.ts";

/**
 * Dot products of a query against stored vectors, exact in int32:
 *
 *     const scanner = new VectorScanner();
 *     const block = scanner.load(vectorBlock);  // a VectorBlock itself; the one given, or several as one, may be dropped
 *     block.scan(query, (dots, from, to) => …); // dots[i − from] = Σ query[d] × data[i × dimensions + d]
 *     block.release();                          // when its segment goes
 *     scanner.scan(query, anyBlock, visit);     // the same, whoever made the block
 *
 * cosine(i) = dots[i − from] × scales[i] × the query's scale. Vectors are copied once into WebAssembly memory and scanned
 * in place by a SIMD kernel, by relaxed SIMD where the engine has it; where there is no SIMD, or that memory is full, plain JavaScript gives the same
 * numbers.
 */

/** The kernel takes four vectors at a time. */
const ROWS_AT_ONCE = 4;
/** Vectors whose products are told at once: few enough to be in the processor's nearest cache when they are used. */
const SLICE = 1024;

export interface VectorScannerOptions {
  /** `plain` and `wasm` are for comparison; without it, the fastest that runs is used. */
  readonly kernel?: "relaxed" | "wasm" | "plain";
}

type Dots = (query: number, data: number, out: number, stride: number, rows: number) => void;

export class VectorScanner {
  readonly #machine: Machine | undefined;

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

  /** Blocks of the same dimensions as one: a scan of many small ones takes a third longer. */
  load(...parts: [VectorBlock, ...VectorBlock[]]): ScannedBlock {
    for (const part of parts) checkBlock(part, parts[0].dimensions);
    return this.#machine?.load(parts) ?? new PlainBlock(joined(parts));
  }

  /** As `block.scan`, for a block that may not be loaded here. Needs no `this`. */
  readonly scan = (query: Int8Array, block: VectorBlock, visit: DotsVisitor): void => {
    if (block instanceof LoadedBlock) block.scan(query, visit);
    else plainScan(query, block, visit);
  };
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
  load(parts: readonly VectorBlock[]): ScannedBlock | undefined {
    const [{ dimensions }] = parts;
    const count = parts.reduce((sum, { numbers }) => sum + numbers.length, 0);
    const stride = Math.ceil(dimensions / ALIGNMENT) * ALIGNMENT;
    const rows = Math.ceil(count / ROWS_AT_ONCE) * ROWS_AT_ONCE;
    this.#query = this.#atLeast(this.#query, 2 * stride);
    this.#out = this.#atLeast(this.#out, SLICE * Int32Array.BYTES_PER_ELEMENT);
    if (this.#query === undefined || this.#out === undefined) return undefined;
    const piece = this.arena.allocate(stride * rows);
    if (piece === undefined) return undefined;
    const target = new Int8Array(this.arena.memory.buffer, piece.offset, piece.length).fill(0);
    let row = 0;
    for (const { numbers, data } of parts) {
      if (stride === dimensions) target.set(data, row * stride);
      else {
        for (let i = 0; i < numbers.length; i++)
          target.set(data.subarray(i * dimensions, (i + 1) * dimensions), (row + i) * stride);
      }
      row += numbers.length;
    }
    return new LoadedBlock(this, { dimensions, ...joinedRows(parts) }, piece, stride);
  }

  /** The products of the `count` vectors that are stored at `offset`. */
  scan(query: Int8Array, offset: number, stride: number, count: number, visit: DotsVisitor): void {
    const { buffer } = this.arena.memory;
    const queryAt = (this.#query as Piece).offset;
    const outAt = (this.#out as Piece).offset;
    const room = new Int8Array(buffer, queryAt, 2 * stride).fill(0);
    let kernel = this.#relaxedDots;
    if (kernel === undefined || !writeHalves(query, room, stride)) {
      room.fill(0).set(query);
      kernel = this.#dots;
    }
    const out = new Int32Array(buffer, outAt, SLICE);
    for (let from = 0; from < count; from += SLICE) {
      const to = Math.min(count, from + SLICE);
      const rows = Math.ceil((to - from) / ROWS_AT_ONCE) * ROWS_AT_ONCE;
      kernel(queryAt, offset + from * stride, outAt, stride, rows);
      visit(out, from, to);
    }
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
  #piece: Piece | undefined;

  constructor(machine: Machine, block: Omit<VectorBlock, "data">, piece: Piece, stride: number) {
    this.dimensions = block.dimensions;
    this.numbers = block.numbers;
    this.scales = block.scales;
    this.#machine = machine;
    this.#piece = piece;
    this.#stride = stride;
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

  scan(query: Int8Array, visit: DotsVisitor): void {
    const { offset } = this.#held();
    checkQuery(query, this.dimensions);
    this.#machine.scan(query, offset, this.#stride, this.numbers.length, visit);
  }

  release(): void {
    if (this.#piece !== undefined) this.#machine.arena.free(this.#piece);
    this.#piece = undefined;
  }

  #held(): Piece {
    return this.#piece ?? invalidOption("block", "a released one", "one that was not released");
  }
}
