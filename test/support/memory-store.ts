import type { Chunk } from "../../src/core/chunk.ts";
import type { Entry, Filter, Space, Store, StoredDocument } from "../../src/core/store.ts";
import { buildSegment } from "../../src/store/index/build-segment.ts";
import { scoreVectors } from "../../src/store/index/score-vectors.ts";
import { scoreWords } from "../../src/store/index/score-words.ts";
import type { Segment } from "../../src/store/index/segment.ts";

interface Row {
  readonly document: StoredDocument;
  readonly entries: readonly Entry[];
}

/** The part of a store that searching needs, over one segment in memory. Filters test equality alone. */
type SearchedStore = Pick<Store, "words" | "vectors" | "places" | "chunks" | "chunksById" | "around">;

/** Numbers rise from 1 with the chunks, parents among them; other spaces are empty. */
export function memoryStore(space: Space, rows: readonly Row[]): Store {
  const chunks: Chunk[] = [];
  const indexed: Parameters<typeof buildSegment>[1][number][] = [];
  rows.forEach(({ entries }, d) => {
    for (const { chunk, terms, vectors = [] } of entries) {
      chunks.push(chunk);
      if (terms !== undefined) indexed.push({ number: chunks.length, document: d + 1, terms, vectors });
    }
  });
  const segments = [buildSegment(1, indexed)];
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  const at = (asked: Space): readonly Segment[] =>
    asked.workspace === space.workspace && asked.collection === space.collection ? segments : [];
  const allowed = (filter: Filter | undefined): Uint8Array | undefined => {
    if (filter === undefined) return undefined;
    const passes = ({ metadata }: StoredDocument): boolean =>
      Object.entries(filter).every(([key, value]) => metadata[key] === value);
    return Uint8Array.from([0, ...rows.map(({ document }) => (passes(document) ? 1 : 0))]);
  };
  const store: SearchedStore = {
    words: async (asked, query) => scoreWords(at(asked), query, allowed(query.filter)),
    vectors: async (asked, query) => scoreVectors(at(asked), query, allowed(query.filter)),
    places: async (_asked, numbers) =>
      numbers.map((number) => {
        const { id, documentId, index, parentId } = chunks[number - 1];
        return { id, documentId, index, ...(parentId === undefined ? {} : { parentId }) };
      }),
    chunks: async (_asked, numbers) => numbers.map((number) => chunks[number - 1]),
    chunksById: async (_asked, ids) => ids.map((id) => byId.get(id)),
    around: async (_asked, number) => {
      const { documentId } = chunks[number - 1];
      const near = chunks.filter((one) => one.documentId === documentId && one.kind !== "parent");
      const text = rows.find(({ document }) => document.id === documentId)?.document.text ?? "";
      return { chunks: near, start: 0, text };
    },
  };
  return store as Store;
}
