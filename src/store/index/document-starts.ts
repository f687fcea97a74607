import type { Segment } from "./segment.ts";

const startsOfSegments = new WeakMap<Segment, Uint32Array>();

/** The places of a segment where another document begins, and the segment's end. */
export function documentStarts(segment: Segment): Uint32Array {
  const known = startsOfSegments.get(segment);
  if (known !== undefined) return known;
  const { documents, size } = segment;
  const starts: number[] = [];
  for (let i = 0; i < size; i++) if (i === 0 || documents[i] !== documents[i - 1]) starts.push(i);
  const made = Uint32Array.from([...starts, size]);
  startsOfSegments.set(segment, made);
  return made;
}
