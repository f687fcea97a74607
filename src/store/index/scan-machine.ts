import { invalidOption } from "../../core/errors.ts";
import { instantiate } from "../../core/web-assembly.ts";
import { ALIGNMENT, Arena, type Piece } from "./arena.ts";
import { isScannedRoughly, isToldByHalf, planeStride, roughProduct } from "./rough-plane.ts";
import { RELAXED_SCAN_KERNEL, ROUGH_SCAN_KERNEL, SCAN_KERNEL } from "./scan-kernel.ts";
import {
  checkQuery,
  type DotsVisitor,
  joinedRows,
  type NearRows,
  type ScannedBlock,
} from "./scanned-block.ts";
import type { VectorBlock } from "./segment.ts";

/** The kernel takes four vectors at a time. */
const ROWS_AT_ONCE = 4;
/** Vectors whose products are told at once: few enough to be in the processor's nearest cache when they are used. */
const SLICE = 1024;
/** Bytes before what the rough kernel tells, and of each four vectors of it. */
const NEAR_HEAD = 16;
const NEAR_ENTRY = 32;
const OUT_BYTES = NEAR_HEAD + (SLICE / ROWS_AT_ONCE) * NEAR_ENTRY;
/** Half of what there can be: past it, memory is for blocks. */
const MOST_BYTES_WITH_PLANES = 2 ** 31;

type Kernel = (query: number, data: number, out: number, stride: number, rows: number) => void;

/** As `tools/make-scan-kernel.ts` says. */
interface Kernels {
  readonly dots: Kernel;
}

interface RoughKernels extends Kernels {
  readonly plane: Kernel;
}

/** See `rough-plane.ts`. */
interface Plane {
  readonly piece: Piece;
  /** Where the vectors' scales are. */
  readonly scales: number;
}

export type ScanKernel = "wasm" | "relaxed" | "rough";

/** The compiled kernel with its memory, and room in it for one query and its results. */
export class Machine {
  readonly arena: Arena;
  readonly #dots: Kernel;
  /** Takes the query's two halves without signs; faster, where the engine has it. */
  readonly #relaxedDots: Kernel | undefined;
  readonly #rough: RoughKernels | undefined;
  /** Whether all that is large enough is scanned roughly. */
  readonly #isAlwaysRough: boolean;
  #query: Piece | undefined;
  #out: Piece | undefined;

  private constructor(arena: Arena, { dots }: Kernels, kernel: ScanKernel) {
    const isRelaxed = kernel !== "wasm";
    this.arena = arena;
    this.#dots = dots;
    this.#isAlwaysRough = kernel === "rough";
    this.#relaxedDots = isRelaxed ? relaxed<Kernels>(RELAXED_SCAN_KERNEL, arena)?.dots : undefined;
    this.#rough = isRelaxed ? relaxed<RoughKernels>(ROUGH_SCAN_KERNEL, arena) : undefined;
  }

  get canScanRoughly(): boolean {
    return this.#rough !== undefined;
  }

  /** Undefined where WebAssembly, its SIMD or the memory it reserves is not to be had. */
  static start(kernel: ScanKernel): Machine | undefined {
    try {
      const arena = new Arena();
      return new Machine(arena, instantiate<Kernels>(SCAN_KERNEL, arena.memory), kernel);
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
    this.#out = this.#atLeast(this.#out, OUT_BYTES);
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
    const room = this.#queryRoom(2 * stride);
    let kernel = this.#relaxedDots;
    if (kernel === undefined || !writeHalves(query, room, stride)) {
      room.fill(0).set(query);
      kernel = this.#dots;
    }
    this.#each(kernel, offset, stride, count, visit);
  }

  /**
   * Of the block whose bytes these are. Undefined where it is small, where half of each byte says too little, or where
   * whole blocks may need the memory.
   */
  makePlane(bytes: Piece, stride: number, scales: Float32Array): Plane | undefined {
    if (this.#rough === undefined || !isScannedRoughly(scales.length)) return undefined;
    const rows = bytes.length / stride;
    const size = planeStride(stride) * rows;
    const whole = size + rows * Float32Array.BYTES_PER_ELEMENT;
    if (this.arena.bytes + whole > MOST_BYTES_WITH_PLANES) return undefined;
    const data = new Int8Array(this.arena.memory.buffer, bytes.offset, bytes.length);
    if (!this.#isAlwaysRough && !isToldByHalf(data, stride, scales)) return undefined;
    const piece = this.arena.allocate(whole);
    if (piece === undefined) return undefined;
    this.#rough.plane(0, bytes.offset, piece.offset, stride, rows);
    new Float32Array(this.arena.memory.buffer, piece.offset + size, scales.length).set(scales);
    return { piece, scales: piece.offset + size };
  }

  /** About the products of `count` vectors. */
  scanPlane(query: Int8Array, { piece, scales }: Plane, count: number, near: NearRows): void {
    const { buffer } = this.arena.memory;
    const stride = planeStride(query.length);
    this.#queryRoom(2 * stride).set(query);
    const out = this.#out as Piece;
    const whole = new Int32Array(buffer, out.offset, out.length / Int32Array.BYTES_PER_ELEMENT);
    const real = new Float32Array(buffer, out.offset, out.length / Float32Array.BYTES_PER_ELEMENT);
    const { unit, offset } = roughProduct(query);
    for (let from = 0; from < count; from += SLICE) {
      const rows = Math.min(SLICE, Math.ceil((count - from) / ROWS_AT_ONCE) * ROWS_AT_ONCE);
      whole[0] = scales + from * Float32Array.BYTES_PER_ELEMENT;
      real[1] = unit;
      real[2] = offset;
      real[3] = near.least;
      const queryAt = (this.#query as Piece).offset;
      (this.#rough as RoughKernels).dots(queryAt, piece.offset + from * stride, out.offset, stride, rows);
      const end = (whole[0] - out.offset) / Int32Array.BYTES_PER_ELEMENT;
      for (let at = NEAR_HEAD / 4; at < end; at += NEAR_ENTRY / 4) {
        const row = (whole[at] - scales) / Float32Array.BYTES_PER_ELEMENT;
        for (let i = 0; i < ROWS_AT_ONCE && row + i < count; i++) {
          const value = real[at + ROWS_AT_ONCE + i];
          if (value >= near.least) near.add(row + i, value);
        }
      }
    }
  }

  /** Zero all over. */
  #queryRoom(bytes: number): Int8Array {
    return new Int8Array(this.arena.memory.buffer, (this.#query as Piece).offset, bytes).fill(0);
  }

  #each(kernel: Kernel, offset: number, stride: number, count: number, visit: DotsVisitor): void {
    const queryAt = (this.#query as Piece).offset;
    const outAt = (this.#out as Piece).offset;
    const out = new Int32Array(this.arena.memory.buffer, outAt, SLICE);
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

/** Undefined where the engine does not know the instruction. */
function relaxed<T extends Kernels>(kernel: string, arena: Arena): T | undefined {
  try {
    return instantiate<T>(kernel, arena.memory);
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

export class LoadedBlock implements ScannedBlock {
  readonly dimensions: number;
  readonly numbers: Uint32Array;
  readonly scales: Float32Array;
  readonly #machine: Machine;
  readonly #stride: number;
  #piece: Piece | undefined;
  /** Null where there is none to be had; undefined where none was asked for. */
  #plane: Plane | null | undefined;

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

  /** It is made when it is first asked for. */
  get hasPlane(): boolean {
    if (this.#plane === undefined)
      this.#plane = this.#machine.makePlane(this.#held(), this.#stride, this.scales) ?? null;
    return this.#plane !== null;
  }

  scanRoughly(query: Int8Array, near: NearRows): void {
    checkQuery(query, this.dimensions);
    if (this.hasPlane) this.#machine.scanPlane(query, this.#plane as Plane, this.numbers.length, near);
  }

  release(): void {
    const { arena } = this.#machine;
    if (this.#piece !== undefined) arena.free(this.#piece);
    if (this.#plane) arena.free(this.#plane.piece);
    this.#piece = undefined;
    this.#plane = undefined;
  }

  #held(): Piece {
    return this.#piece ?? invalidOption("block", "a released one", "one that was not released");
  }
}
