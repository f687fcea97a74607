import type { Chunk } from "../core/chunk.ts";
import { descending } from "../core/descending.ts";
import type { ChunkPlace } from "../core/store.ts";
import type { Candidate } from "./fuse.ts";
import type { TermPlace } from "./locate-terms.ts";
import type { Question } from "./question.ts";
import type { RerankFeature } from "./types.ts";
import type { SearchWeights } from "./weights.ts";

/** A candidate that was read: as a whole, or only where it stands. */
export interface ReadCandidate<C extends ChunkPlace = Chunk> {
  readonly candidate: Candidate;
  readonly chunk: C;
}

/** What of a chunk decides its rank. */
type Ranking = ChunkPlace & Partial<Pick<Chunk, "text">>;

export interface Reranked<C extends ChunkPlace = Chunk> extends ReadCandidate<C> {
  readonly score: number;
  /** From 0 to 1, but for neighbours, which have the scale of scores. */
  readonly features: Readonly<Record<RerankFeature, number>>;
  /** What the features added. */
  readonly added: number;
  /** Where the question's terms stand in the text, where that was looked at. */
  readonly places?: readonly TermPlace[] | undefined;
}

/** Two words of the query that stand next to each other there. */
interface Pair {
  readonly a: string;
  readonly b: string;
  readonly weight: number;
}

/**
 * Looks at the texts of the best candidates: a chunk that has all of the query's words, near to each other, and
 * that stands next to other good chunks, goes before one that repeats a single word. Best first. Candidates come best
 * first too, and only the texts of the first `looks` are looked at, where they were read: the words of the rest would not
 * lift them far enough.
 */
export function rerank<C extends Ranking>(
  question: Question,
  candidates: readonly ReadCandidate<C>[],
  weights: Pick<SearchWeights, RerankFeature>,
  looks = candidates.length,
): Reranked<C>[] {
  const isLooked = ({ chunk }: ReadCandidate<C>, i: number) => i < looks && chunk.text !== undefined;
  const rarity = termWeights(candidates.filter(isLooked).map(({ candidate }) => candidate));
  const total = [...rarity.values()].reduce((sum, weight) => sum + weight, 0);
  const pairs = pairsOf(question.sequence, rarity);
  const together = pairs.reduce((sum, { weight }) => sum + weight, 0);
  const looked = candidates.map((read, i) => {
    const { text } = read.chunk;
    if (text === undefined || !isLooked(read, i))
      return { read, coverage: 0, proximity: 0, score: read.candidate.score, places: undefined };
    const places = question.placesIn(text);
    const positions = positionsOf(places);
    let covered = 0;
    for (const term of positions.keys()) covered += rarity.get(term) ?? 0;
    let near = 0;
    for (const { a, b, weight } of pairs) near += weight * nearness(positions.get(a), positions.get(b));
    const coverage = total === 0 ? 0 : covered / total;
    const proximity = together === 0 ? 0 : near / together;
    const score = read.candidate.score + weights.coverage * coverage + weights.proximity * proximity;
    return { read, coverage, proximity, score, places };
  });
  const beside = bestNeighbours(looked.map(({ read, score }) => ({ chunk: read.chunk, score })));
  return looked
    .map(({ read, coverage, proximity, score, places }, i) => {
      const final = score + weights.neighbours * beside[i];
      const features = { coverage, proximity, neighbours: beside[i] };
      return { ...read, score: final, features, added: final - read.candidate.score, places };
    })
    .sort((a, b) => descending(a.score, b.score) || a.candidate.number - b.candidate.number);
}

/** How much each term tells: the most it gave to any candidate's text, which grows with its rarity. */
function termWeights(candidates: readonly Candidate[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { words } of candidates) {
    for (const { term, field, score } of words?.hit.matches ?? [])
      if (field === "text") weights.set(term, Math.max(weights.get(term) ?? 0, score));
  }
  return weights;
}

function pairsOf(sequence: readonly string[], rarity: ReadonlyMap<string, number>): Pair[] {
  const pairs = new Map<string, Pair>();
  for (let i = 1; i < sequence.length; i++) {
    const [a, b] = [sequence[i - 1], sequence[i]];
    const weight = ((rarity.get(a) ?? 0) + (rarity.get(b) ?? 0)) / 2;
    if (a !== b && rarity.has(a) && rarity.has(b)) pairs.set(`${a} ${b}`, { a, b, weight });
  }
  return [...pairs.values()];
}

function positionsOf(places: readonly TermPlace[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const { term, position } of places) {
    const list = positions.get(term);
    if (list === undefined) positions.set(term, [position]);
    else list.push(position);
  }
  return positions;
}

/** Farther apart than this, two words are not one thought. */
const FARTHEST = 8;

/** 1 for words side by side, falling with the words between them. Both lists rise. */
function nearness(a: readonly number[] | undefined, b: readonly number[] | undefined): number {
  if (a === undefined || b === undefined) return 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    nearest = Math.min(nearest, Math.abs(a[i] - b[j]));
    if (a[i] < b[j]) i++;
    else j++;
  }
  return nearest > FARTHEST ? 0 : 1 / Math.max(1, nearest);
}

/** The better score of the chunks just before and after each, 0 where neither is a candidate. */
function bestNeighbours(rows: readonly { readonly chunk: ChunkPlace; readonly score: number }[]): number[] {
  const scores = new Map(rows.map(({ chunk, score }) => [placeOf(chunk.documentId, chunk.index), score]));
  return rows.map(({ chunk: { documentId, index } }) =>
    Math.max(
      0,
      scores.get(placeOf(documentId, index - 1)) ?? 0,
      scores.get(placeOf(documentId, index + 1)) ?? 0,
    ),
  );
}

function placeOf(documentId: string, index: number): string {
  return `${index} ${documentId}`;
}
