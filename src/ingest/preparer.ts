import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Call, Chunker } from "../core/chunker.ts";
import { invalidOption } from "../core/errors.ts";
import { rehearseAnalysis } from "../text/analysis/rehearse.ts";
import type { ChunkingSettings } from "./chunking.ts";
import { analysed, LARGE_BYTES, type Prepared, type PrepareJob, prepare, type SameFile } from "./prepare.ts";
import { PreparingThreads } from "./preparing-threads.ts";

/** Threads take a while to start: what is done by then, or soon after, never needs them. */
const ALONE_MS = 1_000;
const ALONE_BYTES = 512 * 1024;
/**
 * Where threads have the documents from the start, this thread prepares none itself until the run has taken so long:
 * before it does that as fast as they do, it has taken a second of a processor to compile what they have compiled too.
 */
const LONG_MS = 10_000;
/** Documents under way beside what threads work on: enough to go on with while a batch is stored. */
const AHEAD = 64;

export interface PreparerOptions {
  /** Settings, beside the chunker, let threads make their own; without them all is done here. */
  readonly settings: ChunkingSettings | undefined;
  readonly chunker: Chunker;
  readonly recipe: string;
  readonly threads: number | undefined;
}

interface Waiting {
  readonly job: PrepareJob;
  readonly bytes: number;
  readonly call: Call;
  readonly done: (prepared: Prepared | SameFile) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Loads, splits and analyses documents: here, and in threads once the work is worth it. Where
 * these have the documents from the start, this thread embeds and stores; with a single other it also analyses, which
 * divides the work about evenly. The results are the same.
 */
export class Preparer {
  readonly #options: PreparerOptions;
  readonly #threads: number;
  readonly #started = performance.now();
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #isBusy = false;
  /** Whether threads prepare, or will when they are there, and this thread leaves it to them. */
  #isDivided = false;
  /** Looks again when this thread may prepare, too, though no thread has ended anything until then. */
  #later: ReturnType<typeof setTimeout> | undefined;
  #starting: Promise<PreparingThreads> | undefined;
  #others: PreparingThreads | undefined;

  constructor(options: PreparerOptions) {
    const cores = availableParallelism();
    const { threads = cores - 1, settings } = options;
    if (!Number.isInteger(threads) || threads < 0)
      invalidOption("threads", threads, "a whole number, 0 or more");
    this.#options = options;
    this.#threads = settings === undefined || cores < 2 ? 0 : threads;
  }

  /** How many jobs may be under way so that no thread waits for the next. */
  get width(): number {
    return this.#threads === 0 ? 2 : PreparingThreads.jobsOf(this.#threads) + AHEAD;
  }

  prepare(job: PrepareJob, bytes: number, call: Call): Promise<Prepared | SameFile> {
    const { settings, chunker, recipe } = this.#options;
    // A chunker of the caller's own may wait for something, and others need not wait for it.
    if (settings === undefined) return prepare(job, chunker, recipe, call);
    return new Promise((done, failed) => {
      this.#waiting.push({ job, bytes, call, done, failed });
      this.#waitingBytes += bytes;
      this.#distribute();
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#later);
    // What nobody waits for any more must not keep this thread.
    this.#waiting = [];
    await (await this.#starting)?.close();
  }

  #distribute(): void {
    if (this.#isWorthThreads) this.#startThreads();
    while (this.#others?.isFull === false && this.#waiting.length > 0) {
      const { job, bytes, done, failed } = this.#take(0);
      this.#prepareThere(this.#others, job, bytes)
        .then(done, failed)
        .finally(() => this.#distribute());
    }
    if (!this.#isBusy) void this.#prepareHere();
  }

  async #prepareThere(
    others: PreparingThreads,
    job: PrepareJob,
    bytes: number,
  ): Promise<Prepared | SameFile> {
    if (this.#threads > 1 || bytes > LARGE_BYTES) return others.run(job);
    const made = await others.split(job);
    return "sameFile" in made || "terms" in made ? made : analysed(made.document, made.chunks);
  }

  get #mayPrepareHere(): boolean {
    return !this.#isDivided || performance.now() - this.#started > LONG_MS;
  }

  get #isWorthThreads(): boolean {
    if (this.#threads === 0 || this.#starting !== undefined) return false;
    return (
      this.#options.threads !== undefined ||
      this.#waitingBytes > ALONE_BYTES ||
      performance.now() - this.#started > ALONE_MS
    );
  }

  #startThreads(): void {
    const { settings, recipe } = this.#options;
    if (settings === undefined) return;
    this.#isDivided = performance.now() - this.#started < ALONE_MS;
    this.#later = setTimeout(() => this.#distribute(), LONG_MS + 1);
    this.#later.unref();
    this.#starting = PreparingThreads.start(this.#threads, { chunking: settings, recipe });
    this.#starting.then(
      (others) => {
        this.#others = others;
        this.#distribute();
        // Nothing comes back for a while.
        if (this.#threads === 1) rehearseAnalysis();
      },
      (error) => {
        this.#isDivided = false;
        this.#waitingBytes = 0;
        for (const { failed } of this.#waiting.splice(0)) failed(error);
      },
    );
  }

  /** One after the other, as long as there is one that may be done here. */
  async #prepareHere(): Promise<void> {
    this.#isBusy = true;
    const { chunker, recipe } = this.#options;
    // What comes together is seen together: whether it is worth threads is known before the first is begun.
    await nextTurn();
    while (this.#mayPrepareHere) {
      const next = this.#waiting.findIndex(({ bytes }) => this.#threads === 0 || bytes <= LARGE_BYTES);
      if (next < 0) break;
      const { job, call, done, failed } = this.#take(next);
      await prepare(job, chunker, recipe, call).then(done, failed);
      await nextTurn();
    }
    this.#isBusy = false;
  }

  #take(index: number): Waiting {
    const [one] = this.#waiting.splice(index, 1);
    this.#waitingBytes -= one.bytes;
    return one;
  }
}
