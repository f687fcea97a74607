/** `sherd/text`: what text is made of. Pure, any runtime, no tokenizer table until one is asked for. */
export type { Boundary } from "../core/chunk.ts";
export type { Conversation, ConversationMessage } from "../core/conversation.ts";
export { type ErrorCode, SherdError } from "../core/errors.ts";
export type { Span } from "../core/span.ts";
export { ANALYSER_VERSION, type AnalyseOptions, analyse, loadLanguages } from "./analysis/analyse.ts";
export { analyseQuery, type QueryTerm } from "./analysis/analyse-query.ts";
export { analysisLanguage } from "./analysis/language.ts";
export { STEMMED_LANGUAGES } from "./analysis/stemmers.ts";
export {
  type BoundaryOptions,
  DEFAULT_BOUNDARY_WINDOW,
  type FoundBoundary,
  findBoundary,
} from "./boundaries.ts";
export { graphemeCeil, graphemeFloor, isGraphemeBoundary } from "./graphemes.ts";
export { hashText } from "./hash.ts";
export { LineIndex, type LinePosition } from "./lines.ts";
export type { Ruler, Unit } from "./ruler.ts";
export { sentenceSpans, splitSentences } from "./sentences.ts";
export { containsSpan, sharedLength, sliceSpan, trimSpan } from "./spans.ts";
export { encodingForModel } from "./tokens/models.ts";
export type { EncodingName } from "./tokens/pretokens.ts";
export {
  TOKEN_COUNT_METHODS,
  TokenCounter,
  type TokenCounterOptions,
  type TokenCountMethod,
  type TokenCountResult,
} from "./tokens/token-counter.ts";
