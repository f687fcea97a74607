import type { Chunk } from "../core/chunk.ts";
import type { SearchResult } from "../knowledge-base.ts";
import type { Hit } from "../search/types.ts";

/** A search as JSON. docs/CLI.md describes the shape; fields are only ever added. */
export function searchJson(
  about: { readonly query: string; readonly workspace: string; readonly milliseconds: number },
  { hits, mode, tokens, warnings }: SearchResult,
  alone: SearchResult | undefined,
): object {
  return {
    ...about,
    mode,
    tokens,
    warnings,
    hits: hits.map(hitJson),
    ...(alone === undefined ? {} : { children: { tokens: alone.tokens, hits: alone.hits.map(hitJson) } }),
  };
}

function hitJson(hit: Hit, index: number): object {
  const { chunk, parent, score, similarity, parts, text, span, tokens, locator, highlights, duplicates } =
    hit;
  const { explanation } = hit;
  const { title } = chunk.metadata;
  return {
    rank: index + 1,
    score,
    ...(similarity === undefined ? {} : { similarity }),
    documentId: chunk.documentId,
    ...(typeof title === "string" ? { title } : {}),
    path: chunk.path,
    ...(locator === undefined ? {} : { locator }),
    span,
    tokens,
    text,
    chunk: chunkJson(chunk),
    ...(parent === undefined ? {} : { parent: chunkJson(parent) }),
    highlights,
    parts,
    duplicates,
    metadata: chunk.metadata,
    ...(explanation === undefined ? {} : { explanation }),
  };
}

/** The parent's text is not repeated: `text` has it, or it was not asked for. */
function chunkJson({ id, kind, span, locator, tokens, text }: Chunk): object {
  const place = { id, kind, span, ...(locator === undefined ? {} : { locator }), tokens };
  return kind === "parent" ? place : { ...place, text };
}
