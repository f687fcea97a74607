import { type WasmMemory, WebAssembly } from "../../core/web-assembly.ts";

/** A piece of an arena: `offset` and `length` in bytes, both multiples of `ALIGNMENT`. */
export interface Piece {
  readonly offset: number;
  readonly length: number;
}

/** One SIMD register. */
export const ALIGNMENT = 16;
const PAGE = 65_536;
/** 4 GiB: what 32-bit addresses reach. */
const MOST_PAGES = 65_536;
/** Growing by a share of what is there keeps the number of moves small while segments load one by one. */
const GROWTH = 1 / 8;

/**
 * Hands out pieces of one WebAssembly memory: first fit, free neighbours joined. The memory grows when nothing
 * fits and never shrinks; what is freed is handed out again. Views of `memory.buffer` end when it grows.
 */
export class Arena {
  readonly memory: WasmMemory;
  /** Free pieces by rising offset, no two touching. */
  #free: { offset: number; length: number }[];

  constructor() {
    this.memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES });
    this.#free = [{ offset: 0, length: PAGE }];
  }

  /** Bytes held, in use or not. */
  get bytes(): number {
    return this.memory.buffer.byteLength;
  }

  /** A piece of at least `bytes`, its content unknown; undefined where memory is at its end. */
  allocate(bytes: number): Piece | undefined {
    const length = Math.max(ALIGNMENT, Math.ceil(bytes / ALIGNMENT) * ALIGNMENT);
    const index = this.#free.findIndex((piece) => piece.length >= length);
    if (index < 0) return this.#grow(length) ? this.allocate(bytes) : undefined;
    const piece = this.#free[index];
    const offset = piece.offset;
    if (piece.length === length) this.#free.splice(index, 1);
    else this.#free[index] = { offset: offset + length, length: piece.length - length };
    return { offset, length };
  }

  free({ offset, length }: Piece): void {
    let index = this.#free.findIndex((piece) => piece.offset > offset);
    if (index < 0) index = this.#free.length;
    const piece = { offset, length };
    const next = this.#free[index];
    const joinsNext = next !== undefined && next.offset === offset + length;
    if (joinsNext) piece.length += next.length;
    this.#free.splice(index, joinsNext ? 1 : 0, piece);
    const previous = this.#free[index - 1];
    if (previous !== undefined && previous.offset + previous.length === offset) {
      previous.length += piece.length;
      this.#free.splice(index, 1);
    }
  }

  #grow(length: number): boolean {
    const end = this.bytes;
    const last = this.#free.at(-1);
    const tail = last !== undefined && last.offset + last.length === end ? last.length : 0;
    const needed = Math.ceil((length - tail) / PAGE);
    const wanted = Math.max(needed, Math.ceil((end / PAGE) * GROWTH));
    for (const pages of new Set([wanted, needed])) {
      if (end / PAGE + pages > MOST_PAGES) continue;
      try {
        this.memory.grow(pages);
      } catch {
        continue;
      }
      this.free({ offset: end, length: pages * PAGE });
      return true;
    }
    return false;
  }
}
