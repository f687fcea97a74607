import { documentStarts } from "./document-starts.ts";
import type { Segment } from "./segment.ts";
import { TopK } from "./top-k.ts";

/** 1 where a document may be found, by its number. */
export type AllowedDocuments = Uint8Array;

export interface ChunkScores {
  /** Of each segment's chunks by their places, 0 for one that is not a hit. */
  readonly scores: readonly Float64Array[];
  /** What each document adds to its chunks, by its number. */
  readonly added: Float64Array;
  /** The highest score of each document's chunks, by its number, where it is known. */
  readonly highest?: Float64Array;
}

/** The best live chunks, with what their documents add to their own scores. */
export function bestChunks(
  segments: readonly Segment[],
  { scores, added, highest }: ChunkScores,
  limit: number,
  allowed: AllowedDocuments | undefined,
): { number: number; score: number }[] {
  const total = segments.reduce((sum, { size }) => sum + size, 0);
  const best = new TopK(limit, total);
  segments.forEach((segment, s) => {
    if (highest === undefined) offerRange(best, segment, scores[s], added, allowed, 0, segment.size);
    else offerDocuments(best, segment, scores[s], added, highest, allowed);
  });
  return best.ranked();
}

/** Document by document: nearly all are passed over without a look at their chunks. */
function offerDocuments(
  best: TopK,
  segment: Segment,
  scores: Float64Array,
  added: Float64Array,
  highest: Float64Array,
  allowed: AllowedDocuments | undefined,
): void {
  const starts = documentStarts(segment);
  const { documents } = segment;
  const runs = starts.length - 1;
  for (let run = 0; ; run++) {
    run = nextRun(highest, added, documents, starts, run, runs, best.least);
    if (run === runs) return;
    offerRange(best, segment, scores, added, allowed, starts[run], starts[run + 1]);
  }
}

function offerRange(
  best: TopK,
  { first, documents, dead }: Segment,
  scores: Float64Array,
  added: Float64Array,
  allowed: AllowedDocuments | undefined,
  from: number,
  to: number,
): void {
  for (let i = from; ; i++) {
    i = nextChunk(scores, added, documents, i, to, best.least);
    if (i === to) return;
    if (scores[i] === 0 || dead[i] !== 0 || (allowed !== undefined && allowed[documents[i]] !== 1)) continue;
    best.offer(first + i, scores[i] + added[documents[i]]);
  }
}

// Functions of their own: nearly all places are passed over by one comparison that nearly always ends alike, and with
// more in the loop than that, passing over them takes twice as long.

function nextRun(
  highest: Float64Array,
  added: Float64Array,
  documents: Uint32Array,
  starts: Uint32Array,
  from: number,
  to: number,
  least: number,
): number {
  for (let run = from; run < to; run++) {
    const document = documents[starts[run]];
    if (highest[document] + added[document] >= least) return run;
  }
  return to;
}

function nextChunk(
  scores: Float64Array,
  added: Float64Array,
  documents: Uint32Array,
  from: number,
  to: number,
  least: number,
): number {
  for (let i = from; i < to; i++) if (scores[i] + added[documents[i]] >= least) return i;
  return to;
}
