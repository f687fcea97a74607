import { graphemeSegments } from "unicode-segmenter/grapheme";

/** Every grapheme boundary of a text, from a plain segmentation of the whole of it. */
export function graphemeBoundaries(text: string): number[] {
  const boundaries = [0];
  for (const { index, segment } of graphemeSegments(text)) boundaries.push(index + segment.length);
  return boundaries;
}
