import type { Span } from "../core/span.ts";
import type { RelevantSpan } from "./read-set.ts";

/** A retrieved piece of a document. */
export interface Retrieved extends Span {
  readonly document: string;
}

/** A relevant span counts as found when this share of its characters is in what was retrieved. */
const FOUND = 0.9;
/** A piece counts as relevant when it shares this much of the shorter of itself and a relevant span. */
const RELEVANT = 0.5;

/** The figures of one query at one depth, all from 0 to 1. */
export interface DepthFigures {
  /** Share of the relevant spans that were found. */
  readonly pass: number;
  /** In characters: relevant ones retrieved, of the relevant, of the retrieved, and of both together. */
  readonly recall: number;
  readonly precision: number;
  readonly iou: number;
}

export function figuresAt(
  retrieved: readonly Retrieved[],
  relevant: readonly RelevantSpan[],
  k: number,
): DepthFigures {
  const top = union(retrieved.slice(0, k));
  const wanted = union(relevant);
  const shared = sharedCharacters(top, wanted);
  const all = characters(top) + characters(wanted) - shared;
  const found = relevant.filter(
    (span) => sharedCharacters(top, union([span])) >= FOUND * (span.end - span.start),
  );
  return {
    pass: relevant.length === 0 ? 1 : found.length / relevant.length,
    recall: ratio(shared, characters(wanted)),
    precision: ratio(shared, characters(top)),
    iou: ratio(shared, all),
  };
}

/** One over the rank of the first relevant piece, 0 if there is none. */
export function reciprocalRank(retrieved: readonly Retrieved[], relevant: readonly RelevantSpan[]): number {
  const first = retrieved.findIndex((piece) => isRelevant(piece, relevant));
  return first < 0 ? 0 : 1 / (first + 1);
}

/**
 * Normalised discounted cumulative gain with binary relevance (Järvelin and Kekäläinen, 2002). `pieces`
 * are all that could have been retrieved: the best ranking puts the relevant ones of them first.
 */
export function ndcg(
  retrieved: readonly Retrieved[],
  relevant: readonly RelevantSpan[],
  pieces: readonly Retrieved[],
  k = 10,
): number {
  const discount = (rank: number): number => 1 / Math.log2(rank + 2);
  let gain = 0;
  retrieved.slice(0, k).forEach((piece, rank) => {
    if (isRelevant(piece, relevant)) gain += discount(rank);
  });
  const possible = Math.min(k, pieces.filter((piece) => isRelevant(piece, relevant)).length);
  let best = 0;
  for (let rank = 0; rank < possible; rank++) best += discount(rank);
  return ratio(gain, best);
}

function isRelevant(piece: Retrieved, relevant: readonly RelevantSpan[]): boolean {
  return relevant.some((span) => {
    if (span.document !== piece.document) return false;
    const shared = Math.min(span.end, piece.end) - Math.max(span.start, piece.start);
    return shared > 0 && shared >= RELEVANT * Math.min(span.end - span.start, piece.end - piece.start);
  });
}

/** Spans of each document in order, without overlaps. */
function union(pieces: readonly Retrieved[]): Map<string, Span[]> {
  const merged = new Map<string, Span[]>();
  for (const { document, start, end } of pieces.toSorted((a, b) => a.start - b.start)) {
    const spans = merged.get(document) ?? [];
    const last = spans.at(-1);
    if (last !== undefined && start <= last.end)
      spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else spans.push({ start, end });
    merged.set(document, spans);
  }
  return merged;
}

function characters(spans: ReadonlyMap<string, readonly Span[]>): number {
  let sum = 0;
  for (const list of spans.values()) for (const { start, end } of list) sum += end - start;
  return sum;
}

function sharedCharacters(
  a: ReadonlyMap<string, readonly Span[]>,
  b: ReadonlyMap<string, readonly Span[]>,
): number {
  let sum = 0;
  for (const [document, spans] of a) {
    for (const one of spans) {
      for (const other of b.get(document) ?? [])
        sum += Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));
    }
  }
  return sum;
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
