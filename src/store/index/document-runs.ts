import { roomFor } from "./room.ts";
import type { DocumentRuns, PostingList, Segment } from "./segment.ts";

// The same for every list: what comes out of them is copied.
let startRoom = new Uint32Array(0);
let countRoom = new Uint32Array(0);

/** Made once for a list: a document's chunks stand together. */
export function documentRuns(list: PostingList, { documents }: Segment): DocumentRuns {
  list.runs ??= runsOf(list, documents);
  return list.runs;
}

/**
 * From the end, so that what is written last for a run is its start, and without a branch: where one document ends and
 * the next begins no processor can guess.
 */
function runsOf({ places, counts }: PostingList, documents: Uint32Array): DocumentRuns {
  const { length } = places;
  if (startRoom.length < length) {
    startRoom = new Uint32Array(roomFor(length));
    countRoom = new Uint32Array(startRoom.length);
  }
  const [starts, sums] = [startRoom, countRoom];
  sums.fill(0, 0, length);
  let run = length;
  let last = -1;
  /** All bits that any sum has. */
  let most = 0;
  for (let i = length - 1; i >= 0; i--) {
    const place = places[i];
    const differs = documents[place] ^ last;
    // Its highest bit is 1 where any is.
    run -= (differs | -differs) >>> 31;
    starts[run] = place;
    sums[run] += counts[i];
    most |= sums[run];
    last = documents[place];
  }
  return packed(starts.subarray(run, length), sums.subarray(run, length), places[length - 1] | most);
}

/** In one buffer: for short lists, and most are, a buffer costs more than what it holds. */
function packed(starts: Uint32Array, sums: Uint32Array, bits: number): DocumentRuns {
  const { length } = starts;
  const Numbers = bits <= 0xffff ? Uint16Array : Uint32Array;
  const both = new Numbers(2 * length);
  both.set(starts);
  both.set(sums, length);
  return { places: both.subarray(0, length), counts: both.subarray(length) };
}
