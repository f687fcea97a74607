/** `sherd/context`: what a chunk lost by being cut, from its document's outline or by a language model. */
export type { Chunk, Context } from "../core/chunk.ts";
export { type ErrorCode, SherdError } from "../core/errors.ts";
export { type CleanReplyOptions, cleanReply } from "./clean-reply.ts";
export type { ContextScope } from "./context-key.ts";
export { ContextPrompt, type ContextPromptOptions, DEFAULT_SYSTEM } from "./context-prompt.ts";
export {
  type CachedContext,
  type ContextCache,
  type ContextTally,
  ContextWriter,
  type ContextWriterOptions,
  DEFAULT_CONTEXT_CONCURRENCY,
  DEFAULT_CONTEXT_PREFIX,
  type WriteCall,
  type WrittenContexts,
} from "./context-writer.ts";
export { ContextualChunker, type ContextualChunkerOptions } from "./contextual-chunker.ts";
export { type CorpusStatistics, documentKeywords, type Keyword } from "./document-keywords.ts";
export { type ContextCost, type DocumentCostSettings, documentCost } from "./estimate-cost.ts";
export type { ForeignChunk, ForeignChunker } from "./foreign-chunks.ts";
export {
  type OutlineContext,
  type OutlineContextOptions,
  outlineContexts,
  outlineLine,
} from "./outline-context.ts";
export { DEFAULT_PROMPT } from "./prompt-template.ts";
