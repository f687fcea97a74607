import { type Clock, systemClock } from "../../core/clock.ts";
import { invalidOption, SherdError } from "../../core/errors.ts";
import { hashText } from "../../text/hash.ts";
import { TOKEN_COUNT_METHODS, TokenCounter, type TokenCountMethod } from "../../text/tokens/token-counter.ts";
import { MessageTokens } from "./message-tokens.ts";

export const CHUNKING_STRATEGIES = ["sliding-window", "conversation-boundary", "semantic", "custom"] as const;
export type ChunkingStrategyName = (typeof CHUNKING_STRATEGIES)[number];

/** What most models of today take with room for instructions and a reply. */
export const DEFAULT_MAX_TOKENS = 100_000;
/** A smaller maximum is filled by what frames a message: role, name and the tokens around them. */
const SMALLEST_MAX_TOKENS = 16;
/** The last words before a seam, so that "yes, that one" still means something: one part in a hundred. */
const DEFAULT_OVERLAP = 0.01;
/** Less than a tenth of a chunk is not worth a call of its own. */
const DEFAULT_MINIMUM = 0.1;

export interface ChunkingConfig {
  /** No chunk is larger, counted as `TokenCounter.countConversation` does. Default 100,000. */
  readonly maxTokensPerChunk?: number | undefined;
  /** How much of a chunk's end the next one repeats, at most, in whole messages. Default 1 % of the maximum. */
  readonly overlapTokens?: number | undefined;
  /** The same as a share of the maximum: 0.1 is 10 %. */
  readonly overlapPercentage?: number | undefined;
  /** What a chunk should not fall below, where the messages allow it. Default a tenth of the maximum. */
  readonly minChunkSize?: number | undefined;
  /** Default `sliding-window`. */
  readonly strategy?: ChunkingStrategyName | undefined;
  /**
   * `true` (default): only a message larger than a chunk is split. `false`: any message may be, to fill
   * chunks. `"strict"`: none is; one that is too large is an error.
   */
  readonly preserveMessageBoundaries?: boolean | "strict" | undefined;
  /** Default `approximate`, which is cheap; `openai-tiktoken` needs a `counter`. */
  readonly tokenCountMethod?: TokenCountMethod | undefined;
  /** Counts the tokens: `await TokenCounter.create()`. */
  readonly counter?: TokenCounter | undefined;
  /** Dates the chunks. Default: the system's. */
  readonly clock?: Pick<Clock, "now"> | undefined;
}

/** A checked configuration, shares resolved. */
export interface Chunking {
  /** What the messages of one chunk may count, without what frames the whole. */
  readonly capacity: number;
  readonly maximum: number;
  readonly overlap: number;
  readonly minimum: number;
  readonly strategy: ChunkingStrategyName;
  readonly preserve: boolean | "strict";
  readonly tokens: MessageTokens;
  /** Names everything that decides where chunks begin and end. */
  readonly fingerprint: string;
  now(): number;
}

const OPTION_NAMES = [
  ...["maxTokensPerChunk", "overlapTokens", "overlapPercentage", "minChunkSize", "strategy"],
  ...["preserveMessageBoundaries", "tokenCountMethod", "counter", "clock"],
];

export function resolveChunking(config: ChunkingConfig = {}): Chunking {
  for (const name of Object.keys(config)) {
    if (!OPTION_NAMES.includes(name)) invalidOption("option", name, `one of: ${OPTION_NAMES.join(", ")}`);
  }
  const { maxTokensPerChunk: maximum = DEFAULT_MAX_TOKENS, strategy = "sliding-window" } = config;
  const { preserveMessageBoundaries: preserve = true, tokenCountMethod: method = "approximate" } = config;
  if (!Number.isSafeInteger(maximum) || maximum < SMALLEST_MAX_TOKENS)
    invalidOption("maxTokensPerChunk", maximum, `a whole number, ${SMALLEST_MAX_TOKENS} or more`);
  if (!CHUNKING_STRATEGIES.includes(strategy))
    invalidOption("strategy", strategy, `one of: ${CHUNKING_STRATEGIES.join(", ")}`);
  if (preserve !== true && preserve !== false && preserve !== "strict")
    invalidOption("preserveMessageBoundaries", preserve, `true, false or "strict"`);
  if (!TOKEN_COUNT_METHODS.includes(method))
    invalidOption("tokenCountMethod", method, `one of: ${TOKEN_COUNT_METHODS.join(", ")}`);

  const counter = counterFor(config.counter, method);
  const overlap = resolveOverlap(config, maximum);
  const minimum = resolveMinimum(config.minChunkSize, maximum);
  const tokens = new MessageTokens(counter, method);
  const settings = [maximum, overlap, minimum, preserve, method, counter.encoding ?? null];
  return {
    capacity: maximum - tokens.frame,
    maximum,
    overlap,
    minimum,
    strategy,
    preserve,
    tokens,
    fingerprint: hashText(JSON.stringify(settings)),
    now: () => (config.clock ?? systemClock).now(),
  };
}

function counterFor(counter: TokenCounter | undefined, method: TokenCountMethod): TokenCounter {
  if (counter !== undefined) {
    if (typeof counter.countConversation !== "function")
      invalidOption("counter", counter, "a TokenCounter: await TokenCounter.create()");
    return counter;
  }
  if (method === "openai-tiktoken") {
    throw new SherdError(
      "TOKENIZER_UNAVAILABLE",
      `tokenCountMethod "openai-tiktoken" needs a counter with a loaded table; got none. ` +
        "Pass { counter: await TokenCounter.create() }, or leave the method out for an estimate.",
      { option: "counter" },
    );
  }
  return new TokenCounter();
}

function resolveOverlap(config: ChunkingConfig, maximum: number): number {
  const { overlapTokens, overlapPercentage } = config;
  if (overlapTokens !== undefined && overlapPercentage !== undefined)
    invalidOption("overlapPercentage", overlapPercentage, "left out when overlapTokens is given");
  if (overlapTokens !== undefined) {
    if (!Number.isSafeInteger(overlapTokens) || overlapTokens < 0 || overlapTokens >= maximum)
      invalidOption("overlapTokens", overlapTokens, `a whole number from 0 to below ${maximum}, the maximum`);
    return overlapTokens;
  }
  const share = overlapPercentage ?? DEFAULT_OVERLAP;
  if (typeof share !== "number" || !(share >= 0 && share < 1))
    invalidOption("overlapPercentage", share, "a share from 0 to below 1; 10 % is 0.1");
  return Math.floor(share * maximum);
}

function resolveMinimum(minimum: number | undefined, maximum: number): number {
  if (minimum === undefined) return Math.floor(DEFAULT_MINIMUM * maximum);
  const most = Math.floor(maximum / 2);
  // Two chunks that together hold a little more than the maximum cannot both be larger.
  if (!Number.isSafeInteger(minimum) || minimum < 0 || minimum > most)
    invalidOption("minChunkSize", minimum, `a whole number from 0 to ${most}, half the maximum`);
  return minimum;
}
