import { cosine } from "./similarity.ts";

export interface OptimalOptions {
  /** The size of each unit, in the unit of the maximum. */
  readonly sizes: readonly number[];
  /** Whether a chunk must begin at a unit. */
  readonly walls: readonly boolean[];
  /** No chunk is larger, unless one unit alone is. */
  readonly size: number;
  /** The size chunks tend to. */
  readonly aim: number;
  /** How much a chunk far from its aim costs, in similarities. */
  readonly lengthWeight: number;
}

/**
 * Where to begin chunks so that what is alike stays together: of all ways to cut under the maximum, the one
 * whose chunks hold the most similarity above the ordinary. A dynamic program over the last cut; the
 * sums of similarities grow by one row a step, so the work is units times units a chunk can hold.
 */
export function optimalCuts(vectors: readonly Float32Array[], options: OptimalOptions): number[] {
  const { sizes, walls, size } = options;
  const count = vectors.length;
  const ordinary = ordinarySimilarity(vectors, sizes, size);
  /** The worth of the best cutting of the first n units, and where its last chunk begins. */
  const best = new Float64Array(count + 1).fill(Number.NEGATIVE_INFINITY);
  const from = new Int32Array(count + 1);
  best[0] = 0;
  /** For each unit, how much more than ordinary it is like those behind it up to the current one. */
  const rows = new Float64Array(count);

  for (let last = 0; last < count; last++) {
    let total = 0;
    let held = 0;
    for (let first = last; first >= 0; first--) {
      total += sizes[first];
      if (first < last) {
        if (total > size) break;
        rows[first] += cosine(vectors[first], vectors[last]) - ordinary;
        held += rows[first];
      }
      const worth = best[first] + held - lengthCost(total, options);
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

/** The mean similarity of units that could share a chunk: the line between alike and not. */
function ordinarySimilarity(
  vectors: readonly Float32Array[],
  sizes: readonly number[],
  size: number,
): number {
  let sum = 0;
  let pairs = 0;
  for (let first = 0; first < vectors.length; first++) {
    let total = sizes[first];
    for (let other = first + 1; other < vectors.length; other++) {
      total += sizes[other];
      if (total > size) break;
      sum += cosine(vectors[first], vectors[other]);
      pairs++;
    }
  }
  return pairs === 0 ? 0 : sum / pairs;
}

function lengthCost(total: number, { aim, lengthWeight }: OptimalOptions): number {
  const off = (total - aim) / aim;
  return lengthWeight * off * off;
}
