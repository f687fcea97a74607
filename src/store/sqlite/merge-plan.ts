/** A stored segment, as far as planning needs it. */
export interface SegmentSummary {
  readonly id: number;
  /** Chunks, dead ones included. */
  readonly size: number;
  readonly live: number;
}

/** So many segments of about one size, or of any that add up to as much, become one; it bounds how many there are and how often a chunk is written. */
const FACTOR = 8;
/** And so many of any sizes, where large and small ones take turns. */
const MOST_TOGETHER = 3 * FACTOR;
/** No merge makes a larger one, so that none takes long; from half of it on a segment is left alone. */
export const LARGEST = 65_536;
const LEVELS = Math.log2(LARGEST / 2) / Math.log2(FACTOR);

/**
 * Which neighbours to merge next, oldest first; undefined where nothing is due. Only neighbours: so the
 * documents of two segments never interleave.
 */
export function planMerge(segments: readonly SegmentSummary[]): number[] | undefined {
  const decayed = segments.find(({ size, live }) => live < size / 2);
  if (decayed !== undefined) return [decayed.id];
  for (let level = 0; level < LEVELS; level++) {
    const run = longRun(segments, level);
    if (run !== undefined) return fitting(run).map(({ id }) => id);
  }
  return undefined;
}

/** At the end of a run, so many chunks at most are written again for each that it wrote. */
const MOST_AGAIN = 4;

/**
 * Which of the newest to merge after a run of writes: as many as make no segment that would be left alone half full, and
 * not much more than was written.
 */
export function planSettling(segments: readonly SegmentSummary[], written: number): number[] | undefined {
  const most = Math.min(LARGEST / 2 - 1, MOST_AGAIN * written);
  let total = 0;
  const before = segments.findLastIndex(({ live }) => {
    total += live;
    return total > most;
  });
  const run = segments.slice(before + 1);
  return run.length < 2 ? undefined : run.map(({ id }) => id);
}

/** Eightfold the size is one level more; `LEVELS` where it is large enough to be left alone. */
function levelOf({ live }: SegmentSummary): number {
  if (live >= LARGEST / 2) return LEVELS;
  return Math.floor(Math.log2(Math.max(1, live)) / Math.log2(FACTOR));
}

/** Neighbours of a level and below that are enough for one of the next: each merge lifts all it writes, so that none is written often. */
function longRun(segments: readonly SegmentSummary[], level: number): readonly SegmentSummary[] | undefined {
  const next = FACTOR ** (level + 1);
  let start = 0;
  let total = 0;
  for (let i = 0; i <= segments.length; i++) {
    if (i < segments.length && levelOf(segments[i]) <= level) {
      total += segments[i].live;
      continue;
    }
    const count = i - start;
    if ((count >= FACTOR && total >= next) || count >= MOST_TOGETHER) return segments.slice(start, i);
    start = i + 1;
    total = 0;
  }
  return undefined;
}

/** As many of the oldest as one segment may hold; always two, for each has less than half of that. */
function fitting(run: readonly SegmentSummary[]): readonly SegmentSummary[] {
  let total = 0;
  const end = run.findIndex(({ live }) => {
    total += live;
    return total > LARGEST;
  });
  return end < 0 ? run : run.slice(0, end);
}
