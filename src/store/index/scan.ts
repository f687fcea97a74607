import { invalidOption } from "../../core/errors.ts";
import { LoadedBlock, Machine, type ScanKernel } from "./scan-machine.ts";
import {
  checkBlock,
  type DotsVisitor,
  joined,
  PlainBlock,
  plainScan,
  type RoughScan,
  type ScannedBlock,
} from "./scanned-block.ts";
import type { VectorBlock } from "./segment.ts";

/**
 * Dot products of a query against stored vectors, exact in int32:
 *
 *     const scanner = new VectorScanner();
 *     const block = scanner.load(vectorBlock);  // a VectorBlock itself; the one given, or several as one, may be dropped
 *     block.scan(query, (dots, from, to) => …); // dots[i − from] = Σ query[d] × data[i × dimensions + d]
 *     block.release();                          // when its segment goes
 *     scanner.scan(query, anyBlock, visit);     // the same, whoever made the block
 *     scanner.rough?.scan(query, block, near);  // about the same from half the bits, where `rough.has(block)`
 *
 * cosine(i) = dots[i − from] × scales[i] × the query's scale. Vectors are copied once into WebAssembly memory and scanned
 * in place by a SIMD kernel, by relaxed SIMD where the engine has it; where there is no SIMD, or that memory is full, plain JavaScript gives the same
 * numbers.
 */

export interface VectorScannerOptions {
  /**
   * `plain` and `wasm` are for comparison, and so is `rough`, which also scans roughly what half of each byte says little of;
   * without it, the fastest that runs is used.
   */
  readonly kernel?: ScanKernel | "plain";
}

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

  /**
   * Undefined where the engine has no relaxed SIMD. What it reads is made when a block is first asked about: half as
   * large as the block, which stays as it is.
   */
  get rough(): RoughScan | undefined {
    return this.#machine?.canScanRoughly === true ? ROUGH_SCAN : undefined;
  }
}

const ROUGH_SCAN: RoughScan = {
  has: (block) => block instanceof LoadedBlock && block.hasPlane,
  scan(query, block, near) {
    if (!(block instanceof LoadedBlock)) invalidOption("block", "another one", "one that `has` says yes to");
    block.scanRoughly(query, near);
  },
};
