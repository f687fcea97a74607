import { balancedSplits } from "./balanced-splits.ts";
import { callGroups } from "./call-groups.ts";
import type { Chunking } from "./config.ts";
import type { Piece } from "./pieces.ts";
import { type ChunkWindow, countOf, windowAfter } from "./windows.ts";

/** Chunks are planned a little under what they may hold, so that seams have room to move to better places. */
const FILLED = 0.9;
/** Between the parts of one message, or the calls of one run, a seam is allowed and disliked. */
const SEVERED = -1;

/**
 * Windows over pieces at hand, split where it is worth most: `scores[i]` says from 0 to 1 how good a place the
 * message of index i is to begin a chunk. Calls and their results stay together where they fit.
 */
export function* plannedWindows(
  pieces: readonly Piece[],
  scores: ArrayLike<number>,
  chunking: Chunking,
): Generator<ChunkWindow> {
  const { capacity, overlap, minimum } = chunking;
  const total = countOf(pieces);
  if (pieces.length === 0) return;
  const groups = callGroups(pieces, capacity);
  const preferred = Math.max(capacity - overlap, capacity / 2);
  const chunks = total <= capacity ? 1 : Math.ceil(total / (FILLED * preferred));
  const cuts =
    chunks === 1
      ? []
      : balancedSplits(
          groups.map(({ tokens }) => tokens),
          groups.map(({ start, isSevered }) =>
            isSevered || isInsideMessage(pieces, start) ? SEVERED : scores[pieces[start].index],
          ),
          { capacity, aim: total / chunks, minimum, preferred },
        );
  let previous: readonly Piece[] | undefined;
  for (let i = 0; i <= cuts.length; i++) {
    const start = i === 0 ? 0 : groups[cuts[i - 1]].start;
    const end = i === cuts.length ? pieces.length : groups[cuts[i]].start;
    const window = windowAfter(previous, pieces.slice(start, end), chunking);
    yield window;
    previous = window.pieces;
  }
}

function isInsideMessage(pieces: readonly Piece[], at: number): boolean {
  return at > 0 && pieces[at - 1].index === pieces[at].index;
}
