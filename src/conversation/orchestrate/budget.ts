import { invalidOption, SherdError } from "../../core/errors.ts";
import type { ConversationChunk, ConversationExtractor } from "../../core/extraction.ts";
import type { TokenUsage } from "../../core/generator.ts";
import { addUsage, NO_USAGE } from "../../core/token-usage.ts";
import { Allowance } from "../../generate/allowance.ts";
import { costOf, type ModelPrice, type PriceTable } from "../../generate/prices.ts";
import { RuleExtractor } from "../extract/rules/rule-extractor.ts";
import { extractorPrice, isAsking, promptTokens } from "./extraction-cost.ts";

/** Counts what calls use and holds back those that could cost more than is left. */
export class Budget {
  readonly #extractor: ConversationExtractor;
  readonly #allowance: Allowance;
  readonly #price: ModelPrice | undefined;
  #usage: TokenUsage = NO_USAGE;
  #isSpent = false;

  constructor(extractor: ConversationExtractor, maxCost: number | undefined, prices?: PriceTable) {
    this.#extractor = extractor;
    this.#allowance = new Allowance(maxCost ?? Number.POSITIVE_INFINITY);
    this.#price = extractorPrice(extractor, prices);
    if (maxCost !== undefined && this.#price === undefined && !(extractor instanceof RuleExtractor))
      invalidOption(
        "maxCost",
        maxCost,
        `given with the price of ${extractor.id}, which is not known; pass prices: { "provider:model": { input, output } }`,
      );
  }

  get usage(): TokenUsage {
    return this.#usage;
  }

  /** In US dollars, or undefined where the price is not known and something was used. */
  get cost(): number | undefined {
    if (this.#price !== undefined) return costOf(this.#usage, this.#price);
    return this.#usage.input + this.#usage.output === 0 ? 0 : undefined;
  }

  get isSpent(): boolean {
    return this.#isSpent;
  }

  /**
   * Room for a call with the longest reply it may have, to be given back after it. Waits for calls under way, which
   * may leave more than they reserved. Throws `BUDGET_SPENT`.
   */
  async reserve(chunk: ConversationChunk, digest: string | undefined): Promise<number> {
    const most = this.#isSpent ? 0 : this.#most(chunk, digest);
    // Once a call was held back, later ones that are smaller are too: what was done is then the beginning. Decided here,
    // before another that waits is asked.
    const reserved = await this.#allowance.reserve(() => {
      this.#isSpent ||= this.#allowance.spent + most > this.#allowance.most;
      return this.#isSpent ? Number.POSITIVE_INFINITY : most;
    });
    if (reserved !== undefined) return reserved;
    throw this.#exceeded(chunk, most);
  }

  release(reserved: number, used: TokenUsage | undefined): void {
    if (used !== undefined) {
      this.#usage = addUsage(this.#usage, used);
      if (this.#price !== undefined) this.#allowance.spend(costOf(used, this.#price));
    }
    this.#allowance.release(reserved);
  }

  /** Nothing where there is no limit, for then it need not be known. */
  #most(chunk: ConversationChunk, digest: string | undefined): number {
    const isLimited = Number.isFinite(this.#allowance.most);
    if (!isLimited || this.#price === undefined || !isAsking(this.#extractor)) return 0;
    const request = this.#extractor.request(chunk, digest);
    if (request === undefined) return 0;
    const tokens = { input: promptTokens(request), cachedInput: 0, output: request.maxOutputTokens };
    return costOf(tokens, this.#price);
  }

  #exceeded({ id, sequence }: ConversationChunk, most: number): SherdError {
    const { spent, most: maxCost } = this.#allowance;
    return new SherdError(
      "BUDGET_SPENT",
      `Chunk ${sequence} was not asked about: ${dollars(spent)} are spent and the next call may cost ${dollars(most)}, ` +
        `which is more than maxCost ${dollars(maxCost)} leaves. What was done stays; raise maxCost to go on.`,
      { chunkId: id, sequence, spent, most, maxCost },
    );
  }
}

function dollars(value: number): string {
  return `$${value.toFixed(4)}`;
}
