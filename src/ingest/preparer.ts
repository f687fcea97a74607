import { availableParallelism } from "node:os";
import type { Tinypool } from "tinypool";
import type { Call, Chunker } from "../core/chunker.ts";
import { invalidOption, SherdError } from "../core/errors.ts";
import type { ChunkingSettings } from "./chunking.ts";
import { type Prepared, type PrepareJob, prepare, type SameFile } from "./prepare.ts";
import type { WorkerReply, WorkerSettings } from "./prepare-worker.ts";
import { fromMessage } from "./prepared-message.ts";

/** Threads take a while to start: what is done by then never needs them. */
const ALONE_MS = 1_000;
/** A larger document takes seconds, and a stop must be heard meanwhile: it never keeps this thread. */
const LARGE_BYTES = 512 * 1024;

export interface PreparerOptions {
  /** Settings, beside the chunker, let threads make their own; without them all is done here. */
  readonly settings: ChunkingSettings | undefined;
  readonly chunker: Chunker;
  readonly recipe: string;
  readonly threads: number | undefined;
}

/** Loads, splits and analyses documents: here first, in threads once the work is worth it. The results are the same. */
export class Preparer {
  readonly #options: PreparerOptions;
  readonly #threads: number;
  readonly #started = performance.now();
  #pool: Promise<Tinypool> | undefined;

  constructor(options: PreparerOptions) {
    // Splitting and analysing are three quarters of the work: the main thread, which embeds and stores, is often idle.
    const { threads = availableParallelism(), settings } = options;
    if (!Number.isInteger(threads) || threads < 0)
      invalidOption("threads", threads, "a whole number, 0 or more");
    this.#options = options;
    this.#threads = settings === undefined || availableParallelism() < 2 ? 0 : threads;
  }

  /** How many jobs may be under way so that no thread waits for the next. */
  get width(): number {
    return 2 * this.#threads + 2;
  }

  async prepare(job: PrepareJob, bytes: number, call: Call): Promise<Prepared | SameFile> {
    const { settings, chunker, recipe, threads } = this.#options;
    const isWorthIt =
      threads !== undefined || bytes > LARGE_BYTES || performance.now() - this.#started > ALONE_MS;
    if (this.#threads === 0 || settings === undefined || !isWorthIt)
      return prepare(job, chunker, recipe, call);
    this.#pool ??= startPool(this.#threads, { chunking: settings, recipe });
    const reply = (await (await this.#pool).run(job)) as WorkerReply;
    if ("prepared" in reply)
      return "sameFile" in reply.prepared ? reply.prepared : fromMessage(reply.prepared);
    const { code, message, details } = reply.failure;
    throw new SherdError(code, message, details);
  }

  async close(): Promise<void> {
    await (await this.#pool)?.destroy();
  }
}

async function startPool(threads: number, settings: WorkerSettings): Promise<Tinypool> {
  const { Tinypool } = await import("tinypool");
  // Beside this file, and written in the same language: TypeScript in the sources, JavaScript in the package.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const filename = new URL(`./prepare-worker.${extension}`, import.meta.url).href;
  // All of them from the first job to the last: a thread that ends when it is idle loads its tables again.
  const size = { minThreads: threads, maxThreads: threads };
  return new Tinypool({
    filename,
    name: "work",
    ...size,
    workerData: settings,
    // Documents are short-lived: a small nursery costs little and saves a fifth of the memory.
    resourceLimits: { maxYoungGenerationSizeMb: 12 },
  });
}
