import type { Call } from "../../core/chunker.ts";
import type { GenerateRequest, TokenUsage } from "../../core/generator.ts";
import { Allowance } from "../../generate/allowance.ts";
import { costOf, type ModelPrice } from "../../generate/prices.ts";
import { estimateTokens } from "../../text/tokens/estimates.ts";

/** Of a reply, before one has come: several times what one usually has. */
const FIRST_OUTPUT_TOKENS = 400;

type Prompt = GenerateRequest["prompt"];

/**
 * Keeps a run within an amount of money. What a call may cost is its prompt at the full price and a reply as long as the
 * longest so far.
 */
export class Budget {
  readonly #price: ModelPrice;
  readonly #allowance: Allowance;
  readonly #reserved = new Map<Prompt, number>();
  #longest = FIRST_OUTPUT_TOKENS;

  constructor(price: ModelPrice, most: number) {
    this.#price = price;
    this.#allowance = new Allowance(most);
  }

  /** Sets aside what a call may cost; a reason not to make it where that is too much. */
  async reserve({ system = "", prompt }: GenerateRequest, call: Call = {}): Promise<string | undefined> {
    let input = estimateTokens(system, "approximate").tokens;
    for (const { text } of prompt) input += estimateTokens(text, "approximate").tokens;
    const reserved = await this.#allowance.reserve(
      () => costOf({ input, cachedInput: 0, output: this.#longest }, this.#price),
      call,
    );
    if (reserved === undefined) {
      const { most, spent } = this.#allowance;
      return `The next call could take the run past its limit of $${most}; $${spent.toFixed(4)} are spent.`;
    }
    this.#reserved.set(prompt, reserved);
    return undefined;
  }

  settle(request: GenerateRequest, usage: TokenUsage): void {
    this.#longest = Math.max(this.#longest, usage.output);
    this.#allowance.spend(costOf(usage, this.#price));
    this.release(request);
  }

  /** Of a call that is not made after all. One that asks for a repair has nothing set aside. */
  release({ prompt }: GenerateRequest): void {
    const reserved = this.#reserved.get(prompt);
    if (reserved === undefined) return;
    this.#reserved.delete(prompt);
    this.#allowance.release(reserved);
  }
}
