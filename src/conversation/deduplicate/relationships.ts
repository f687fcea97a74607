import type { ExtractedMemory, ExtractedRelationship } from "../../core/extraction.ts";
import type { MergedRelationships } from "./types.ts";

/**
 * Relationships with their ends moved to the memories that theirs were merged into. Of several with the same
 * ends and type the most confident stays.
 */
export function mergeRelationships(
  memories: readonly ExtractedMemory[],
  relationships: readonly ExtractedRelationship[],
): MergedRelationships {
  const finalId = new Map<string, string>();
  for (const { id, merged_from = [] } of memories) for (const source of merged_from) finalId.set(source, id);
  // A memory's own id goes before another's record of it.
  for (const { id } of memories) finalId.set(id, id);
  const kept = new Map<string, ExtractedRelationship>();
  const dangling: ExtractedRelationship[] = [];
  const selfLoops: ExtractedRelationship[] = [];
  let duplicatesRemoved = 0;
  for (const relationship of relationships) {
    const from = finalId.get(relationship.from);
    const to = finalId.get(relationship.to);
    if (from === undefined || to === undefined) {
      dangling.push(relationship);
      continue;
    }
    if (from === to) {
      selfLoops.push(relationship);
      continue;
    }
    const key = JSON.stringify([from, to, relationship.type]);
    const before = kept.get(key);
    if (before !== undefined) duplicatesRemoved++;
    if (before === undefined || before.confidence < relationship.confidence)
      kept.set(key, { ...relationship, from, to });
  }
  return { relationships: [...kept.values()], dangling, selfLoops, duplicatesRemoved };
}
