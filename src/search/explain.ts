import type { Family } from "./families.ts";
import type { Explanation, ScoreParts } from "./types.ts";
import type { SearchWeights } from "./weights.ts";

export function partsOf({ best, added }: Family): ScoreParts {
  return { ...best.candidate.parts, rerank: best.added, parent: added };
}

/** Every step that led to a hit's score, with the figures it saw. */
export function explain({ best, others, added }: Family, weights: SearchWeights): Explanation {
  const { words, meaning } = best.candidate;
  const { coverage, proximity, neighbours } = best.features;
  const feature = (value: number, weight: number) => ({ value, score: weight * value });
  return {
    ...(words === undefined
      ? {}
      : {
          words: {
            rank: words.rank,
            score: words.hit.score,
            document: words.hit.document,
            matches: words.hit.matches.toSorted((a, b) => b.score - a.score),
          },
        }),
    ...(meaning === undefined
      ? {}
      : { meaning: { rank: meaning.rank, cosine: meaning.hit.cosine, document: meaning.hit.document } }),
    rerank: {
      coverage: feature(coverage, weights.coverage),
      proximity: feature(proximity, weights.proximity),
      neighbours: feature(neighbours, weights.neighbours),
    },
    ...(best.chunk.parentId === undefined
      ? {}
      : { parent: { id: best.chunk.parentId, children: others.map(({ chunk }) => chunk.id), added } }),
  };
}
