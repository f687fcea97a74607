import type { Span } from "./span.ts";

/** What a user or a loader knows about a document beside its text. Values are JSON. */
export type Metadata = Readonly<Record<string, unknown>>;

/** A part of a document's own structure: a heading's section, a scope, a page, a sheet. */
export interface Section {
  readonly kind: string;
  readonly title: string;
  readonly level: number;
  readonly span: Span;
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
