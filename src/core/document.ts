import type { Span } from "./span.ts";

/** What a user or a loader knows about a document beside its text. Values are JSON. */
export type Metadata = Readonly<Record<string, unknown>>;

/**
 * A part of a document's own structure. Sections may nest and may lie side by side; `span` covers the
 * part's whole text, for a heading up to the next heading of its level or above.
 */
export interface Section {
  /** What it is: "heading", "page", "slide", "sheet", "table", "cell", "scope", "record". */
  readonly kind: string;
  /** What a chunk's `path` shows; empty for parts that have no name of their own, such as pages. */
  readonly title: string;
  /** 1 is outermost. */
  readonly level: number;
  readonly span: Span;
  /** Where a person finds it: "p. 12", "slide 3", "Sheet1!A2:D40". */
  readonly locator?: string;
}

export interface Document {
  readonly id: string;
  readonly text: string;
  readonly metadata: Metadata;
  readonly outline?: readonly Section[];
}

/** What splitters accept: without an id, the text's hash names the document. */
export interface DocumentInput {
  readonly id?: string | undefined;
  readonly text: string;
  readonly metadata?: Metadata | undefined;
  readonly outline?: readonly Section[] | undefined;
}
