/** `sherd/chunk`: chunkers. One engine, exact spans, no character lost. Parsers and grammars load on use. */
export type { Boundary, Chunk, CodeFacts, Context } from "../core/chunk.ts";
export type { Call, Chunker } from "../core/chunker.ts";
export type { Document, DocumentInput, Metadata, Section } from "../core/document.ts";
export { type ErrorCode, SherdError } from "../core/errors.ts";
export type { Span } from "../core/span.ts";
export type { Unit } from "../text/ruler.ts";
export { CodeChunker, type CodeChunkerOptions } from "./code/code-chunker.ts";
export type { GrammarSource } from "./code/grammar-source.ts";
export { CODE_LANGUAGES, type CodeLanguage } from "./code/languages.ts";
export { renderWithImports } from "./code/render.ts";
export { ContentAwareChunker, type ContentAwareChunkerOptions } from "./content-aware-chunker.ts";
export type { ContentDetection, ContentType } from "./detect/content.ts";
export { HtmlChunker } from "./html/html-chunker.ts";
export { LatexChunker } from "./latex/latex-chunker.ts";
export { MarkdownChunker } from "./markdown/markdown-chunker.ts";
export {
  DEFAULT_MINIMUM,
  DEFAULT_SIZE_CHARACTERS,
  DEFAULT_SIZE_TOKENS,
  type SplitterOptions,
} from "./options.ts";
export {
  DEFAULT_CHILD_MINIMUM,
  DEFAULT_CHILD_SIZE,
  DEFAULT_PARENT_MINIMUM,
  DEFAULT_PARENT_SIZE,
  ParentChildChunker,
  type ParentChildChunkerOptions,
} from "./parent-child-chunker.ts";
export { PRESETS, type Preset, type PresetName } from "./presets.ts";
export { ProseChunker } from "./prose-chunker.ts";
export { RecursiveTextSplitter, type RecursiveTextSplitterOptions } from "./recursive-text-splitter.ts";
export {
  SemanticChunker,
  type SemanticChunkerOptions,
  type SemanticExplanation,
} from "./semantic/semantic-chunker.ts";
export type { Threshold } from "./semantic/threshold-cuts.ts";
export { SentenceSplitter } from "./sentence-splitter.ts";
export type { Separator, SeparatorInput } from "./separators.ts";
export type { Splitter } from "./splitter.ts";
export type { StructuredSplitter } from "./structured-splitter.ts";
export { TableChunker, type TableChunkerOptions } from "./table/table-chunker.ts";
export { TextSplitter } from "./text-splitter.ts";
export {
  CHUNK_ISSUES,
  type ChunkIssue,
  type ChunkIssueKind,
  type ChunkReport,
} from "./validate/chunk-report.ts";
export { type ValidateOptions, validateChunks } from "./validate/validate-chunks.ts";
