import type { TransformersLibrary } from "../../../src/embed/transformers-embedder.ts";
import { vectorOf } from "./text-vectors.ts";

export interface FakeTransformers extends TransformersLibrary {
  readonly calls: { readonly model: string; readonly texts: string[]; readonly options: unknown }[];
}

/** The slice of `@huggingface/transformers` that is used, with tensors as that library shapes them. */
export function fakeTransformers(dimensions = 12): FakeTransformers {
  const calls: FakeTransformers["calls"] = [];
  return {
    calls,
    async pipeline(_task, model, loading) {
      return async (texts, options) => {
        calls.push({ model, texts, options: { ...loading, ...options } });
        const data = Float32Array.from(texts.flatMap((text) => vectorOf(text, dimensions)));
        return { dims: [texts.length, dimensions], data };
      };
    },
  };
}
