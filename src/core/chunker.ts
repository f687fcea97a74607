import type { Chunk } from "./chunk.ts";
import type { DocumentInput } from "./document.ts";

/** What a caller may pass to any call that can take long. */
export interface Call {
  readonly signal?: AbortSignal | undefined;
}

export interface Chunker {
  readonly name: string;
  /** Changes whenever the same text could give other chunks; part of every chunk's id. */
  readonly fingerprint: string;
  split(document: DocumentInput, call?: Call): Chunk[] | Promise<Chunk[]>;
}
