import type { Call } from "../../core/chunker.ts";
import type { Embedder, EmbedRole } from "../../core/embedder.ts";
import { invalidOption, SherdError } from "../../core/errors.ts";
import type { BatchEmbedder, EmbeddedBatch } from "../batched-embedder.ts";
import { isUnitVector } from "../unit-vectors.ts";
import type { VectorKey, VectorStore } from "./vector-store.ts";

export interface CachedEmbedderOptions {
  /** The cache's file; it is made where there is none. */
  readonly path: string;
  /** Told when the cache is damaged or cannot be used; the work goes on. Default `console.warn`. */
  readonly onWarning?: ((warning: SherdError) => void) | undefined;
}

export interface CacheCounts {
  /** Texts whose vector was in the cache. */
  readonly hits: number;
  /** Texts that were embedded. */
  readonly misses: number;
}

export interface CachedEmbedder extends Embedder {
  readonly counts: CacheCounts;
  /** Closes the file; the next call opens it again. */
  close(): void;
}

/** Embedders that hand over everything at the end are asked for this many texts at a time. */
const SLICE = 512;
/** Looking up is synchronous; others get their turn after this many. */
const LOOK_UPS_AT_A_TIME = 512;

/**
 * The same embedder, which embeds no text twice: vectors are kept on disk by embedder, role and text, also
 * across processes. Each batch is stored as it arrives, so that a call that fails or is killed has lost only
 * what was on its way. No vector is stored that breaks the embedder's contract.
 */
export function cachedEmbedder(embedder: Embedder, options: CachedEmbedderOptions): CachedEmbedder {
  return new DiskCachedEmbedder(embedder, options);
}

class DiskCachedEmbedder implements CachedEmbedder {
  readonly id: string;
  readonly dimensions: number;
  readonly #inner: Embedder;
  readonly #path: string;
  readonly #warn: (warning: SherdError) => void;
  #store: VectorStore | undefined;
  #hits = 0;
  #misses = 0;

  constructor(inner: Embedder, { path, onWarning }: CachedEmbedderOptions) {
    if (typeof path !== "string" || path === "") invalidOption("path", path, "the path of a file");
    this.id = inner.id;
    this.dimensions = inner.dimensions;
    this.#inner = inner;
    this.#path = path;
    this.#warn = onWarning ?? ((warning) => console.warn(`sherd: ${warning.message}`));
  }

  get counts(): CacheCounts {
    return { hits: this.#hits, misses: this.#misses };
  }

  close(): void {
    this.#store?.close();
    this.#store = undefined;
  }

  async embed(texts: readonly string[], role: EmbedRole, call?: Call): Promise<Float32Array[]> {
    // Loaded here: everything else of this door works where there is no file system.
    const { VectorStore, vectorKey } = await import("./vector-store.ts");
    this.#use(() => {
      this.#store ??= VectorStore.open(this.#path, this.#warn);
    });
    const key = (text: string) => vectorKey(this.id, role, text);
    const vectors = new Array<Float32Array>(texts.length);
    const missing = await this.#lookUp(texts, vectors, key, call);
    const wanted = [...missing.keys()];
    const placesOf = (index: number) => missing.get(wanted[index]) as number[];
    this.#misses += wanted.length;
    for await (const { start, vectors: fresh } of this.#embedMissing(wanted, role, call, placesOf)) {
      this.#use((store) => store?.put(fresh.map((vector, i) => [key(wanted[start + i]), vector] as const)));
      fresh.forEach((vector, i) => {
        // Each text gets a vector of its own, also one that is there twice.
        placesOf(start + i).forEach((place, copy) => {
          vectors[place] = copy === 0 ? vector : vector.slice();
        });
      });
    }
    return vectors;
  }

  /** Fills in what is stored; returns each other text once, with the places where it is wanted. */
  async #lookUp(
    texts: readonly string[],
    vectors: Float32Array[],
    key: (text: string) => VectorKey,
    call: Call | undefined,
  ): Promise<Map<string, number[]>> {
    const missing = new Map<string, number[]>();
    for (const [place, text] of texts.entries()) {
      if (place % LOOK_UPS_AT_A_TIME === 0) {
        call?.signal?.throwIfAborted();
        if (place > 0) await new Promise((resolve) => setTimeout(resolve));
      }
      const places = missing.get(text);
      const vector =
        places === undefined ? this.#use((store) => store?.get(key(text), this.dimensions)) : undefined;
      if (vector !== undefined) {
        vectors[place] = vector;
        this.#hits++;
      } else if (places !== undefined) {
        places.push(place);
      } else {
        missing.set(text, [place]);
      }
    }
    return missing;
  }

  async *#embedMissing(
    texts: readonly string[],
    role: EmbedRole,
    call: Call | undefined,
    placesOf: (index: number) => readonly number[],
  ): AsyncGenerator<EmbeddedBatch> {
    const batches = isBatchEmbedder(this.#inner)
      ? this.#inner.embedBatches(texts, role, call, (index) => placesOf(index)[0])
      : embedSlices(this.#inner, texts, role, call);
    for await (const batch of batches) {
      for (const [i, vector] of batch.vectors.entries()) {
        if (!isUnitVector(vector, this.dimensions)) throw broken(this.id, placesOf(batch.start + i)[0]);
      }
      yield batch;
    }
  }

  /** Work with the store; where that fails, the store is closed until the next call and the work goes on. */
  #use<T>(work: (store: VectorStore | undefined) => T): T | undefined {
    try {
      return work(this.#store);
    } catch (error) {
      if (!(error instanceof SherdError) || error.code !== "CACHE_UNUSABLE") throw error;
      this.#warn(error);
      this.close();
      return undefined;
    }
  }
}

function isBatchEmbedder(embedder: Embedder): embedder is BatchEmbedder {
  return "embedBatches" in embedder;
}

async function* embedSlices(
  embedder: Embedder,
  texts: readonly string[],
  role: EmbedRole,
  call: Call | undefined,
): AsyncGenerator<EmbeddedBatch> {
  for (let start = 0; start < texts.length; start += SLICE) {
    const slice = texts.slice(start, start + SLICE);
    const vectors = await embedder.embed(slice, role, call);
    if (vectors.length !== slice.length) {
      throw new SherdError(
        "EMBEDDING_INVALID",
        `The embedder ${embedder.id} gave ${vectors.length} vectors for ${slice.length} texts. Nothing of it was stored.`,
        { embedder: embedder.id, vectors: vectors.length, texts: slice.length },
      );
    }
    yield { start, vectors };
  }
}

function broken(embedder: string, index: number): SherdError {
  return new SherdError(
    "EMBEDDING_INVALID",
    `The embedder ${embedder} gave text ${index} a vector that has other dimensions, is not finite or is not of unit length. Its batch was not stored.`,
    { embedder, index },
  );
}
