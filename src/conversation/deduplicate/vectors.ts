import type { Call } from "../../core/chunker.ts";
import type { Embedder } from "../../core/embedder.ts";
import { MOST_UNITS } from "./statement.ts";

/** Texts a call. */
const BATCH = 512;

/** Vectors by text, asked for once each. */
export class TextVectors {
  readonly #embedder: Embedder;
  readonly #vectors = new Map<string, Float32Array>();

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  async add(texts: Iterable<string>, call?: Call): Promise<void> {
    const wanted = new Set<string>();
    // Providers refuse empty texts; longer ones than a statement are compared by their letters.
    for (const text of texts)
      if (text.trim() !== "" && text.length <= MOST_UNITS && !this.#vectors.has(text)) wanted.add(text);
    const missing = [...wanted];
    for (let at = 0; at < missing.length; at += BATCH) {
      call?.signal?.throwIfAborted();
      const batch = missing.slice(at, at + BATCH);
      const vectors = await this.#embedder.embed(batch, "document", call);
      for (const [i, text] of batch.entries()) this.#vectors.set(text, vectors[i]);
    }
  }

  /** 0 where one of the texts has no vector. */
  cosine(a: string, b: string): number {
    const first = this.#vectors.get(a);
    const second = this.#vectors.get(b);
    if (first === undefined || second === undefined) return 0;
    let sum = 0;
    for (let i = 0; i < first.length; i++) sum += first[i] * second[i];
    return sum;
  }
}
