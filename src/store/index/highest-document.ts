import type { Segment } from "./segment.ts";

const known = new WeakMap<readonly Segment[], number>();

/** The highest number a document of the list has, remembered with the list: arrays by document are one longer. */
export function highestDocument(segments: readonly Segment[]): number {
  const ready = known.get(segments);
  if (ready !== undefined) return ready;
  let highest = 0;
  for (const { documents } of segments)
    for (let i = 0; i < documents.length; i++) if (documents[i] > highest) highest = documents[i];
  known.set(segments, highest);
  return highest;
}
