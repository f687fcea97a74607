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

// Split: fixed size · natural seams, presets or own separators · whole sentences.
export {
  DEFAULT_MINIMUM,
  DEFAULT_SIZE_CHARACTERS,
  DEFAULT_SIZE_TOKENS,
  PRESETS,
  type Preset,
  type PresetName,
  RecursiveTextSplitter,
  type RecursiveTextSplitterOptions,
  SentenceSplitter,
  type Separator,
  type SeparatorInput,
  type Splitter,
  type SplitterOptions,
  TextSplitter,
} from "./chunk/index.ts";

// What goes in and comes out.
export type { Boundary, Chunk, Context } from "./core/chunk.ts";
export type { Call, Chunker } from "./core/chunker.ts";
export type { Conversation, ConversationMessage } from "./core/conversation.ts";
export type { Document, DocumentInput, Metadata, Section } from "./core/document.ts";
// What everything throws.
export { ERROR_CODES, type ErrorCode, SherdError } from "./core/errors.ts";
export type { Span } from "./core/span.ts";
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
