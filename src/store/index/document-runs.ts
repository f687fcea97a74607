import { roomFor } from "./room.ts";
import type { DocumentRuns, Places, PostingList, Segment } from "./segment.ts";

// The same for every list: what comes out of them is copied.
let endRoom = new Uint32Array(0);
let totalRoom = new Uint32Array(0);

/** Made once for a list: a document's chunks stand together. */
export function documentRuns(list: PostingList, { documents }: Segment): DocumentRuns {
  list.runs ??= runsOf(list, documents);
  return list.runs;
}

/** Without a branch: where one document ends and the next begins no processor can guess. */
function runsOf({ places, counts }: PostingList, documents: Uint32Array): DocumentRuns {
  const { length } = places;
  if (endRoom.length < length) {
    endRoom = new Uint32Array(roomFor(length));
    totalRoom = new Uint32Array(endRoom.length);
  }
  // Written again with each of a run's chunks: what stays is where it ends, and all that was counted up to there.
  const [ends, totals] = [endRoom, totalRoom];
  let run = -1;
  let last = -1;
  let total = 0;
  for (let i = 0; i < length; i++) {
    const document = documents[places[i]] | 0;
    const differs = document ^ last;
    // The highest bit is 1 where any of `differs` is.
    run += (differs | (0 - differs)) >>> 31;
    last = document;
    total += counts[i];
    ends[run] = i + 1;
    totals[run] = total;
  }
  return packed(places, run + 1, ends, totals);
}

/** In one buffer: for short lists, and most are, a buffer costs more than what it holds. */
function packed(places: Places, length: number, ends: Uint32Array, totals: Uint32Array): DocumentRuns {
  const isNarrow = places instanceof Uint16Array && totals[length - 1] <= 0xffff;
  const both = new (isNarrow ? Uint16Array : Uint32Array)(2 * length);
  let start = 0;
  let before = 0;
  for (let run = 0; run < length; run++) {
    both[run] = places[start];
    both[length + run] = totals[run] - before;
    start = ends[run];
    before = totals[run];
  }
  return { places: both.subarray(0, length), counts: both.subarray(length) };
}
