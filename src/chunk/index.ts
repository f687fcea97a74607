/** `sherd/chunk`: splitters. One engine, exact spans, no character lost. */
export type { Boundary, Chunk, Context } from "../core/chunk.ts";
export type { Call, Chunker } from "../core/chunker.ts";
export type { Document, DocumentInput, Metadata, Section } from "../core/document.ts";
export { type ErrorCode, SherdError } from "../core/errors.ts";
export type { Span } from "../core/span.ts";
export type { Unit } from "../text/ruler.ts";
export {
  DEFAULT_MINIMUM,
  DEFAULT_SIZE_CHARACTERS,
  DEFAULT_SIZE_TOKENS,
  type SplitterOptions,
} from "./options.ts";
export { PRESETS, type Preset, type PresetName } from "./presets.ts";
export { RecursiveTextSplitter, type RecursiveTextSplitterOptions } from "./recursive-text-splitter.ts";
export { SentenceSplitter } from "./sentence-splitter.ts";
export type { Separator, SeparatorInput } from "./separators.ts";
export type { Splitter } from "./splitter.ts";
export { TextSplitter } from "./text-splitter.ts";
