import type { VectorHit, VectorQuery } from "../../core/store.ts";
import { type AllowedDocuments, bestChunks } from "./best-chunks.ts";
import { nearestChunks } from "./nearest-chunks.ts";
import { quantise } from "./quantise.ts";
import { type HitAccess, rescore } from "./rescore.ts";
import { plainScan, type RoughScan, type ScanBlock } from "./scanned-block.ts";
import type { Segment } from "./segment.ts";
import { VectorScores } from "./vector-scores.ts";

/** The query's bytes lose less than a hundredth of a cosine: the right ones are among this many more candidates. */
const CANDIDATES = 1.5;
const MORE_CANDIDATES = 50;
/** Half the vectors' bits lose more; where that is too much, there is no rough scan. */
const ROUGH_CANDIDATES = 2.5;
const MORE_ROUGH_CANDIDATES = 100;

interface VectorAccess extends HitAccess {
  /** The scan; the plain one without it. */
  readonly scan?: ScanBlock | undefined;
  /** Looks first, where documents add nothing. */
  readonly rough?: RoughScan | undefined;
}

/**
 * The chunks whose vectors lie nearest to the query's: all are scanned in bytes, and the best are scored again
 * with the query as it is and, where they are kept, the vectors as they came. A chunk's best vector speaks for it.
 */
export function scoreVectors(
  segments: readonly Segment[],
  query: Omit<VectorQuery, "filter" | "embedder">,
  allowed?: AllowedDocuments,
  access: VectorAccess = {},
): VectorHit[] {
  const { vector, documentWeight, limit } = query;
  const { scan = plainScan, rough, exact } = access;
  const bytes = new Int8Array(vector.length);
  const scale = quantise(vector, bytes);
  const candidates = CANDIDATES * limit + MORE_CANDIDATES;
  if (documentWeight === 0) {
    const isRough = rough !== undefined && segments.some(({ vectors }) => vectors.some(rough.has));
    const most = isRough ? ROUGH_CANDIDATES * limit + MORE_ROUGH_CANDIDATES : candidates;
    let nearest = nearestChunks(segments, bytes, { scan, rough }, most, allowed);
    if (exact !== undefined && isRough) nearest = numbersOf(rescore(segments, nearest, query, candidates));
    return rescore(segments, nearest, query, limit, access);
  }
  const scanned = new VectorScores(segments);
  segments.forEach((segment, s) => {
    scanned.add(segment, s, bytes, scale, scan);
  });
  const documents = scanned.documentCosines(segments, vector.length);
  const found = {
    scoresOf: (s: number) => scanned.scores[s],
    documents,
    weight: documentWeight,
    highest: scanned.highest,
  };
  const best = bestChunks(segments, found, candidates, allowed);
  return rescore(segments, best.numbers, query, limit, access, documents);
}

function numbersOf(hits: readonly { number: number }[]): Uint32Array {
  return Uint32Array.from(hits, ({ number }) => number);
}
