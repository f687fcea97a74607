import type { Call } from "../core/chunker.ts";

/**
 * An amount of money that calls under way at once do not exceed together: what each may cost is set aside before it is
 * sent, and what it did cost is counted when it ends.
 */
export class Allowance {
  readonly most: number;
  #spent = 0;
  #setAside = 0;
  #underWay = 0;
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.most = most;
  }

  get spent(): number {
    return this.#spent;
  }

  /**
   * Sets aside what a call may cost, and gives that; undefined where it is more than is left. Most calls cost less than
   * was set aside for them: before one is declined, those under way have ended, and `cost` is asked again after each.
   */
  async reserve(cost: () => number, { signal }: Call = {}): Promise<number | undefined> {
    for (;;) {
      signal?.throwIfAborted();
      const amount = cost();
      if (this.#spent + amount > this.most) return undefined;
      if (this.#spent + this.#setAside + amount <= this.most) {
        this.#underWay++;
        this.#setAside += amount;
        return amount;
      }
      await this.#nextEnd(signal);
    }
  }

  spend(amount: number): void {
    this.#spent += amount;
  }

  /** After what the call cost is spent, or where it is not made after all. */
  release(reserved: number): void {
    this.#underWay--;
    // Sums of fractions are not exact: without a call, nothing is set aside.
    this.#setAside = this.#underWay === 0 ? 0 : this.#setAside - reserved;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves when a call has ended, or the signal is aborted. */
  #nextEnd(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal?.removeEventListener("abort", wake);
        this.#waiting.delete(wake);
        resolve();
      };
      signal?.addEventListener("abort", wake);
      this.#waiting.add(wake);
    });
  }
}
