/** How far a long piece of work is. */
export interface Progress {
  /** What is being done: "load", "context", "store", "remove", "embed", "write", "read". */
  readonly phase: string;
  readonly done: number;
  /** Absent while it is not known. */
  readonly total?: number;
  /** What `done` and `total` count: "documents", "bytes", "calls". */
  readonly unit: string;
  /** What was just finished. */
  readonly item?: string;
}

/** A reader that falls behind by more misses the oldest; `done` counts them all the same. */
const MOST_WAITING = 4_096;

export type Report = (progress: Progress) => void;

/**
 * Work that has begun: await it for its summary, or iterate it to watch it, or both. To stop reading does not
 * stop the work; the signal given to the call that began it does.
 */
export class Task<Summary> implements PromiseLike<Summary>, AsyncIterable<Progress> {
  readonly #result: Promise<Summary>;
  readonly #readers = new Set<Reader>();
  #isOver = false;

  constructor(work: (report: Report) => Promise<Summary>) {
    // Begun in a microtask, so that a reader of the same turn misses nothing.
    this.#result = Promise.resolve()
      .then(() => work((progress) => this.#tell(progress)))
      .finally(() => {
        this.#isOver = true;
        for (const reader of this.#readers) reader.wake();
      });
  }

  // biome-ignore lint/suspicious/noThenProperty: being awaitable is what it is for.
  then<A = Summary, B = never>(
    fulfilled?: ((summary: Summary) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#result.then(fulfilled, rejected);
  }

  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Summary | B> {
    return this.#result.catch(rejected);
  }

  finally(settled?: (() => void) | null): Promise<Summary> {
    return this.#result.finally(settled);
  }

  /** What happens from now on. Ends with the work, and throws what that threw. */
  [Symbol.asyncIterator](): AsyncGenerator<Progress, void> {
    // Whoever iterates is told of a failure there, and may be busy when it happens.
    this.#result.catch(() => {});
    const reader = new Reader();
    this.#readers.add(reader);
    return this.#read(reader);
  }

  async *#read(reader: Reader): AsyncGenerator<Progress, void> {
    try {
      for (;;) {
        const next = reader.take();
        if (next !== undefined) yield next;
        else if (this.#isOver) break;
        else await reader.more();
      }
    } finally {
      this.#readers.delete(reader);
    }
    await this.#result;
  }

  #tell(progress: Progress): void {
    for (const reader of this.#readers) reader.add(progress);
  }
}

/** What one reader has not read yet. */
class Reader {
  #waiting: Progress[] = [];
  #read = 0;
  #wake: (() => void) | undefined;

  add(progress: Progress): void {
    this.#waiting.push(progress);
    if (this.#waiting.length - this.#read > MOST_WAITING) this.#read++;
    if (this.#read > MOST_WAITING) this.#forgetRead();
    this.wake();
  }

  take(): Progress | undefined {
    if (this.#read < this.#waiting.length) return this.#waiting[this.#read++];
    this.#forgetRead();
    return undefined;
  }

  more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  wake(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  #forgetRead(): void {
    this.#waiting = this.#waiting.slice(this.#read);
    this.#read = 0;
  }
}
