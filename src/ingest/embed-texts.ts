import { vectorTexts } from "../context/vector-key.ts";
import type { Chunk } from "../core/chunk.ts";
import type { Call } from "../core/chunker.ts";
import type { Embedder } from "../core/embedder.ts";
import { embedChecked } from "./embed-checked.ts";

/** Vectors by what names the text they stand for. */
export type VectorsByHash = ReadonlyMap<string, Float32Array>;

export function isSearched(chunk: Chunk): boolean {
  return chunk.kind !== "parent";
}

/** Embeds every text once that no vector is known of. */
export async function embedNew(
  chunks: readonly Chunk[],
  known: VectorsByHash,
  embedder: Embedder,
  call: Call,
): Promise<Map<string, Float32Array>> {
  const texts = new Map<string, string>();
  for (const chunk of chunks) {
    for (const [key, text] of vectorTexts(chunk)) if (!known.has(key)) texts.set(key, text);
  }
  if (texts.size === 0) return new Map();
  const vectors = await embedChecked(embedder, [...texts.values()], "document", call);
  return new Map([...texts.keys()].map((hash, i) => [hash, vectors[i]]));
}
