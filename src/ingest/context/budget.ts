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
  #spent = 0;
  #longest = FIRST_OUTPUT_TOKENS;

  constructor(price: ModelPrice, most: number) {
    this.#price = price;
    this.#most = most;
  }

  /** Sets aside what a call may cost; a reason not to make it where that is too much. */
  reserve({ system = "", prompt }: GenerateRequest): string | undefined {
    let input = estimateTokens(system, "approximate").tokens;
    for (const { text } of prompt) input += estimateTokens(text, "approximate").tokens;
    const cost = costOf({ input, cachedInput: 0, output: this.#longest }, this.#price);
    let total = this.#spent + cost;
    for (const reserved of this.#reserved.values()) total += reserved;
    if (total > this.#most)
      return `The next call could take the run past its limit of $${this.#most}; $${this.#spent.toFixed(4)} are spent.`;
    this.#reserved.set(prompt, cost);
    return undefined;
  }

  settle({ prompt }: GenerateRequest, usage: TokenUsage): void {
    this.#reserved.delete(prompt);
    this.#spent += costOf(usage, this.#price);
    this.#longest = Math.max(this.#longest, usage.output);
  }
}
