import { documentStarts } from "./document-starts.ts";
import type { Segment } from "./segment.ts";
import { TopK } from "./top-k.ts";

/** 1 where a document may be found, by its number. */
export type AllowedDocuments = Uint8Array;

export interface ChunkScores {
  /** Of a segment's chunks by their places, 0 for one that is not a hit. Asked for once a segment, just before they are looked at. */
  readonly scoresOf: (segment: number) => Float64Array;
  /** Of documents, by their numbers: those of a segment are looked at after its chunks were asked for. */
  readonly documents: Float64Array;
  /** How much a document's score counts for its chunks. */
  readonly weight: number;
  /** The highest score of each document's chunks, by its number, where it is known. */
  readonly highest?: Float64Array;
  /** For each segment the numbers of its hits, some in several lists, where they are known. */
  readonly lists?: readonly (readonly Uint32Array[])[];
}

/** The best live chunks, with what their documents add to their own scores. */
export function bestChunks(
  segments: readonly Segment[],
  found: ChunkScores,
  limit: number,
  allowed: AllowedDocuments | undefined,
): { number: number; score: number }[] {
  const total = segments.reduce((sum, { size }) => sum + size, 0);
  const best = new TopK(limit, total);
  segments.forEach((segment, s) => {
    const offers = new Offers(best, segment, found.scoresOf(s), found, allowed);
    const lists = found.lists?.[s];
    if (found.highest !== undefined) offers.documents(found.highest);
    else if (lists !== undefined && lists.reduce((sum, { length }) => sum + length, 0) < segment.size)
      for (const list of lists) offers.list(list);
    else offers.range(0, segment.size);
    offers.finish();
  });
  return best.ranked();
}

/**
 * The chunks of one segment on their way into the best. Nearly all are passed over by one comparison that nearly always
 * ends alike: tests before it cost more than they spare.
 */
class Offers {
  readonly #best: TopK;
  readonly #segment: Segment;
  readonly #scores: Float64Array;
  readonly #found: ChunkScores;
  readonly #allowed: AllowedDocuments | undefined;
  /** Places whose scores are below zero until all have been looked at: they may stand in the next list too. */
  readonly #offered: number[] = [];

  constructor(
    best: TopK,
    segment: Segment,
    scores: Float64Array,
    found: ChunkScores,
    allowed: AllowedDocuments | undefined,
  ) {
    this.#best = best;
    this.#segment = segment;
    this.#scores = scores;
    this.#found = found;
    this.#allowed = allowed;
  }

  /** Document by document: nearly all are passed over without a look at their chunks. */
  documents(highest: Float64Array): void {
    const starts = documentStarts(this.#segment);
    const { documents } = this.#segment;
    const { documents: added, weight } = this.#found;
    let { least } = this.#best;
    for (let run = 0; run + 1 < starts.length; run++) {
      const document = documents[starts[run]];
      if (highest[document] + weight * added[document] < least) continue;
      this.range(starts[run], starts[run + 1]);
      least = this.#best.least;
    }
  }

  range(from: number, to: number): void {
    const { documents } = this.#segment;
    const { documents: added, weight } = this.#found;
    const scores = this.#scores;
    let { least } = this.#best;
    for (let i = from; i < to; i++) {
      const score = scores[i] + weight * added[documents[i]];
      if (score < least || scores[i] === 0 || !this.#isLive(i)) continue;
      this.#best.offer(this.#segment.first + i, score);
      least = this.#best.least;
    }
  }

  list(numbers: Uint32Array): void {
    const { first, documents } = this.#segment;
    const { documents: added, weight } = this.#found;
    const scores = this.#scores;
    let { least } = this.#best;
    for (let i = 0; i < numbers.length; i++) {
      const place = numbers[i] - first;
      const score = scores[place] + weight * added[documents[place]];
      if (score < least || scores[place] <= 0 || !this.#isLive(place)) continue;
      this.#best.offer(numbers[i], score);
      least = this.#best.least;
      scores[place] = -scores[place];
      this.#offered.push(place);
    }
  }

  finish(): void {
    for (const place of this.#offered) this.#scores[place] = -this.#scores[place];
  }

  #isLive(place: number): boolean {
    const { dead, documents } = this.#segment;
    return dead[place] === 0 && (this.#allowed === undefined || this.#allowed[documents[place]] === 1);
  }
}
