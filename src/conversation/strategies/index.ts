/** Ways to cut a conversation into chunks that a model can take. */
export { checkConversationChunks } from "./check-chunks.ts";
export {
  CHUNKING_STRATEGIES,
  type ChunkingConfig,
  type ChunkingStrategyName,
  DEFAULT_MAX_TOKENS,
  resolveChunking,
} from "./config.ts";
export { ConversationBoundaryStrategy } from "./conversation-boundary.ts";
export { type CustomSplit, CustomStrategy, type MessageRange } from "./custom.ts";
export { chunkingStrategies, type StrategyRegistryOptions, strategyNamed } from "./registry.ts";
export { SemanticStrategy, type SemanticStrategyOptions } from "./semantic.ts";
export { SlidingWindowStrategy } from "./sliding-window.ts";
export type { ChunkingStrategy, ConversationSource } from "./strategy.ts";
export {
  findTopicBoundaries,
  type TopicBoundary,
  type TopicOptions,
} from "./topics/find-topic-boundaries.ts";
