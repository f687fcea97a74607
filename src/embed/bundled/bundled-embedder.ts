import type { Call } from "../../core/chunker.ts";
import type { Embedder } from "../../core/embedder.ts";
import { invalidOption } from "../../core/errors.ts";
import { embedderId } from "../embedder-id.ts";
import { EmbeddingThreads } from "./embedding-threads.ts";
import { loadStaticEmbedder } from "./static-embedder.ts";

export interface BundledEmbedderOptions {
  /** How long vectors are: 256, or cut to 128 or 64, which costs quality and saves space. */
  readonly dimensions?: number | undefined;
  /**
   * Worker threads for calls with more than half a million characters; the vectors are the same. Default 1:
   * everything on the caller's own.
   */
  readonly threads?: number | undefined;
}

/** More threads than any machine has are a mistake. */
const MOST_THREADS = 256;
/** Others get their turn after so many UTF-16 units: some 10 ms. */
const UNITS_AT_A_TIME = 100_000;

/**
 * The model that comes with the package: no key, no network. A token's vector is looked up and a text's is
 * the sum of its tokens', so that it is fast, and the same bits on every machine.
 */
export async function bundledEmbedder(options: BundledEmbedderOptions = {}): Promise<Embedder> {
  const { threads = 1 } = options;
  if (!Number.isInteger(threads) || threads < 1 || threads > MOST_THREADS)
    invalidOption("threads", threads, `a whole number from 1 to ${MOST_THREADS}`);
  const embedder = await loadStaticEmbedder();
  const { model } = embedder;
  const { dimensions = model.dimensions } = options;
  if (!model.lengths.includes(dimensions))
    invalidOption("dimensions", dimensions, `one of: ${model.lengths.join(", ")}`);
  const others = new EmbeddingThreads(threads, dimensions);
  return {
    id: embedderId({ name: `bundled:${model.id}`, dimensions, version: 1 }),
    dimensions,
    async embed(texts, _role, call?: Call): Promise<Float32Array[]> {
      call?.signal?.throwIfAborted();
      if (others.isWorthwhile(texts)) return others.embed(texts, call);
      const vectors: Float32Array[] = [];
      let units = 0;
      for (const text of texts) {
        vectors.push(embedder.embed(text, dimensions));
        units += text.length;
        if (units < UNITS_AT_A_TIME) continue;
        units = 0;
        await othersTurn();
        call?.signal?.throwIfAborted();
      }
      return vectors;
    },
  };
}

function othersTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve);
  });
}
