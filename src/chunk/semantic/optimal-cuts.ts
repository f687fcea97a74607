import { cosine } from "./similarity.ts";

export interface OptimalOptions {
  /** The size of each unit, in the unit of the maximum. */
  readonly sizes: readonly number[];
  /** Whether a chunk must begin at a unit. */
  readonly walls: readonly boolean[];
  /** What beginning a chunk at a unit is worth by itself: more at a paragraph, less inside a sentence. */
  readonly seams: readonly number[];
  /** No chunk is larger, unless one unit alone is. */
  readonly size: number;
  /** The size chunks tend to. */
  readonly aim: number;
  /** How much a chunk far from its aim costs. */
  readonly lengthWeight: number;
}

/**
 * Where to begin chunks so that what is alike stays together: of all ways to cut under the maximum, the one
 * whose chunks are worth the most. A chunk's worth is its pairs' similarity, weighed by their sizes and
 * divided by its own: what k-means maximises, so that neither many small nor few large chunks win by their
 * number of pairs alone (`bench/semantic/tune.mjs` compares it with the plain sum). A dynamic program over
 * the last cut; the sums grow by one row a step, so the work is units times units a chunk can hold.
 */
export function optimalCuts(vectors: readonly Float32Array[], options: OptimalOptions): number[] {
  const { sizes, walls, seams, size, aim, lengthWeight } = options;
  const count = vectors.length;
  /** Sizes as shares of the aim, so that the weights mean the same for every maximum and unit. */
  const shares = sizes.map((one) => one / aim);
  /** The worth of the best cutting of the first n units, and where its last chunk begins. */
  const best = new Float64Array(count + 1).fill(Number.NEGATIVE_INFINITY);
  const from = new Int32Array(count + 1);
  best[0] = 0;
  /** For each unit, how much it is like those behind it up to the current one. */
  const rows = new Float64Array(count);

  for (let last = 0; last < count; last++) {
    let total = 0;
    let share = 0;
    let alike = 0;
    for (let first = last; first >= 0; first--) {
      total += sizes[first];
      share += shares[first];
      if (first < last) {
        if (total > size) break;
        rows[first] += shares[first] * shares[last] * cosine(vectors[first], vectors[last]);
        alike += rows[first];
      }
      const together = share > 0 ? alike / share : 0;
      const worth = best[first] + together + seams[first] - lengthWeight * (share - 1) ** 2;
      if (worth > best[last + 1]) {
        best[last + 1] = worth;
        from[last + 1] = first;
      }
      if (walls[first]) break;
    }
  }
  const cuts: number[] = [];
  for (let at = from[count]; at > 0; at = from[at]) cuts.push(at);
  return cuts.reverse();
}
