import type { TurnStore } from "../core/turn-store.ts";
import type { MemorySpaces } from "./scope.ts";
import { SUMMARY_TYPE, spokenOf } from "./summaries.ts";

/** A summary, and those of the turns asked for that it may speak of. */
export interface Spokesman {
  readonly id: string;
  readonly ids: readonly string[];
}

/**
 * Summaries that speak of turns of these ids, oldest first. With `isThere`, also those that no longer know of whom they
 * speak: they may speak of any turn that is not there.
 */
export async function summariesOf(
  store: TurnStore,
  { turns }: MemorySpaces,
  ids: readonly string[],
  isThere: (id: string) => boolean = () => true,
): Promise<Spokesman[]> {
  if (ids.length === 0) return [];
  const summaries = (await store.uses(turns, { type: SUMMARY_TYPE })).map(({ id }) => id);
  if (summaries.length === 0) return [];
  const spoken = new Map<string, string[]>();
  for await (const { id, metadata } of store.documents(turns, summaries))
    spoken.set(id, spokenOf(metadata, ids, isThere));
  return summaries.flatMap((id) => {
    const own = spoken.get(id) ?? [];
    return own.length === 0 ? [] : [{ id, ids: own }];
  });
}

/** Ids of turns, those that limits took out replaced by the summaries in their place. */
export async function standingFor(
  store: TurnStore,
  spaces: MemorySpaces,
  ids: readonly string[],
): Promise<string[]> {
  const there = new Set((await store.uses(spaces.turns, { ids })).map(({ id }) => id));
  const gone = [...new Set(ids)].filter((id) => !there.has(id));
  const summaries = await summariesOf(store, spaces, gone);
  return [...there, ...summaries.map(({ id }) => id)];
}
