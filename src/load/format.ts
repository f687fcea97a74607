import type { Metadata, Section } from "../core/document.ts";
import type { Limits } from "./limits.ts";

/** How a loaded document's `text` is written, which decides how it is chunked. */
export type TextFormat = "text" | "markdown" | "html" | "latex" | "code" | "json" | "yaml" | "csv" | "sheet";

/** What a format's parser is told beside the bytes. */
export interface Source {
  /** File name or path: for messages and for formats that look at the extension. */
  readonly name: string;
  readonly limits: Limits;
  /** The encoding of a text format, where the caller knows it. */
  readonly encoding?: string;
  /** Bytes that cannot be decoded are an error rather than a warning. */
  readonly strict?: boolean;
}

export interface Parsed {
  readonly text: string;
  readonly format: TextFormat;
  /** Spans into `text`. */
  readonly outline?: readonly Section[];
  readonly title?: string;
  /** What the format itself knows: author, page count, front matter. */
  readonly metadata?: Metadata;
  /** What was left out or guessed, in a person's words. */
  readonly warnings?: readonly string[];
}

/** One file format: bytes in, text with its outline out. Throws `SherdError` on what it cannot read. */
export interface Format {
  /** "pdf", "docx", "markdown": becomes `metadata.type`. */
  readonly type: string;
  parse(bytes: Uint8Array, source: Source): Promise<Parsed>;
}
