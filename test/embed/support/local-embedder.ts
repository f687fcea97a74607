import type { Embedder, EmbedRole } from "../../../src/core/embedder.ts";
import { unitVectorOf } from "./text-vectors.ts";

export interface LocalEmbedder extends Embedder {
  /** Every call's texts. */
  readonly calls: string[][];
}

/** An embedder without a model or a network: vectors are a function of role and text. */
export function localEmbedder(id = "local", dimensions = 16): LocalEmbedder {
  const calls: string[][] = [];
  return {
    id,
    dimensions,
    calls,
    async embed(texts, role, call) {
      call?.signal?.throwIfAborted();
      calls.push([...texts]);
      return texts.map((text) => expectedVector(text, role, dimensions));
    },
  };
}

export function expectedVector(text: string, role: EmbedRole, dimensions = 16): Float32Array {
  return unitVectorOf(`${role}: ${text}`, dimensions);
}
