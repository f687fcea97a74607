import type { Call } from "../core/chunker.ts";
import type { Embedder, EmbedRole } from "../core/embedder.ts";
import { SherdError } from "../core/errors.ts";
import { isUnitVector, toUnitVectors } from "../embed/unit-vectors.ts";

/**
 * One vector of unit length a text. An embedder may be the caller's own: what has another length is scaled, and
 * what cannot be right (too few, of other dimensions, not finite, zero) is neither stored nor searched with.
 */
export async function embedChecked(
  embedder: Embedder,
  texts: readonly string[],
  role: EmbedRole,
  call: Call | undefined,
): Promise<Float32Array[]> {
  const { id, dimensions } = embedder;
  const vectors: unknown = await embedder.embed(texts, role, call);
  try {
    if (!isListOfVectors(vectors)) throw new TypeError("no list of vectors came back");
    return unitVectors(vectors, texts.length, dimensions);
  } catch (cause) {
    const fault = (cause as Error).message;
    throw new SherdError(
      "EMBEDDING_INVALID",
      `${id} gave an answer that cannot be right: ${fault}. Expected is one vector of ${dimensions} finite numbers, not all zero, for each of ${texts.length} texts.`,
      { embedder: id, fault, texts: texts.length, dimensions, role },
      { cause },
    );
  }
}

/** What has unit length already stays as the model gave it: alone and in any company. */
function unitVectors(
  vectors: readonly ArrayLike<number>[],
  count: number,
  dimensions: number,
): Float32Array[] {
  const isKept = (vector: ArrayLike<number>): vector is Float32Array =>
    vector instanceof Float32Array && isUnitVector(vector, dimensions);
  if (vectors.length === count && vectors.every(isKept)) return [...vectors];
  return toUnitVectors(vectors, count, dimensions).map((scaled, i) => {
    const given = vectors[i];
    return isKept(given) ? given : scaled;
  });
}

function isListOfVectors(value: unknown): value is ArrayLike<number>[] {
  return Array.isArray(value) && value.every((one) => typeof one?.length === "number");
}
