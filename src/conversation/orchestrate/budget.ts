import { invalidOption, SherdError } from "../../core/errors.ts";
import type { ConversationChunk, ConversationExtractor } from "../../core/extraction.ts";
import type { TokenUsage } from "../../core/generator.ts";
import { addUsage, NO_USAGE } from "../../core/token-usage.ts";
import { costOf, type ModelPrice, type PriceTable } from "../../generate/prices.ts";
import { RuleExtractor } from "../extract/rules/rule-extractor.ts";
import { extractorPrice, isAsking, promptTokens } from "./extraction-cost.ts";

/** Counts what calls use and holds back those that could cost more than is left. */
export class Budget {
  readonly #extractor: ConversationExtractor;
  readonly #maxCost: number | undefined;
  readonly #price: ModelPrice | undefined;
  #usage: TokenUsage = NO_USAGE;
  /** What calls under way may cost at most. */
  #reserved = 0;
  #underWay = 0;
  readonly #waiting: (() => void)[] = [];
  #isSpent = false;

  constructor(extractor: ConversationExtractor, maxCost: number | undefined, prices?: PriceTable) {
    this.#extractor = extractor;
    this.#maxCost = maxCost;
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
    if (this.#maxCost === undefined || this.#price === undefined) {
      this.#underWay++;
      return 0;
    }
    const most = this.#isSpent ? 0 : this.#most(chunk, digest, this.#price);
    for (;;) {
      const spent = costOf(this.#usage, this.#price);
      // Once a call was held back, later ones that are smaller are too: what was done is then the beginning.
      if (this.#isSpent || spent + most > this.#maxCost) {
        this.#isSpent = true;
        throw this.#exceeded(chunk, spent, most);
      }
      if (spent + this.#reserved + most <= this.#maxCost) break;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#underWay++;
    this.#reserved += most;
    return most;
  }

  release(reserved: number, used: TokenUsage | undefined): void {
    // Sums of reservations need not come back to exactly nothing.
    this.#underWay--;
    this.#reserved = this.#underWay === 0 ? 0 : this.#reserved - reserved;
    if (used !== undefined) this.#usage = addUsage(this.#usage, used);
    for (const resume of this.#waiting.splice(0)) resume();
  }

  #most(chunk: ConversationChunk, digest: string | undefined, price: ModelPrice): number {
    if (!isAsking(this.#extractor)) return 0;
    const request = this.#extractor.request(chunk, digest);
    if (request === undefined) return 0;
    return costOf({ input: promptTokens(request), cachedInput: 0, output: request.maxOutputTokens }, price);
  }

  #exceeded({ id, sequence }: ConversationChunk, spent: number, most: number): SherdError {
    return new SherdError(
      "BUDGET_SPENT",
      `Chunk ${sequence} was not asked about: ${dollars(spent)} are spent and the next call may cost ${dollars(most)}, ` +
        `which is more than maxCost ${dollars(this.#maxCost ?? 0)} leaves. What was done stays; raise maxCost to go on.`,
      { chunkId: id, sequence, spent, most, maxCost: this.#maxCost },
    );
  }
}

function dollars(value: number): string {
  return `$${value.toFixed(4)}`;
}
