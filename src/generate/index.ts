/** `sherd/generate`: language models by name, replies as text or as checked objects, and what they cost. */
export type { Call } from "../core/chunker.ts";
export type { Clock } from "../core/clock.ts";
export { type ErrorCode, SherdError } from "../core/errors.ts";
export type {
  GenerateRequest,
  Generation,
  Generator,
  PromptPart,
  ReplyShape,
  TokenUsage,
} from "../core/generator.ts";
export { RateLimiter, type RateLimits } from "../core/rate-limiter.ts";
export type { RetryPolicy } from "../core/retry.ts";
export { addUsage, NO_USAGE } from "../core/token-usage.ts";
export type { ProviderOptions } from "../provider/provider-options.ts";
export type { RequestOptions } from "../provider/request-options.ts";
export type { AiSdkLanguageModel } from "./ai-sdk.ts";
export { type AiSdkGeneratorOptions, aiSdkGenerator } from "./ai-sdk-generator.ts";
export { type GeneratedObject, generateObject } from "./generate-object.ts";
export { costOf, type ModelPrice, PRICES, PRICES_DATE, type PriceTable, priceOf } from "./prices.ts";
export { GENERATOR_NAMES, type ResolveGeneratorOptions, resolveGenerator } from "./resolve-generator.ts";
export { usageIn } from "./token-usage.ts";
