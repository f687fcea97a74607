import { embeddingText } from "../context/outline-fields.ts";
import type { Chunk } from "../core/chunk.ts";
import type { Call, Chunker } from "../core/chunker.ts";
import type { DocumentInput } from "../core/document.ts";
import type { Embedder, EmbedRole } from "../core/embedder.ts";

/** What a chunk's vector is made of: its text, and what stands around it, blended in. */
interface VectorParts {
  readonly text: string;
  readonly around?: string | undefined;
}

/** A chunk as it shall be indexed, perhaps with a context written to it, and what its vector shall be made of. */
interface Situated {
  readonly chunk: Chunk;
  readonly vector: VectorParts;
}

/** Another way to give chunks their context than a knowledge base has, so that a set can be measured with it. */
export interface ContextTrial {
  /** Called once a document, in the chunks' order. */
  situate(
    document: DocumentInput,
    chunks: readonly Chunk[],
    call?: Call,
  ): readonly Situated[] | Promise<readonly Situated[]>;
  /** How much what stands around counts in a vector, next to 1 for the chunk's own text. */
  readonly share: number;
}

/** A trial as the knowledge base sees it: as a chunker, and as an embedder. */
export class TrialIndex {
  readonly #trial: ContextTrial;
  /** By the text that the knowledge base hands to its embedder. */
  readonly #parts = new Map<string, VectorParts>();

  constructor(trial: ContextTrial) {
    this.#trial = trial;
  }

  /** The chunks to be stored in the place of these. */
  async situated(document: DocumentInput, chunks: readonly Chunk[], call?: Call): Promise<Chunk[]> {
    const all = await this.#trial.situate(document, chunks, call);
    // Chunks of the same text and context share a vector in every base; so they do here.
    for (const { chunk, vector } of all) this.#parts.set(embeddingText(chunk), vector);
    return all.map(({ chunk }) => chunk);
  }

  chunker(maker: Chunker): Chunker {
    return {
      name: maker.name,
      fingerprint: `${maker.fingerprint} trial`,
      split: async (document, call) => this.situated(document, await maker.split(document, call), call),
    };
  }

  embedder(model: Embedder): Embedder {
    return {
      id: model.id,
      dimensions: model.dimensions,
      embed: (texts, role, call) =>
        role === "query" ? model.embed(texts, role, call) : this.#blended(model, texts, role, call),
    };
  }

  async #blended(
    model: Embedder,
    texts: readonly string[],
    role: EmbedRole,
    call: Call | undefined,
  ): Promise<Float32Array[]> {
    const parts = texts.map((text) => this.#parts.get(text) ?? { text });
    // Neighbours share their headings: each text is embedded once.
    const wanted = new Set(
      parts.flatMap(({ text, around = "" }) => (around === "" ? [text] : [text, around])),
    );
    const list = [...wanted];
    const vectors = await model.embed(list, role, call);
    const byText = new Map(list.map((text, i) => [text, vectors[i]]));
    const vectorOf = (text: string): Float32Array => byText.get(text) as Float32Array;
    return parts.map(({ text, around = "" }) =>
      around === "" ? vectorOf(text) : blend(vectorOf(text), vectorOf(around), this.#trial.share),
    );
  }
}

/** normalise(own + share · other): the direction of both, of unit length. */
export function blend(own: Float32Array, other: Float32Array, share: number): Float32Array {
  const sum = own.map((value, i) => value + share * other[i]);
  const length = Math.hypot(...sum);
  return length === 0 ? own : sum.map((value) => value / length);
}
