import type { Space } from "../core/store.ts";
import type { TurnStore } from "../core/turn-store.ts";

/** A recall does not wait until its use is written; so long at most, or until so many wait. Milliseconds. */
const LONGEST_WAIT = 1_000;
const MOST_WAITING = 64;

/**
 * Uses of memories on their way to the file, several in one write. Ended by force, a process loses the counts of
 * its last second, never a turn.
 */
export class UseQueue {
  readonly #store: TurnStore;
  readonly #space: Space;
  #waiting: { ids: readonly string[]; at: number }[] = [];
  #counts: Record<string, number> = {};
  #recalls = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(store: TurnStore, space: Space) {
    this.#store = store;
    this.#space = space;
  }

  add(
    use: { ids: readonly string[]; at: number } | undefined,
    counts: Readonly<Record<string, number>>,
  ): void {
    if (use !== undefined && use.ids.length > 0) this.#waiting.push(use);
    for (const [name, count] of Object.entries(counts))
      this.#counts[name] = (this.#counts[name] ?? 0) + count;
    this.#recalls++;
    if (this.#recalls >= MOST_WAITING) this.#write();
    else if (this.#timer === undefined) {
      this.#timer = setTimeout(() => this.#write(), LONGEST_WAIT);
      this.#timer.unref();
    }
  }

  /** Resolves when all that waits is written. Fails never: counts are no reason to. */
  flush(): Promise<void> {
    this.#write();
    return this.#writing;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#recalls === 0) return;
    const [uses, counts] = [this.#waiting, this.#counts];
    this.#waiting = [];
    this.#counts = {};
    this.#recalls = 0;
    this.#writing = this.#writing
      .then(() => this.#store.reinforce(this.#space, uses, counts))
      // The disk is full, or the file may only be read.
      .catch(() => {});
  }
}
