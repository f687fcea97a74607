import type { DocumentRecord, Filter, Space, Store } from "../core/store.ts";
import { filterTest } from "../store/filter.ts";

/** The documents that a filter fits, with the meaning it has in a search; a key that no document has is an error. */
export async function* filterDocuments(
  store: Store,
  space: Space,
  filter: Filter,
): AsyncGenerator<DocumentRecord, void> {
  const keys = new Set<string>();
  for await (const { metadata } of store.documents(space))
    for (const key of Object.keys(metadata)) keys.add(key);
  const passes = filterTest(filter, [...keys]);
  for await (const record of store.documents(space)) {
    const { id, title, file, metadata } = record;
    if (passes({ id, title, path: file?.path, metadata })) yield record;
  }
}
