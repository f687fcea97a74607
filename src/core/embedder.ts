import type { Call } from "./chunker.ts";

/** Whether a text is asked about or answered from: some models embed the two differently. */
export type EmbedRole = "query" | "document";

export interface Embedder {
  /** Names provider, model, dimensions, version and normalisation: vectors of different ids never meet (law 10). */
  readonly id: string;
  readonly dimensions: number;
  /** One vector a text, in order, of unit length. */
  embed(texts: readonly string[], role: EmbedRole, call?: Call): Promise<Float32Array[]>;
}
