import type { Segment } from "./segment.ts";

const known = new WeakMap<Segment, number>();

/** The highest number a document of the list has, remembered with each segment: arrays by document are one longer. */
export function highestDocument(segments: readonly Segment[]): number {
  let highest = 0;
  for (const segment of segments) highest = Math.max(highest, known.get(segment) ?? measured(segment));
  return highest;
}

function measured(segment: Segment): number {
  const { documents } = segment;
  let highest = 0;
  for (let i = 0; i < documents.length; i++) if (documents[i] > highest) highest = documents[i];
  known.set(segment, highest);
  return highest;
}
