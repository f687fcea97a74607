/** `sherd/embed`: texts to vectors, with any model. Providers, the cache and the bundled model's weights load when used. */
export type { Call } from "../core/chunker.ts";
export type { Clock } from "../core/clock.ts";
export type { Embedder, EmbedRole } from "../core/embedder.ts";
export { type ErrorCode, SherdError } from "../core/errors.ts";
export { RateLimiter, type RateLimits } from "../core/rate-limiter.ts";
export type { RetryPolicy } from "../core/retry.ts";
export type { ProviderOptions } from "../provider/provider-options.ts";
export type { RequestOptions } from "../provider/request-options.ts";
export { type AiSdkEmbedderOptions, type AiSdkEmbeddingModel, aiSdkEmbedder } from "./ai-sdk-embedder.ts";
export type { BatchEmbedder, EmbeddedBatch, EmbedRequestOptions } from "./batched-embedder.ts";
export { type BundledEmbedderOptions, bundledEmbedder } from "./bundled/bundled-embedder.ts";
export {
  type CacheCounts,
  type CachedEmbedder,
  type CachedEmbedderOptions,
  cachedEmbedder,
} from "./cache/cached-embedder.ts";
export { type EmbedderIdentity, embedderId } from "./embedder-id.ts";
export { EMBEDDER_NAMES, type ResolveEmbedderOptions, resolveEmbedder } from "./resolve-embedder.ts";
export type { RoleSettings, Roles } from "./roles.ts";
export { type TransformersEmbedderOptions, transformersEmbedder } from "./transformers-embedder.ts";
