import type { Chunk } from "../core/chunk.ts";
import type { StoredDocument } from "../core/store.ts";
import type { VectorFormat } from "../core/vector-format.ts";
import type { WholeDocument } from "../ingest/read-whole.ts";

export const EXPORT_FORMAT = "sherd-knowledge-base";
/** Raised when lines of the present version could not be read by an older Sherd. */
export const EXPORT_VERSION = 1;

export interface ExportHead {
  readonly format: typeof EXPORT_FORMAT;
  readonly version: number;
  readonly workspace: string;
  readonly embedder?: string;
  /** How the base kept them; in the lines they are always floats. */
  readonly vectors?: VectorFormat;
}

export interface ExportEnd {
  readonly end: true;
  readonly documents: number;
  readonly chunks: number;
  /** Of every line before this one, line breaks included. */
  readonly sha256: string;
}

/** A chunk's text is a slice of the document's (law 1); vectors are 32-bit floats, little-endian, in base64. */
export interface ExportedDocument {
  readonly document: StoredDocument;
  readonly chunks: readonly Omit<Chunk, "text" | "documentId">[];
  readonly vectors: Readonly<Record<string, string>>;
}

export function writeDocument({ document, chunks, vectors }: WholeDocument): ExportedDocument {
  return {
    document,
    chunks: chunks.map(({ text: _text, documentId: _id, ...rest }) => rest),
    vectors: Object.fromEntries(Array.from(vectors, ([hash, vector]) => [hash, toBase64(vector)])),
  };
}

export function readDocument({ document, chunks, vectors }: ExportedDocument): WholeDocument {
  return {
    document,
    chunks: chunks.map((chunk) => ({
      ...chunk,
      documentId: document.id,
      text: document.text.slice(chunk.span.start, chunk.span.end),
    })),
    vectors: new Map(Object.entries(vectors).map(([hash, data]) => [hash, fromBase64(data)])),
  };
}

function toBase64(vector: Float32Array): string {
  const bytes = Buffer.alloc(4 * vector.length);
  for (let i = 0; i < vector.length; i++) bytes.writeFloatLE(vector[i], 4 * i);
  return bytes.toString("base64");
}

function fromBase64(data: string): Float32Array {
  const bytes = Buffer.from(data, "base64");
  const vector = new Float32Array(bytes.length >> 2);
  for (let i = 0; i < vector.length; i++) vector[i] = bytes.readFloatLE(4 * i);
  return vector;
}
