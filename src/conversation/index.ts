/**
 * `sherd/conversation`: chats of any kind as messages with exact text, windows over conversations of any size, and
 * memories that quote the words they come from. For Node.
 */
export type {
  Conversation,
  ConversationLoss,
  ConversationMessage,
  LossReason,
  MessagePart,
  MessagePartKind,
  MessageRole,
  NormalizedConversation,
  NormalizedMessage,
} from "../core/conversation.ts";
export { type ErrorCode, SherdError } from "../core/errors.ts";
export {
  type ChunkExtraction,
  type ChunkExtractionResult,
  type ChunkMessage,
  type ConversationChunk,
  type ConversationExtractor,
  type Evidence,
  type ExtractedMemory,
  type ExtractedRelationship,
  MEMORY_TYPES,
  type MemoryType,
} from "../core/extraction.ts";
export { ChunkDeduplicator, type ChunkDeduplicatorOptions } from "./deduplicate/chunk-deduplicator.ts";
export {
  DEDUPLICATION_OUTCOMES,
  type DeduplicationDecision,
  type DeduplicationOutcome,
  type DeduplicationResult,
  type MergedMemory,
  type MergedRelationships,
} from "./deduplicate/types.ts";
export { trueAt, trueNow } from "./deduplicate/validity.ts";
export { detectConversationFormat, type FormatDetection } from "./detect.ts";
export type { ConversationInput } from "./export-files.ts";
export { isEvidenceOf } from "./extract/evidence.ts";
export { LlmExtractor, type LlmExtractorOptions } from "./extract/llm-extractor.ts";
export { RuleExtractor } from "./extract/rules/rule-extractor.ts";
export {
  CONVERSATION_FORMATS,
  type ConversationFormat,
  type DateOrder,
  type SkippedConversation,
} from "./format.ts";
export { LossTally } from "./losses.ts";
export {
  type ExtractionError,
  type ExtractionOptions,
  type ExtractionResult,
  MemoryExtractor,
  type MemoryExtractorConfig,
} from "./memory-extractor.ts";
export { type NormalizeOptions, normalizeConversation } from "./normalize-conversation.ts";
export * from "./orchestrate/index.ts";
export { readConversations, readMessages } from "./read-conversations.ts";
export type { ConversationEntry, ReadConversationsOptions } from "./read-options.ts";
export type { Result } from "./result.ts";
export * from "./strategies/index.ts";
