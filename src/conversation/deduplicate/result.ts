import type { ExtractedRelationship } from "../../core/extraction.ts";
import { bySource, compare, type Entry, finalMemory } from "./entry.ts";
import type { DeduplicationDecision, DeduplicationResult, MergedMemory } from "./types.ts";

export function resultOf(
  entries: readonly Entry[],
  relationships: readonly ExtractedRelationship[],
  decisions: readonly DeduplicationDecision[],
  counts: DeduplicationResult["counts"],
): DeduplicationResult {
  const sorted = inOrder(entries);
  const merged: MergedMemory[] = [];
  const uniqueMemories = sorted.map((entry) => {
    const memory = finalMemory(entry);
    if (entry.sources.length > 1)
      merged.push({
        finalMemory: memory,
        sourceMemories: entry.sources.map((source) => source.memory),
        sourceChunks: memory.source_chunks ?? [],
      });
    return memory;
  });
  return {
    uniqueMemories,
    duplicatesFound: counts.memories - entries.length,
    mergedMemories: merged,
    relationships,
    decisions,
    counts,
  };
}

/** As they were said where every time is known, else as the chunks gave them. */
function inOrder(entries: readonly Entry[]): Entry[] {
  const timed = entries.every(({ saidFirst }) => saidFirst !== undefined);
  const firsts = new Map(entries.map((entry) => [entry, [...entry.sources].sort(bySource)[0]]));
  return [...entries].sort((a, b) => {
    const [first, second] = [firsts.get(a), firsts.get(b)];
    if (first === undefined || second === undefined) return 0;
    if (timed) return (a.saidFirst as number) - (b.saidFirst as number) || compare(a.memory.id, b.memory.id);
    return bySource(first, second) || compare(a.memory.id, b.memory.id);
  });
}
