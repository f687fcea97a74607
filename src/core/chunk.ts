import type { Document, Metadata } from "./document.ts";
import type { TokenUsage } from "./generator.ts";
import type { Span } from "./span.ts";

/**
 * The seam a cut was made at, strongest first. `line` is a plain line break (strong in logs and code,
 * weak in hard-wrapped prose, so it ranks below `sentence`); `syntax` is a separator the caller or a
 * language preset named; `end` is the end of the document.
 */
export type Boundary =
  | "section"
  | "paragraph"
  | "list"
  | "sentence"
  | "line"
  | "clause"
  | "word"
  | "grapheme"
  | "syntax"
  | "end";

/** Text that situates a chunk. It lives beside the chunk's text, never inside it (law 8). */
export interface Context {
  /** Where no text was generated (`failed`, `skipped`): the outline's, for people to read. */
  readonly text: string;
  /** What made it, or was asked to: a model's id, or a part of the document, such as "table head". */
  readonly by: string;
  readonly status: "ok" | "failed" | "skipped";
  readonly questions?: readonly string[];
  readonly keywords?: readonly string[];
  /** Why it failed or was skipped. */
  readonly reason?: string;
  /** Of generated text: the hash of the prompt that asked for it. */
  readonly prompt?: string;
  /** What the reply cost when it was made. Chunks that are alike share one reply. */
  readonly usage?: TokenUsage;
  /** Beside generated text: what the chunker itself had given, such as a table's head. */
  readonly given?: string;
}

/** What a piece of source code needs and gives, beside its text. */
export interface CodeFacts {
  readonly language: string;
  /** The import statements it uses, directly or through its `globalDeps`, as written in the file. */
  readonly imports: readonly string[];
  /** Module-level names it reads that the same file defines outside this chunk. */
  readonly globalDeps: readonly string[];
  /** Names it defines: functions, classes, methods, module-level variables. */
  readonly defines: readonly string[];
  /** Lines in the document, from 1, both inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * A piece of a document that knows its exact place. A chunk is itself a valid {@link Document}, so any
 * chunker can split it further; the spans are then relative to this chunk's text.
 */
export interface Chunk extends Document {
  /** Names the place: a hash of document id and chunker's fingerprint, then the span, in hexadecimal. */
  readonly id: string;
  readonly documentId: string;
  readonly index: number;
  /** Absent while streaming, filled when the chunks are collected. */
  readonly total?: number;
  readonly span: Span;
  readonly text: string;
  /** UTF-16 units shared with the previous and the next chunk (law 5). */
  readonly overlap: { readonly before: number; readonly after: number };
  /** The seam this chunk ends at. */
  readonly boundary: Boundary;
  readonly kind: "standard" | "parent" | "child";
  /** A child's parent, which holds all of its text. */
  readonly parentId?: string;
  /** A parent's children, in order. */
  readonly childIds?: readonly string[];
  /** Headings or scopes from the outside in. */
  readonly path: readonly string[];
  readonly tokens: number;
  /** What counted the tokens: an encoding's name when exact, else the estimate's name. */
  readonly tokensBy: string;
  /** Names the text: only a new hash needs a new embedding. Not cryptographic. */
  readonly hash: string;
  /** Present when one indivisible grapheme alone exceeds the maximum (law 3). */
  readonly oversize?: true;
  /** A place a person can find: "p. 12", "Sheet1!A2:D40", "src/a.ts:10-42". */
  readonly locator?: string;
  /** Present when the piece is source code that was parsed. */
  readonly code?: CodeFacts;
  readonly context?: Context;
  readonly metadata: Metadata;
}
