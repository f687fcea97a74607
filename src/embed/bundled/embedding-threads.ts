import type { Tinypool } from "tinypool";
import type { Call } from "../../core/chunker.ts";
import type { BundledJob } from "./bundled-worker.ts";

/** What a thread gets at a time, in UTF-16 units: some 20 ms of work. */
const SLICE_UNITS = 250_000;
/** Less is done sooner than a thread has loaded the model. */
const LEAST_UNITS = 2 * SLICE_UNITS;
/** How long a thread waits for more, in milliseconds. Waiting ones do not keep the process alive. */
const IDLE = 5_000;

interface Slice {
  readonly start: number;
  readonly texts: readonly string[];
}

/** Worker threads with the bundled model, started when there is enough to do and ended when there is none. */
export class EmbeddingThreads {
  readonly #count: number;
  readonly #dimensions: number;
  #pool: Promise<Tinypool> | undefined;

  constructor(count: number, dimensions: number) {
    this.#count = count;
    this.#dimensions = dimensions;
  }

  /** Whether threads are there, and so many texts worth their start. */
  isWorthwhile(texts: readonly string[]): boolean {
    if (this.#count < 2) return false;
    let units = 0;
    for (const text of texts) {
      units += text.length;
      if (units >= LEAST_UNITS) return true;
    }
    return false;
  }

  async embed(texts: readonly string[], call: Call | undefined): Promise<Float32Array[]> {
    this.#pool ??= startPool(this.#count);
    const pool = await this.#pool;
    const vectors = new Array<Float32Array>(texts.length);
    const slices = cutSlices(texts);
    // As many runners as threads, so that an aborted call leaves nothing queued.
    const runner = async (): Promise<void> => {
      for (const slice of slices) {
        call?.signal?.throwIfAborted();
        const job: BundledJob = { texts: slice.texts, dimensions: this.#dimensions };
        const joined = (await pool.run(job)) as Float32Array;
        for (let i = 0; i < slice.texts.length; i++) {
          vectors[slice.start + i] = joined.slice(i * this.#dimensions, (i + 1) * this.#dimensions);
        }
      }
    };
    await Promise.all(Array.from({ length: this.#count }, runner));
    return vectors;
  }
}

function* cutSlices(texts: readonly string[]): Generator<Slice> {
  for (let start = 0; start < texts.length; ) {
    let end = start;
    for (let units = 0; end < texts.length && units < SLICE_UNITS; end++) units += texts[end].length + 1;
    yield { start, texts: texts.slice(start, end) };
    start = end;
  }
}

async function startPool(threads: number): Promise<Tinypool> {
  const { Tinypool } = await import("tinypool");
  // Beside this file, and written in the same language: TypeScript in the sources, JavaScript in the package.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const filename = new URL(`./bundled-worker.${extension}`, import.meta.url).href;
  return new Tinypool({ filename, name: "work", minThreads: 0, maxThreads: threads, idleTimeout: IDLE });
}
