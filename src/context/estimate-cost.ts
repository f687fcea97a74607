import type { Chunk } from "../core/chunk.ts";
import type { DocumentInput } from "../core/document.ts";
import { invalidOption } from "../core/errors.ts";
import type { TokenUsage } from "../core/generator.ts";
import type { RateLimits } from "../core/rate-limiter.ts";
import { addUsage, NO_USAGE } from "../core/token-usage.ts";
import { chunksByKey, type KeySettings } from "./chunks-by-key.ts";
import type { ContextPrompt } from "./context-prompt.ts";

/** What a description takes, and what questions and keywords add to it. */
const DESCRIPTION_TOKENS = 80;
const ENRICHMENT_TOKENS = 220;
/** The shortest prefix that the large providers keep. */
const CACHED_FROM_TOKENS = 1_024;
const SECONDS_PER_CALL = 3;

export interface DocumentCostSettings extends KeySettings {
  readonly prompt: ContextPrompt;
  countTokens(text: string): number;
  /** Replies that are in the cache cost nothing. */
  readonly isKnown?: ((key: string) => boolean) | undefined;
  /** Of one reply, thinking included. Default 80, with questions and keywords 300. */
  readonly outputTokens?: number | undefined;
  /** The shortest beginning that the provider's cache keeps. Default 1,024; `Infinity` where there is no cache. */
  readonly cachedFromTokens?: number | undefined;
}

/** What asking about chunks takes, before anything is sent. */
export interface ContextCost {
  readonly documents: number;
  /** That need a context. */
  readonly chunks: number;
  /** Of these, with a reply in the cache. */
  readonly known: number;
  readonly calls: number;
  readonly usage: TokenUsage;
}

export const NO_COST: ContextCost = { documents: 0, chunks: 0, known: 0, calls: 0, usage: NO_USAGE };

/** The first call of a document pays for its beginning in full; the others read it from the provider's cache. */
export function documentCost(
  document: DocumentInput,
  chunks: readonly Chunk[],
  settings: DocumentCostSettings,
): ContextCost {
  const { prompt, isKnown, cachedFromTokens = CACHED_FROM_TOKENS } = settings;
  const { outputTokens = DESCRIPTION_TOKENS + (prompt.enrich ? ENRICHMENT_TOKENS : 0) } = settings;
  const prompts = prompt.forDocument(document, chunks);
  const byKey = chunksByKey(prompts, chunks, settings);
  const asked: number[] = [];
  let [needed, known] = [0, 0];
  for (const [key, alike] of byKey) {
    needed += alike.length;
    if (isKnown?.(key) === true) known += alike.length;
    else asked.push(alike[0]);
  }
  const calls = asked.length;
  if (calls === 0) return { documents: 1, chunks: needed, known, calls, usage: NO_USAGE };

  let shared = settings.countTokens(prompt.system) + settings.countTokens(prompts.prefix.text);
  let own = 0;
  for (const index of asked) {
    const { prompt: parts, shape } = prompts.request(index);
    for (const { text } of parts.slice(1)) own += settings.countTokens(text);
    if (shape !== undefined && index === asked[0]) shared += settings.countTokens(JSON.stringify(shape));
  }
  const usage = {
    input: shared * calls + own,
    cachedInput: shared >= cachedFromTokens ? shared * (calls - 1) : 0,
    output: outputTokens * calls,
  };
  return { documents: 1, chunks: needed, known, calls, usage };
}

export function addCost(a: ContextCost, b: ContextCost): ContextCost {
  return {
    documents: a.documents + b.documents,
    chunks: a.chunks + b.chunks,
    known: a.known + b.known,
    calls: a.calls + b.calls,
    usage: addUsage(a.usage, b.usage),
  };
}

/** US dollars for a million tokens. */
export interface TokenPrice {
  readonly input: number;
  /** Default: as much as `input`. */
  readonly cachedInput?: number | undefined;
  readonly output: number;
}

/** In US dollars. */
export function priceOfUsage({ input, cachedInput, output }: TokenUsage, price: TokenPrice): number {
  const fresh = (input - cachedInput) * price.input;
  return (fresh + cachedInput * (price.cachedInput ?? price.input) + output * price.output) / 1e6;
}

export interface Pace extends RateLimits {
  readonly concurrency: number;
  /** Default 3. */
  readonly secondsPerCall?: number | undefined;
}

/** The longest of what the limits on calls and on tokens allow, and what calls side by side take. */
export function secondsFor({ calls, usage }: ContextCost, pace: Pace): number {
  const { concurrency, secondsPerCall = SECONDS_PER_CALL, requestsPerMinute, tokensPerMinute } = pace;
  const bounds = [
    (calls * secondsPerCall) / above0("concurrency", concurrency),
    (60 * calls) / above0("requestsPerMinute", requestsPerMinute),
    (60 * (usage.input + usage.output)) / above0("tokensPerMinute", tokensPerMinute),
  ];
  return Math.max(...bounds);
}

/** No limit is one that is never reached. */
function above0(name: string, value: number = Number.POSITIVE_INFINITY): number {
  return value > 0 ? value : invalidOption(name, value, "a number above 0");
}
