import type { Chunk } from "../core/chunk.ts";
import type { Chunker } from "../core/chunker.ts";
import type { Cutter } from "../eval/boundaries.ts";
import type { ChunkingSettings } from "../ingest/chunking.ts";
import { readSettings } from "./chunk-settings.ts";
import { makeChunker } from "./chunkers.ts";

export interface OwnChunks {
  readonly by: string | undefined;
  readonly size: number | undefined;
  readonly embedder: string | undefined;
}

/** What splits a set's documents: the knowledge base's own way, or any chunker that `sherd chunk --by` knows. */
export async function ownChunker(chunks: OwnChunks): Promise<Chunker | ChunkingSettings> {
  const { by, size } = chunks;
  return by === undefined || by === "parent-child" || by === "auto"
    ? { by, size }
    : namedChunker({ ...chunks, by });
}

/** A name for the table. */
export function ownChunksName({ by = "parent-child", size }: OwnChunks): string {
  return size === undefined ? by : `${by} ${size}`;
}

/** Where a chunker begins its pieces. */
export async function cutterOf(chunks: OwnChunks & { readonly by: string }): Promise<Cutter> {
  const chunker = await namedChunker(chunks);
  return {
    name: ownChunksName(chunks),
    starts: async (document) => (await chunker.split(document)).map(({ span }) => span.start),
  };
}

async function namedChunker({ by, size, embedder }: OwnChunks & { readonly by: string }): Promise<Chunker> {
  const model = by === "semantic" && embedder !== "none" ? embedder : undefined;
  const chunker = await makeChunker(
    readSettings({
      by,
      encoding: "o200k_base",
      ...(size === undefined ? {} : { size: String(size) }),
      ...(model === undefined ? {} : { embedder: model }),
    }),
  );
  return {
    name: by,
    fingerprint: `${by} ${size} ${model}`,
    async split(document) {
      const chunks: Chunk[] = [];
      for await (const chunk of chunker.stream(document)) chunks.push(chunk);
      return chunks;
    },
  };
}
