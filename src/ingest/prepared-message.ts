import type { Chunk } from "../core/chunk.ts";
import { type FieldTerms, type StoredDocument, WORD_FIELDS } from "../core/store.ts";
import type { Prepared } from "./prepare.ts";

/**
 * A prepared document as threads pass it on. Copying many small strings between threads costs more than making
 * them again: a chunk's text is a slice of the document's (law 1), and terms, which hold no line breaks, are
 * one string a chunk.
 */
export interface PreparedMessage {
  readonly document: StoredDocument;
  /** JSON of the chunks without what the document has. */
  readonly chunks: string;
  /** A line a field; empty for parents. */
  readonly terms: readonly string[];
}

export function toMessage({ document, chunks, terms }: Prepared): PreparedMessage {
  return {
    document,
    chunks: JSON.stringify(chunks.map(({ text: _text, documentId: _id, ...rest }) => rest)),
    terms: terms.map((fields) =>
      fields === undefined ? "" : WORD_FIELDS.map((field) => fields[field]?.join("\t") ?? "").join("\n"),
    ),
  };
}

export function fromMessage({ document, chunks, terms }: PreparedMessage): Prepared {
  const parsed = JSON.parse(chunks) as Omit<Chunk, "text" | "documentId">[];
  return {
    document,
    chunks: parsed.map((chunk) => ({
      ...chunk,
      documentId: document.id,
      text: document.text.slice(chunk.span.start, chunk.span.end),
    })),
    terms: terms.map(readTerms),
  };
}

function readTerms(lines: string): FieldTerms | undefined {
  if (lines === "") return undefined;
  const fields: Record<string, string[]> = {};
  for (const [i, line] of lines.split("\n").entries()) {
    if (line !== "") fields[WORD_FIELDS[i]] = line.split("\t");
  }
  return fields;
}
