import { checkGeneration } from "../../context/check-generator.ts";
import type { Call } from "../../core/chunker.ts";
import { SherdError } from "../../core/errors.ts";
import type { GenerateRequest, Generation, Generator, TokenUsage } from "../../core/generator.ts";
import { addUsage, NO_USAGE } from "../../core/token-usage.ts";
import { usageIn } from "../../generate/token-usage.ts";
import { hashText } from "../../text/hash.ts";
import type { Budget } from "./budget.ts";
import type { ReplyLog } from "./reply-log.ts";

/** Calls without a reply, one after another, after which a provider counts as down: each was tried many times. */
const MOST_FAILURES = 20;

/** A model whose calls are noted in the store and paid from a budget. */
export class MeteredGenerator implements Generator {
  readonly id: string;
  readonly contextTokens: number | undefined;
  readonly #model: Generator;
  readonly #log: ReplyLog;
  readonly #budget: Budget | undefined;
  readonly #told: (calls: number) => void;
  #calls = 0;
  #usage = NO_USAGE;
  #failures = 0;
  /** Why no further call is made. */
  #halted: string | undefined;

  /** `told` hears how many calls were made, after each. */
  constructor(
    model: Generator,
    log: ReplyLog,
    budget: Budget | undefined,
    told: (calls: number) => void = () => {},
  ) {
    this.id = model.id;
    this.contextTokens = model.contextTokens;
    this.#model = model;
    this.#log = log;
    this.#budget = budget;
    this.#told = told;
  }

  get calls(): number {
    return this.#calls;
  }

  /** Of all calls, those without a use too. */
  get usage(): TokenUsage {
    return this.#usage;
  }

  /** A reason not to make a call; else what it may cost is set aside. */
  readonly decline = async (request: GenerateRequest, call?: Call): Promise<string | undefined> => {
    const reason = this.#halted ?? (await this.#budget?.reserve(request, call));
    // A budget may wait for calls under way, and these may tell that the provider is down.
    if (reason === undefined && this.#halted !== undefined) this.#budget?.release(request);
    return reason ?? this.#halted;
  };

  async generate(request: GenerateRequest, call?: Call): Promise<Generation> {
    const name = await this.#log.begin(nameOf(request)).catch((error: unknown) => {
      this.#budget?.release(request);
      throw error;
    });
    try {
      const reply = await this.#model.generate(request, call);
      checkGeneration(this.id, reply);
      this.#failures = 0;
      this.#count(request, name, reply.usage);
      return reply;
    } catch (error) {
      // One that was stopped stays begun: whether it was answered, nobody knows.
      call?.signal?.throwIfAborted();
      this.#count(request, name, usageIn(error));
      this.#noteFailure(error);
      throw error;
    }
  }

  #count(request: GenerateRequest, name: string, usage: TokenUsage): void {
    this.#calls++;
    this.#usage = addUsage(this.#usage, usage);
    this.#budget?.settle(request, usage);
    this.#log.end(name, usage);
    this.#told(this.#calls);
  }

  #noteFailure(error: unknown): void {
    const isQuota = error instanceof SherdError && error.code === "PROVIDER_QUOTA";
    if (!isQuota && ++this.#failures < MOST_FAILURES) return;
    const message = error instanceof Error ? error.message : String(error);
    this.#halted = isQuota
      ? `The quota of ${this.id} is used up.`
      : `${this.id} gave no reply ${MOST_FAILURES} times in a row, at last: ${message.slice(0, 200)}`;
  }
}

/** A turn that asks for a repair is another call. */
function nameOf({ system = "", prompt, repairs = [] }: GenerateRequest): string {
  return hashText(JSON.stringify([system, prompt.map(({ text }) => text), repairs]));
}
