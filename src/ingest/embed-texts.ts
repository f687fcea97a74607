import { embeddingText } from "../context/outline-fields.ts";
import { vectorKey } from "../context/vector-key.ts";
import type { Chunk } from "../core/chunk.ts";
import type { Call } from "../core/chunker.ts";
import type { Embedder } from "../core/embedder.ts";
import { SherdError } from "../core/errors.ts";

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
    const key = vectorKey(chunk);
    if (!known.has(key)) texts.set(key, embeddingText(chunk));
  }
  if (texts.size === 0) return new Map();
  const vectors = await embedder.embed([...texts.values()], "document", call);
  checkVectors(vectors, texts.size, embedder);
  return new Map([...texts.keys()].map((hash, i) => [hash, vectors[i]]));
}

/** An embedder may be the caller's own: what cannot be right is not stored. */
function checkVectors(vectors: readonly ArrayLike<number>[], count: number, embedder: Embedder): void {
  const { id, dimensions } = embedder;
  const fault = faultIn(vectors, count, dimensions);
  if (fault === undefined) return;
  throw new SherdError(
    "EMBEDDING_INVALID",
    `${id} gave ${fault}; expected one vector of ${dimensions} finite numbers for each of ${count} texts.`,
    { embedder: id, fault, texts: count, dimensions },
  );
}

/** A vector of zeros is none: see `isUsable`. */
function faultIn(
  vectors: readonly ArrayLike<number>[],
  count: number,
  dimensions: number,
): string | undefined {
  if (!Array.isArray(vectors)) return "no list of vectors";
  if (vectors.length !== count) return `${vectors.length} vectors`;
  for (const [i, vector] of vectors.entries()) {
    if (vector?.length !== dimensions) return `vector ${i} with ${vector?.length ?? 0} numbers`;
    if (!Array.prototype.every.call(vector, Number.isFinite))
      return `vector ${i} with a number that is not finite`;
  }
  return undefined;
}

/** A text without a word the model knows has no direction, and is found by its words alone. */
export function isUsable(vector: Float32Array): boolean {
  return vector.some((component) => component !== 0);
}
