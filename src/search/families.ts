import type { Chunk } from "../core/chunk.ts";
import { descending } from "../core/descending.ts";
import type { ChunkPlace } from "../core/store.ts";
import type { Reranked } from "./rerank.ts";

/** What one hit will be made of: the best candidate, and others that speak for the same parent. */
export interface Family<C extends ChunkPlace = Chunk> {
  readonly best: Reranked<C>;
  /** Best first. */
  readonly others: readonly Reranked<ChunkPlace>[];
  readonly score: number;
  /** What the others added. */
  readonly added: number;
}

/**
 * The best child speaks for its parent, and the next one adds a little: two passages that answer say more than one,
 * but ten weak ones do not outweigh a good one. Best first; chunks without a parent stand alone.
 */
export function familiesOf<C extends ChunkPlace>(
  candidates: readonly Reranked<C>[],
  weight: number,
): Family<C>[] {
  const groups = new Map<string, Reranked<C>[]>();
  for (const one of candidates) {
    const key = one.chunk.parentId ?? one.chunk.id;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()]
    .map(([best, ...others]) => {
      const added = others.length === 0 ? 0 : weight * others[0].score;
      return { best, others, score: best.score + added, added };
    })
    .sort((a, b) => descending(a.score, b.score) || a.best.candidate.number - b.best.candidate.number);
}

/** Each candidate for itself. */
export function singles<C extends ChunkPlace>(candidates: readonly Reranked<C>[]): Family<C>[] {
  return candidates.map((best) => ({ best, others: [], score: best.score, added: 0 }));
}
