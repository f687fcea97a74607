import { cosine } from "../../../chunk/semantic/similarity.ts";
import type { TopicBlock } from "./blocks.ts";

/** How alike every two blocks of a stretch are: row i, column j, `i <= j`. */
export type Likeness = readonly Float64Array[];

/** Words that stand in more of the blocks are nobody's topic. */
const COMMON = 0.5;
/** Above 1, rare words count for more than the plain measure gives them (tuned on half of the meetings). */
const RARITY = 1.25;

/** By shared words, weighed by how rare they are in the stretch (TF-IDF); rows are centred cosines. */
export function wordLikeness(blocks: readonly TopicBlock[]): Likeness {
  const count = blocks.length;
  const postings = new Map<string, [block: number, weight: number][]>();
  blocks.forEach(({ counts }, i) => {
    for (const [term, times] of counts) {
      const list = postings.get(term);
      if (list === undefined) postings.set(term, [[i, 1 + Math.log(times)]]);
      else list.push([i, 1 + Math.log(times)]);
    }
  });
  const rows = emptyRows(count);
  // Only pairs that share a term are visited; a term in one block shares nothing.
  for (const list of postings.values()) {
    if (list.length < 2 || list.length > COMMON * count) continue;
    const rarity = Math.log(count / list.length) ** (2 * RARITY);
    for (let a = 0; a < list.length; a++) {
      const [first, weight] = list[a];
      for (let b = a; b < list.length; b++) rows[first][list[b][0]] += rarity * weight * list[b][1];
    }
  }
  return centred(normalised(rows), blocks);
}

/** By what a model makes of them. */
export function vectorLikeness(vectors: readonly Float32Array[], blocks: readonly TopicBlock[]): Likeness {
  const rows = emptyRows(vectors.length);
  for (let i = 0; i < vectors.length; i++) {
    for (let j = i; j < vectors.length; j++) rows[i][j] = cosine(vectors[i], vectors[j]);
  }
  return centred(normalised(rows), blocks);
}

function emptyRows(count: number): Float64Array[] {
  return Array.from({ length: count }, () => new Float64Array(count));
}

function normalised(rows: Float64Array[]): Float64Array[] {
  const lengths = rows.map((row, i) => Math.sqrt(row[i]) || 1);
  rows.forEach((row, i) => {
    for (let j = i; j < row.length; j++) row[j] /= lengths[i] * lengths[j];
  });
  return rows;
}

/** The products of the vectors less their mean: what all blocks have in common tells none apart. */
function centred(rows: Float64Array[], blocks: readonly TopicBlock[]): Float64Array[] {
  const count = rows.length;
  const means = new Float64Array(count);
  let total = 0;
  let mean = 0;
  for (let i = 0; i < count; i++) {
    for (let j = i; j < count; j++) {
      means[i] += blocks[j].weight * rows[i][j];
      if (j > i) means[j] += blocks[i].weight * rows[i][j];
    }
    total += blocks[i].weight;
  }
  for (let i = 0; i < count; i++) {
    means[i] /= total;
    mean += (blocks[i].weight * means[i]) / total;
  }
  rows.forEach((row, i) => {
    for (let j = i; j < count; j++) row[j] += mean - means[i] - means[j];
  });
  return rows;
}
