import type { Chunk } from "../core/chunk.ts";
import type { DocumentRecord, Space, Store, StoredDocument } from "../core/store.ts";
import { makerOf, recipeOf } from "./recipe.ts";

export interface WholeDocument {
  readonly document: StoredDocument;
  readonly chunks: readonly Chunk[];
  readonly vectors: ReadonlyMap<string, Float32Array>;
}

/** A document with all that belongs to it, of one version: read again where it was replaced meanwhile. */
export async function readWhole(store: Store, space: Space, id: string): Promise<WholeDocument | undefined> {
  for (;;) {
    const before = await recordOf(store, space, id);
    const document = await store.document(space, id);
    if (before === undefined || document === undefined) return undefined;
    const chunks = await store.chunksOf(space, id);
    const vectors = await store.vectorsByHash(space, id);
    const after = await recordOf(store, space, id);
    if (after !== undefined && isSameVersion(before, after)) return { document, chunks, vectors };
  }
}

/** As what analyses its stored chunks now makes it. */
export function analysedAnew(document: StoredDocument): StoredDocument {
  return { ...document, recipe: recipeOf(makerOf(document.recipe)) };
}

export async function recordOf(store: Store, space: Space, id: string): Promise<DocumentRecord | undefined> {
  return (await Array.fromAsync(store.documents(space, [id])))[0];
}

function isSameVersion(one: DocumentRecord, other: DocumentRecord): boolean {
  return one.hash === other.hash && one.recipe === other.recipe && one.stored === other.stored;
}
