import { descending } from "../core/descending.ts";
import type { VectorHit, WordHit } from "../core/store.ts";
import type { ScoreParts } from "./types.ts";

/** Of one list, with its rank there, from 1. */
interface Ranked<T> {
  readonly hit: T;
  readonly rank: number;
}

/** A chunk that one list or both brought up. */
export interface Candidate {
  readonly number: number;
  readonly words?: Ranked<WordHit> | undefined;
  readonly meaning?: Ranked<VectorHit> | undefined;
  readonly score: number;
  /** Made when it is asked for: of a hundred candidates, ten become hits. */
  readonly parts: Omit<ScoreParts, "rerank" | "parent">;
}

export interface FuseWeights {
  /** Share of meaning, 0 to 1. */
  readonly meaning: number;
  /** Of the document in a word score. */
  readonly document: number;
}

/**
 * A cosine has no natural zero: the one at this rank, or the last one, stands for "has nothing to do with it". A
 * fixed rank keeps scores the same however many hits are asked for.
 */
const FLOOR_RANK = 200;
/** Of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). */
const RANK_SHIFT = 60;

/**
 * The two lists as one, best first: a convex combination of scores brought to 0 … 1, words by the best score,
 * meaning by the best and the floor. What a list does not have counts 0 there.
 */
export function fuse(
  words: readonly WordHit[],
  meaning: readonly VectorHit[],
  { meaning: share, document: documentWeight }: FuseWeights,
): Candidate[] {
  const wordUnit = words.length === 0 ? 0 : (1 - share) / words[0].score;
  const best = meaning[0]?.score ?? 0;
  const floor = meaning[Math.min(meaning.length, FLOOR_RANK) - 1]?.score ?? 0;
  const meaningUnit = meaning.length === 0 ? 0 : share / (best - floor || 1);
  // A list of one has no floor: its only hit is the best.
  const zero = best > floor ? floor : floor - 1;
  const ofWords = (word: WordHit | undefined) =>
    word === undefined ? 0 : (word.chunk + documentWeight * word.document) * wordUnit;
  const ofMeaning = (vector: VectorHit | undefined) =>
    vector === undefined ? 0 : Math.max(0, vector.score - zero) * meaningUnit;
  return ranked(
    words,
    meaning,
    (word, vector) => ofWords(word?.hit) + ofMeaning(vector?.hit),
    (word, vector) => {
      const text =
        word?.hit.matches.reduce((sum, { field, score }) => (field === "text" ? sum + score : sum), 0) ?? 0;
      return {
        words: text * wordUnit,
        context: word === undefined ? 0 : (word.hit.chunk - text) * wordUnit,
        document: word === undefined ? 0 : documentWeight * word.hit.document * wordUnit,
        meaning: ofMeaning(vector?.hit),
      };
    },
  );
}

/** The lists as one by ranks alone: for embedders whose scores nothing is known about. */
export function fuseRanks(
  words: readonly WordHit[],
  meaning: readonly VectorHit[],
  { meaning: share }: FuseWeights,
): Candidate[] {
  const unit = RANK_SHIFT + 1;
  const partOf = (rank: number | undefined, weight: number) =>
    rank === undefined ? 0 : (weight * unit) / (RANK_SHIFT + rank);
  return ranked(
    words,
    meaning,
    (word, vector) => partOf(word?.rank, 1 - share) + partOf(vector?.rank, share),
    (word, vector) => ({
      words: partOf(word?.rank, 1 - share),
      context: 0,
      document: 0,
      meaning: partOf(vector?.rank, share),
    }),
  );
}

function ranked(
  words: readonly WordHit[],
  meaning: readonly VectorHit[],
  scoreOf: (word: Candidate["words"], vector: Candidate["meaning"]) => number,
  partsOf: PartsOf,
): Candidate[] {
  const byMeaning = new Map<number, Ranked<VectorHit>>();
  for (let i = 0; i < meaning.length; i++) byMeaning.set(meaning[i].number, { hit: meaning[i], rank: i + 1 });
  const candidates: Candidate[] = [];
  for (let i = 0; i < words.length; i++) {
    const { number } = words[i];
    const word = { hit: words[i], rank: i + 1 };
    const vector = byMeaning.get(number);
    byMeaning.delete(number);
    candidates.push(new Fused(number, word, vector, scoreOf(word, vector), partsOf));
  }
  for (const [number, vector] of byMeaning)
    candidates.push(new Fused(number, undefined, vector, scoreOf(undefined, vector), partsOf));
  return candidates.sort((a, b) => descending(a.score, b.score) || a.number - b.number);
}

type PartsOf = (word: Candidate["words"], vector: Candidate["meaning"]) => Candidate["parts"];

class Fused implements Candidate {
  readonly number: number;
  readonly words: Candidate["words"];
  readonly meaning: Candidate["meaning"];
  readonly score: number;
  readonly #partsOf: PartsOf;

  constructor(
    number: number,
    words: Candidate["words"],
    meaning: Candidate["meaning"],
    score: number,
    partsOf: PartsOf,
  ) {
    this.number = number;
    this.words = words;
    this.meaning = meaning;
    this.score = score;
    this.#partsOf = partsOf;
  }

  get parts(): Candidate["parts"] {
    return this.#partsOf(this.words, this.meaning);
  }
}
