/**
 * Sherd: split text into pieces that keep their context, and find the right piece again.
 *
 *     import { RecursiveTextSplitter } from "sherd";
 *
 *     const splitter = new RecursiveTextSplitter({ size: 1000, overlap: 0.1 });
 *     for (const chunk of splitter.split({ id: "guide.md", text })) {
 *       console.log(chunk.span, chunk.boundary, chunk.text);
 *     }
 *
 * Every chunk satisfies `chunk.text === document.text.slice(chunk.span.start, chunk.span.end)`; the
 * other laws are in docs/INVARIANTS.md. The same names are behind narrower doors, and more of them: `sherd/text`,
 * `sherd/chunk`, `sherd/context`, `sherd/embed`, `sherd/generate`, `sherd/load`, `sherd/conversation`, `sherd/memory`.
 */

// What is this text?
export { detectContent } from "./chunk/detect/detect-content.ts";
// Split: by what a document is · along its structure · at natural seams · whole sentences · fixed size.
export {
  CHUNK_ISSUES,
  type ChunkIssue,
  type ChunkIssueKind,
  type ChunkReport,
  CODE_LANGUAGES,
  CodeChunker,
  type CodeChunkerOptions,
  type CodeLanguage,
  ContentAwareChunker,
  type ContentAwareChunkerOptions,
  type ContentDetection,
  type ContentType,
  DEFAULT_CHILD_MINIMUM,
  DEFAULT_CHILD_SIZE,
  DEFAULT_MINIMUM,
  DEFAULT_PARENT_MINIMUM,
  DEFAULT_PARENT_SIZE,
  DEFAULT_SIZE_CHARACTERS,
  DEFAULT_SIZE_TOKENS,
  type GrammarSource,
  HtmlChunker,
  LatexChunker,
  MarkdownChunker,
  ParentChildChunker,
  type ParentChildChunkerOptions,
  PRESETS,
  type Preset,
  type PresetName,
  ProseChunker,
  RecursiveTextSplitter,
  type RecursiveTextSplitterOptions,
  renderWithImports,
  SemanticChunker,
  type SemanticChunkerOptions,
  type SemanticExplanation,
  SentenceSplitter,
  type Separator,
  type SeparatorInput,
  type Splitter,
  type SplitterOptions,
  type StructuredSplitter,
  TableChunker,
  type TableChunkerOptions,
  TextSplitter,
  type Threshold,
  type ValidateOptions,
  validateChunks,
} from "./chunk/index.ts";

// What a chunk lost by being cut, from its outline or by a language model.
export {
  ContextualChunker,
  type ContextualChunkerOptions,
  outlineContexts,
} from "./context/index.ts";
// Conversations: read, window, extract, deduplicate.
export {
  ChunkDeduplicator,
  ChunkingOrchestrator,
  type ChunkingStrategy,
  MemoryExtractor,
  normalizeConversation,
  readConversations,
} from "./conversation/index.ts";
// What goes in and comes out.
export type { Boundary, Chunk, CodeFacts, Context } from "./core/chunk.ts";
export type { Call, Chunker } from "./core/chunker.ts";
export type { Conversation, ConversationMessage } from "./core/conversation.ts";
export type { Document, DocumentInput, Metadata, Section } from "./core/document.ts";
// What everything throws.
export { ERROR_CODES, type ErrorCode, SherdError } from "./core/errors.ts";
export type { Progress, Task } from "./core/progress.ts";
export type { Span } from "./core/span.ts";
export type {
  DocumentRecord,
  Filter,
  FilterCondition,
  FilterValue,
  Problem,
  StoredDocument,
  StoreStats,
} from "./core/store.ts";
export type { VectorFormat } from "./core/vector-format.ts";
// Embed: texts to vectors, with the model in the package or any provider's.
export {
  type AiSdkEmbedderOptions,
  type AiSdkEmbeddingModel,
  aiSdkEmbedder,
  type BatchEmbedder,
  type BundledEmbedderOptions,
  bundledEmbedder,
  type CacheCounts,
  type CachedEmbedder,
  type CachedEmbedderOptions,
  type Clock,
  cachedEmbedder,
  EMBEDDER_NAMES,
  type EmbeddedBatch,
  type Embedder,
  type EmbedderIdentity,
  type EmbedRole,
  embedderId,
  type ProviderOptions,
  RateLimiter,
  type RateLimits,
  type RequestOptions,
  type ResolveEmbedderOptions,
  type RetryPolicy,
  type RoleSettings,
  type Roles,
  resolveEmbedder,
  type TransformersEmbedderOptions,
  transformersEmbedder,
} from "./embed/index.ts";
export { aiSdkGenerator, type Generator, generateObject, resolveGenerator } from "./generate/index.ts";
// Index and find again: the knowledge base, and the same under the names of vector stores and agents' tools.
export {
  type ChunkedDocument,
  type ChunkingSettings,
  type ContextCounts,
  type ContextEstimate,
  type ContextSettings,
  type ContextSummary,
  DEFAULT_EMBEDDER,
  DEFAULT_WORKSPACE,
  type ExpansionComparison,
  type ExportTarget,
  type IngestFailure,
  type IngestInput,
  type IngestItem,
  type IngestOptions,
  type IngestSummary,
  KnowledgeBase,
  type KnowledgeBaseOptions,
  type KnowledgeBaseStats,
  type LlmContextSettings,
  MOST_PRUNED_SHARE,
  NO_EMBEDDER,
  type RestoreSource,
  type SearchResult,
  type SyncOptions,
  type TransferSummary,
} from "./knowledge-base.ts";
// Load: files of any kind as documents with their outline.
export {
  DEFAULT_LIMITS,
  type Decoded,
  type DecodeOptions,
  type Detection,
  type DirectoryOptions,
  DocumentLoader,
  decodeText,
  detectEncoding,
  type Limits,
  type LoadOptions,
  type Skipped,
  SUPPORTED_EXTENSIONS,
  type TextFormat,
  type Undecodable,
} from "./load/index.ts";
// Remember turns, and recall what matters now.
export { EpisodicMemory, type MemoryOptions, memoryTools, TurnChunker } from "./memory/index.ts";
export { type AiSdkTool, type FunctionTool, RAGTool, type RAGToolOptions } from "./rag-tool.ts";
export type {
  Duplicate,
  Expansion,
  Explanation,
  Hit,
  ScoreParts,
  SearchMode,
  SearchOptions,
} from "./search/types.ts";
// Read text: terms to find it by, sentences, the best seam near a position, whole characters, lines, spans, names for texts.
export {
  ANALYSER_VERSION,
  type AnalyseOptions,
  analyse,
  analyseQuery,
  analysisLanguage,
  type BoundaryOptions,
  containsSpan,
  DEFAULT_BOUNDARY_WINDOW,
  type FoundBoundary,
  findBoundary,
  graphemeCeil,
  graphemeFloor,
  hashText,
  isGraphemeBoundary,
  LineIndex,
  type LinePosition,
  loadLanguages,
  type QueryTerm,
  STEMMED_LANGUAGES,
  sentenceSpans,
  sharedLength,
  sliceSpan,
  splitSentences,
  trimSpan,
} from "./text/index.ts";

// Count tokens: exactly for OpenAI's encodings, by calibrated estimate for Claude and Gemini.
export type { Ruler, Unit } from "./text/ruler.ts";
export { encodingForModel } from "./text/tokens/models.ts";
export type { EncodingName } from "./text/tokens/pretokens.ts";
export {
  TOKEN_COUNT_METHODS,
  TokenCounter,
  type TokenCounterOptions,
  type TokenCountMethod,
  type TokenCountResult,
} from "./text/tokens/token-counter.ts";
export {
  type ScoredDocument,
  type SimilaritySearchOptions,
  VectorStore,
  type VectorStoreOptions,
} from "./vector-store.ts";
