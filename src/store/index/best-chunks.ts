import type { Segment } from "./segment.ts";
import { TopK } from "./top-k.ts";

/** 1 where a document may be found, by its number. */
export type AllowedDocuments = Uint8Array;

export interface ChunkScores {
  /** Of each segment's chunks by their places, 0 for one that is not a hit. */
  readonly scores: readonly Float64Array[];
  /** What each document adds to its chunks, by its number. */
  readonly added: Float64Array;
}

/** The best live chunks, with what their documents add to their own scores. */
export function bestChunks(
  segments: readonly Segment[],
  { scores, added }: ChunkScores,
  limit: number,
  allowed: AllowedDocuments | undefined,
): { number: number; score: number }[] {
  const total = segments.reduce((sum, { size }) => sum + size, 0);
  const best = new TopK(limit, total);
  segments.forEach((segment, s) => {
    offerAll(best, segment, scores[s], added, allowed);
  });
  return best.ranked();
}

/** Nearly all are passed over by one comparison that nearly always ends alike: other tests before it cost more than they spare. */
function offerAll(
  best: TopK,
  { first, documents, dead }: Segment,
  scores: Float64Array,
  added: Float64Array,
  allowed: AllowedDocuments | undefined,
): void {
  let { least } = best;
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] + added[documents[i]];
    if (score < least || scores[i] === 0 || dead[i] !== 0) continue;
    if (allowed !== undefined && allowed[documents[i]] !== 1) continue;
    best.offer(first + i, score);
    least = best.least;
  }
}
