import type { TurnStore, UseSummary } from "../core/turn-store.ts";
import type { MemorySpaces } from "./scope.ts";
import { type RecallUsage, recallUsage } from "./usage.ts";

export interface MemoryStats extends UseSummary {
  readonly location: string;
  readonly chunks: number;
  /** Turns that were cut, and so lie in the index of whole turns too. */
  readonly parents: number;
  readonly vectors: number;
  readonly embedder?: string;
  /** Of the whole file. */
  readonly fileBytes: number;
  readonly recall: RecallUsage;
}

export async function memoryStats(
  store: TurnStore,
  { turns, parents }: MemorySpaces,
  location: string,
): Promise<MemoryStats> {
  const [summary, rows, wholes, counts] = await Promise.all([
    store.useSummary(turns),
    store.stats(turns),
    store.stats(parents),
    store.tallies(turns),
  ]);
  return {
    ...summary,
    location,
    chunks: rows.chunks - rows.parents,
    parents: wholes.documents,
    vectors: rows.vectors + wholes.vectors,
    ...(rows.embedder === undefined ? {} : { embedder: rows.embedder }),
    fileBytes: rows.bytes,
    recall: recallUsage(counts),
  };
}
