import type { Call } from "../../core/chunker.ts";
import type { GenerateRequest, TokenUsage } from "../../core/generator.ts";
import { costOf, type ModelPrice } from "../../generate/prices.ts";
import { estimateTokens } from "../../text/tokens/estimates.ts";

/** Of a reply, before one has come: several times what one usually has. */
const FIRST_OUTPUT_TOKENS = 400;

type Prompt = GenerateRequest["prompt"];

/**
 * Keeps a run within an amount of money. What a call may cost is set aside before it is sent, at the full price of its
 * prompt and for a reply as long as the longest so far, so that calls under way at once do not exceed it together.
 */
export class Budget {
  readonly #price: ModelPrice;
  readonly #most: number;
  readonly #reserved = new Map<Prompt, number>();
  #setAside = 0;
  #spent = 0;
  #longest = FIRST_OUTPUT_TOKENS;
  readonly #waiting = new Set<() => void>();

  constructor(price: ModelPrice, most: number) {
    this.#price = price;
    this.#most = most;
  }

  /**
   * Sets aside what a call may cost; a reason not to make it where that is too much. Most calls cost less than was set
   * aside for them: before one is declined, those under way have ended.
   */
  async reserve(
    { system = "", prompt }: GenerateRequest,
    { signal }: Call = {},
  ): Promise<string | undefined> {
    let input = estimateTokens(system, "approximate").tokens;
    for (const { text } of prompt) input += estimateTokens(text, "approximate").tokens;
    for (;;) {
      signal?.throwIfAborted();
      const cost = costOf({ input, cachedInput: 0, output: this.#longest }, this.#price);
      if (this.#spent + cost > this.#most)
        return `The next call could take the run past its limit of $${this.#most}; $${this.#spent.toFixed(4)} are spent.`;
      if (this.#reserved.size === 0 || this.#spent + this.#setAside + cost <= this.#most) {
        this.#reserved.set(prompt, cost);
        this.#setAside += cost;
        return undefined;
      }
      await this.#nextEnd(signal);
    }
  }

  settle(request: GenerateRequest, usage: TokenUsage): void {
    this.#spent += costOf(usage, this.#price);
    this.#longest = Math.max(this.#longest, usage.output);
    this.release(request);
  }

  /** Of a call that is not made after all. */
  release({ prompt }: GenerateRequest): void {
    const cost = this.#reserved.get(prompt) ?? 0;
    this.#reserved.delete(prompt);
    // Sums of fractions are not exact: without a call, nothing is set aside.
    this.#setAside = this.#reserved.size === 0 ? 0 : this.#setAside - cost;
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
