import type { ResourceLimits } from "node:worker_threads";
import type { Tinypool } from "tinypool";
import { SherdError } from "../core/errors.ts";
import type { SharedEncoding } from "../text/tokens/encoding.ts";
import { type ChunkingSettings, sharedEncoding } from "./chunking.ts";
import { BEGUN, FREE, WAITING } from "./job-marks.ts";
import { isOutOfMemory } from "./most-terms.ts";
import type { Prepared, PrepareJob, SameFile, Split } from "./prepare.ts";
import type { WorkerReply, WorkerSettings, WorkerTask } from "./prepare-worker.ts";
import { fromMessage, fromSplitMessage } from "./prepared-message.ts";

/** Jobs that a thread has at hand, so that it does not wait while this thread stores a batch. */
const AT_HAND = 16;
/** Documents are short-lived: a small nursery costs little and saves a fifth of the memory. */
const NURSERY_MB = 12;

/** Worker threads that prepare documents, each one after the other. */
export class PreparingThreads {
  readonly #threads: number;
  readonly #pool: Tinypool;
  /** Which jobs at hand a thread has begun, by their number: one that dies takes the others with it. */
  readonly #begun: Int32Array;
  /** What each job brings, for it may be a thread's first. */
  readonly #encoding: SharedEncoding | undefined;
  #next = 0;
  #running = 0;

  private constructor(
    threads: number,
    pool: Tinypool,
    begun: Int32Array,
    encoding: SharedEncoding | undefined,
  ) {
    this.#threads = threads;
    this.#pool = pool;
    this.#begun = begun;
    this.#encoding = encoding;
  }

  /** Answers when the first thread has loaded its tables. `limits`: of a thread's memory, beside its nursery's. */
  static async start(
    threads: number,
    settings: { readonly chunking: ChunkingSettings; readonly recipe: string },
    limits: ResourceLimits = {},
  ): Promise<PreparingThreads> {
    const { Tinypool } = await import("tinypool");
    // Beside this file, and written in the same language: TypeScript in the sources, JavaScript in the package.
    const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
    const begun = new Int32Array(new SharedArrayBuffer(4 * threads * AT_HAND));
    const pool = new Tinypool({
      filename: new URL(`./prepare-worker.${extension}`, import.meta.url).href,
      name: "work",
      // All of them from the first job to the last: a thread that ends when it is idle loads its tables again.
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: AT_HAND,
      workerData: { ...settings, begun } satisfies WorkerSettings,
      resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MB, ...limits },
    });
    // The threads start meanwhile.
    const encoding = await sharedEncoding(settings.chunking);
    await pool.run({ kind: "start", encoding } satisfies WorkerTask);
    // A single thread has it now; should it die, the next one loads its own.
    return new PreparingThreads(threads, pool, begun, threads === 1 ? undefined : encoding);
  }

  /** How many jobs so many threads have at hand. */
  static jobsOf(threads: number): number {
    return threads * AT_HAND;
  }

  get isFull(): boolean {
    return this.#running >= PreparingThreads.jobsOf(this.#threads);
  }

  /** Only while it is not full. */
  async run(job: PrepareJob): Promise<Prepared | SameFile> {
    const reply = await this.#do("prepare", job);
    const prepared = "prepared" in reply ? reply.prepared : fail(reply);
    return "sameFile" in prepared ? prepared : fromMessage(prepared);
  }

  /** The first half of the same; all of it for a long text. */
  async split(job: PrepareJob): Promise<Split | Prepared | SameFile> {
    const reply = await this.#do("split", job);
    if ("prepared" in reply && !("sameFile" in reply.prepared)) return fromMessage(reply.prepared);
    const made = "split" in reply ? reply.split : fail(reply);
    return "sameFile" in made ? made : fromSplitMessage(made);
  }

  /** Of what was at hand when a thread died only what it worked on failed. */
  async #do(kind: "prepare" | "split", job: PrepareJob): Promise<WorkerReply> {
    this.#running++;
    try {
      for (;;) {
        const place = this.#freePlace();
        try {
          const task: WorkerTask = { kind, job, place, encoding: this.#encoding };
          return (await this.#pool.run(task)) as WorkerReply;
        } catch (error) {
          if (!isOutOfMemory(error) || Atomics.load(this.#begun, place) === BEGUN) throw error;
        } finally {
          Atomics.store(this.#begun, place, FREE);
        }
      }
    } finally {
      this.#running--;
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  #freePlace(): number {
    while (Atomics.load(this.#begun, this.#next) !== FREE) this.#next = (this.#next + 1) % this.#begun.length;
    Atomics.store(this.#begun, this.#next, WAITING);
    return this.#next;
  }
}

function fail(reply: WorkerReply): never {
  if (!("failure" in reply)) throw new Error("a thread answered what it was not asked");
  const { code, message, details } = reply.failure;
  throw new SherdError(code, message, details);
}
