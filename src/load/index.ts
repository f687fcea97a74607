/** `sherd/load`: files of any kind as documents. For Node; everything heavy loads when it is needed. */
export type { Document, Metadata, Section } from "../core/document.ts";
export { type ErrorCode, SherdError } from "../core/errors.ts";
export { type DirectoryOptions, DocumentLoader, type LoadOptions, type Skipped } from "./document-loader.ts";
export {
  type Decoded,
  type DecodeOptions,
  type Detection,
  decodeText,
  detectEncoding,
  type Undecodable,
} from "./encodings.ts";
export type { TextFormat } from "./format.ts";
export { DEFAULT_LIMITS, type Limits } from "./limits.ts";
export { SUPPORTED_EXTENSIONS } from "./registry.ts";
export { type WalkEntry, type WalkOptions, walk } from "./walk.ts";
