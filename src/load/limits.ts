/** What one file may cost. A file past a limit gives the error `LIMIT_EXCEEDED`, never a crash. */
export interface Limits {
  /** Bytes of the file. */
  readonly bytes: number;
  /** Pages of a PDF, slides, chapters. */
  readonly pages: number;
  /** Cells of all sheets. */
  readonly cells: number;
  /** Levels of nested elements, brackets or archives. */
  readonly nesting: number;
  /** Bytes an archive may unpack to, altogether. */
  readonly unpackedBytes: number;
  /** Unpacked bytes a packed byte, above 1 MB unpacked. */
  readonly ratio: number;
  /** Seconds in the sandbox. */
  readonly seconds: number;
  /** Megabytes of heap in the sandbox. */
  readonly memoryMegabytes: number;
}

/** Far above what honest documents need, far below what hurts a laptop. */
export const DEFAULT_LIMITS: Limits = {
  bytes: 512 * 1024 * 1024,
  pages: 10_000,
  cells: 20_000_000,
  nesting: 512,
  unpackedBytes: 1024 * 1024 * 1024,
  ratio: 200,
  seconds: 120,
  memoryMegabytes: 1_024,
};
