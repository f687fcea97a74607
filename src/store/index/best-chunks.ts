import { documentStarts } from "./document-starts.ts";
import type { Places, Segment } from "./segment.ts";
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
  /** For each segment the places of its hits, some in several lists, where they are known. */
  readonly lists?: readonly (readonly Places[])[];
}

/** The best live chunks, with what their documents add to their own scores. */
export function bestChunks(
  segments: readonly Segment[],
  found: ChunkScores,
  limit: number,
  allowed: AllowedDocuments | undefined,
): TopK {
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
  return best;
}

/** The chunks of one segment on their way into the best. */
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
    const runs = starts.length - 1;
    for (let run = 0; ; run++) {
      run = nextRun(highest, added, weight, documents, starts, run, runs, this.#best.least);
      if (run === runs) return;
      this.range(starts[run], starts[run + 1]);
    }
  }

  range(from: number, to: number): void {
    const { documents } = this.#segment;
    const { documents: added, weight } = this.#found;
    const scores = this.#scores;
    for (let i = from; ; i++) {
      i = nextPlace(scores, added, weight, documents, i, to, this.#best.least);
      if (i === to) return;
      if (scores[i] === 0 || !this.#isLive(i)) continue;
      this.#best.offer(this.#segment.first + i, scores[i] + weight * added[documents[i]]);
    }
  }

  list(places: Places): void {
    const { first, documents } = this.#segment;
    const { documents: added, weight } = this.#found;
    const scores = this.#scores;
    for (let i = 0; ; i++) {
      i = nextListed(scores, added, weight, documents, places, i, this.#best.least);
      if (i === places.length) return;
      const place = places[i];
      if (scores[place] <= 0 || !this.#isLive(place)) continue;
      this.#best.offer(first + place, scores[place] + weight * added[documents[place]]);
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

// Functions of their own: nearly all places are passed over by one comparison that nearly always ends alike, and with
// more in the loop than that, passing over them takes twice as long.

function nextRun(
  highest: Float64Array,
  added: Float64Array,
  weight: number,
  documents: Uint32Array,
  starts: Uint32Array,
  from: number,
  to: number,
  least: number,
): number {
  for (let run = from; run < to; run++) {
    const document = documents[starts[run]];
    if (highest[document] + weight * added[document] >= least) return run;
  }
  return to;
}

function nextPlace(
  scores: Float64Array,
  added: Float64Array,
  weight: number,
  documents: Uint32Array,
  from: number,
  to: number,
  least: number,
): number {
  for (let i = from; i < to; i++) if (scores[i] + weight * added[documents[i]] >= least) return i;
  return to;
}

function nextListed(
  scores: Float64Array,
  added: Float64Array,
  weight: number,
  documents: Uint32Array,
  places: Places,
  from: number,
  least: number,
): number {
  for (let i = from; i < places.length; i++) {
    const place = places[i];
    if (scores[place] + weight * added[documents[place]] >= least) return i;
  }
  return places.length;
}
