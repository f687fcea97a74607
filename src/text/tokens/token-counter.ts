import type { Conversation } from "../../core/conversation.ts";
import { invalidOption, SherdError } from "../../core/errors.ts";
import { hashText } from "../hash.ts";
import type { Ruler } from "../ruler.ts";
import { ENCODING_NAMES, type Encoding, loadEncoding } from "./encoding.ts";
import { ESTIMATE_METHODS, type EstimateMethod, estimateTokens } from "./estimates.ts";
import { encodingForModel, recommendedMethod } from "./models.ts";
import type { EncodingName } from "./pretokens.ts";
import { TokenRuler } from "./token-ruler.ts";

export type TokenCountMethod = "openai-tiktoken" | EstimateMethod;

export const TOKEN_COUNT_METHODS: readonly TokenCountMethod[] = ["openai-tiktoken", ...ESTIMATE_METHODS];

export interface TokenCountResult {
  readonly tokens: number;
  /** The method that counted, which is `approximate` when the one asked for could not. */
  readonly method: TokenCountMethod;
  readonly accuracy: "exact" | "estimated" | "approximate";
  /** Mean relative error to expect on a text of this script: 0.08 is 8 %; 0 when exact. */
  readonly error: number;
}

export interface TokenCounterOptions {
  /** The vocabulary `openai-tiktoken` counts with. Default `o200k_base`. */
  readonly encoding?: EncodingName | undefined;
  /** Picks the encoding of an OpenAI model instead. */
  readonly model?: string | undefined;
  /** How many counts of longer texts are remembered. Default 4,096. */
  readonly cacheSize?: number | undefined;
  /** Told once, when exact counting is not possible and estimates stand in. Default `console.warn`. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

const DEFAULT_CACHE_SIZE = 4_096;
/** Counting a short text costs less than naming it; estimating always does. */
const CACHE_FROM_LENGTH = 64;

/** OpenAI frames every message with three tokens, a name with one, and primes the reply with three. */
const MESSAGE_OVERHEAD = 3;
const NAME_OVERHEAD = 1;
const REPLY_OVERHEAD = 3;

/**
 * Counts tokens: exactly for OpenAI's encodings, by calibrated estimate for others.
 *
 * `await TokenCounter.create()` loads a vocabulary; counting is synchronous from then on. A counter
 * made with `new` has none: it estimates.
 */
export class TokenCounter {
  readonly #encoding: Encoding | undefined;
  readonly #cacheSize: number;
  readonly #cache = new Map<string, number>();
  readonly #warn: (message: string) => void;
  #warned = false;

  constructor(options: Omit<TokenCounterOptions, "encoding" | "model"> = {}, encoding?: Encoding) {
    const { cacheSize = DEFAULT_CACHE_SIZE } = options;
    if (!Number.isSafeInteger(cacheSize) || cacheSize < 0) {
      invalidOption("cacheSize", cacheSize, "a whole number, 0 or more");
    }
    this.#cacheSize = cacheSize;
    this.#warn = options.onWarning ?? ((message) => console.warn(message));
    this.#encoding = encoding;
  }

  static async create(options: TokenCounterOptions = {}): Promise<TokenCounter> {
    const name =
      options.encoding ?? (options.model === undefined ? "o200k_base" : encodingForModel(options.model));
    if (!ENCODING_NAMES.includes(name))
      invalidOption("encoding", name, `one of: ${ENCODING_NAMES.join(", ")}`);
    try {
      return new TokenCounter(options, await loadEncoding(name));
    } catch (error) {
      const counter = new TokenCounter(options);
      counter.#warnOnce(`The table of ${name} could not be loaded (${messageOf(error)}).`);
      return counter;
    }
  }

  /** The loaded vocabulary, or undefined when this counter can only estimate. */
  get encoding(): EncodingName | undefined {
    return this.#encoding?.name;
  }

  count(text: string, method: TokenCountMethod = "openai-tiktoken"): number {
    return this.countDetailed(text, method).tokens;
  }

  countDetailed(text: string, method: TokenCountMethod = "openai-tiktoken"): TokenCountResult {
    if (!TOKEN_COUNT_METHODS.includes(method)) {
      invalidOption("method", method, `one of: ${TOKEN_COUNT_METHODS.join(", ")}`);
    }
    if (method === "openai-tiktoken") {
      const tokens = this.#countExactly(text);
      if (tokens !== undefined) return { tokens, method, accuracy: "exact", error: 0 };
    }
    const estimate = method === "openai-tiktoken" ? "approximate" : method;
    return {
      ...estimateTokens(text, estimate),
      method: estimate,
      accuracy: estimate === "approximate" ? "approximate" : "estimated",
    };
  }

  /** Tokens of a whole conversation as a chat model sees it, with what frames each message. */
  countConversation(conversation: Conversation, method: TokenCountMethod = "openai-tiktoken"): number {
    let tokens = REPLY_OVERHEAD;
    for (const { role, content, name } of conversation.messages) {
      tokens += MESSAGE_OVERHEAD + this.count(role, method) + this.count(content, method);
      if (name !== undefined) tokens += NAME_OVERHEAD + this.count(name, method);
    }
    return tokens;
  }

  getRecommendedMethod(providerOrModel: string): TokenCountMethod {
    return recommendedMethod(providerOrModel);
  }

  /** Measures slices of one text without encoding any of them twice. */
  ruler(text: string): Ruler {
    if (this.#encoding === undefined) {
      throw new SherdError(
        "TOKENIZER_UNAVAILABLE",
        "This counter has no vocabulary and cannot measure slices exactly. Make it with await TokenCounter.create().",
      );
    }
    return TokenRuler.of(text, this.#encoding);
  }

  #countExactly(text: string): number | undefined {
    const encoding = this.#encoding;
    if (encoding === undefined) {
      this.#warnOnce("No tokenizer table is loaded: use await TokenCounter.create() to load one.");
      return undefined;
    }
    if (text.length < CACHE_FROM_LENGTH || this.#cacheSize === 0) return encoding.count(text);
    const key = hashText(text);
    let tokens = this.#cache.get(key);
    if (tokens === undefined) tokens = encoding.count(text);
    else this.#cache.delete(key);
    // Maps keep insertion order: what was used last is last, what goes first is the oldest.
    this.#cache.set(key, tokens);
    if (this.#cache.size > this.#cacheSize) this.#cache.delete(this.#cache.keys().next().value as string);
    return tokens;
  }

  #warnOnce(reason: string): void {
    if (this.#warned) return;
    this.#warned = true;
    this.#warn(`sherd: ${reason} Token counts are approximate.`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
