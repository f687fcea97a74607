import type { EmbedRole } from "../core/embedder.ts";
import { type RequestSettings, sendRequest } from "../provider/send-request.ts";
import { toUnitVectors } from "./unit-vectors.ts";

/** One request: a batch of texts in, their vectors out, in order. Knows nothing of retries or batches. */
export type EmbedTransport = (
  texts: readonly string[],
  role: EmbedRole,
  signal: AbortSignal,
) => Promise<readonly ArrayLike<number>[]>;

export interface VectorRequestSettings extends RequestSettings {
  readonly transport: EmbedTransport;
}

/** Sends one batch until valid vectors of unit length come back; throws what `sendRequest` throws. */
export function requestVectors(
  settings: VectorRequestSettings,
  batch: { readonly texts: readonly string[]; readonly tokens: number; readonly role: EmbedRole },
  dimensions: number | undefined,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  return sendRequest(
    settings,
    async (attempt) => {
      const vectors = await settings.transport(batch.texts, batch.role, attempt);
      return toUnitVectors(vectors, batch.texts.length, dimensions);
    },
    batch.tokens,
    signal,
  );
}
