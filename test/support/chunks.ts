import type { Chunk } from "../../src/core/chunk.ts";

/** A chunk for tests: of a document "d", at its beginning, unless told otherwise. */
export function chunkOf(
  text: string,
  { start = 0, ...more }: Partial<Chunk> & { readonly start?: number } = {},
): Chunk {
  return {
    id: text,
    documentId: "d",
    index: 0,
    span: { start, end: start + text.length },
    text,
    overlap: { before: 0, after: 0 },
    boundary: "end",
    kind: "standard",
    path: [],
    tokens: 1,
    tokensBy: "approximate",
    hash: text,
    metadata: {},
    ...more,
  };
}
