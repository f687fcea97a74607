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
 * other laws are in docs/INVARIANTS.md. The same names are behind narrower doors: `sherd/text` and
 * `sherd/chunk`.
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
  SentenceSplitter,
  type Separator,
  type SeparatorInput,
  type Splitter,
  type SplitterOptions,
  type StructuredSplitter,
  TableChunker,
  type TableChunkerOptions,
  TextSplitter,
  type ValidateOptions,
  validateChunks,
} from "./chunk/index.ts";

// What goes in and comes out.
export type { Boundary, Chunk, CodeFacts, Context } from "./core/chunk.ts";
export type { Call, Chunker } from "./core/chunker.ts";
export type { Conversation, ConversationMessage } from "./core/conversation.ts";
export type { Document, DocumentInput, Metadata, Section } from "./core/document.ts";
// What everything throws.
export { ERROR_CODES, type ErrorCode, SherdError } from "./core/errors.ts";
export type { Span } from "./core/span.ts";
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
// Read text: sentences, the best seam near a position, whole characters, lines, spans, names for texts.
export {
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
