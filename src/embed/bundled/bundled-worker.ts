import { loadStaticEmbedder } from "./static-embedder.ts";

export interface BundledJob {
  readonly texts: readonly string[];
  readonly dimensions: number;
}

/** The worker's entry: the vectors of some texts, one after the other in one array. */
export async function work({ texts, dimensions }: BundledJob): Promise<Float32Array> {
  const embedder = await loadStaticEmbedder();
  const vectors = new Float32Array(texts.length * dimensions);
  for (const [i, text] of texts.entries()) vectors.set(embedder.embed(text, dimensions), i * dimensions);
  return vectors;
}
