import { SEAM, seamBoundary } from "../text/seams.ts";
import type { SeamChooser } from "./cut.ts";

type SeamName = Exclude<keyof typeof SEAM, "none">;

/** The seams of prose, strongest first. */
export const PROSE_SEAMS = [
  ["section"],
  ["paragraph"],
  ["list"],
  ["sentence"],
  ["line"],
  ["clause"],
  ["word"],
] as const;

/** Code has no sentences: a stop in it is a member access or ends a comment. */
export const CODE_SEAMS = [
  ["section", "paragraph"],
  ["list", "sentence", "line"],
  ["word", "clause"],
] as const;

/** Chooses natural seams, the levels in order of preference; the kinds within a level are equals. */
export function naturalSeams(levels: readonly (readonly SeamName[])[]): SeamChooser {
  const preference = new Uint8Array(Object.keys(SEAM).length);
  levels.forEach((level, index) => {
    for (const name of level) preference[SEAM[name]] = levels.length - index;
  });
  return (_text, finder) =>
    ({ low, high, accept }) => {
      const seam = finder.last(low, high, preference, accept);
      return seam && { position: seam.position, boundary: seamBoundary(seam.strength) };
    };
}
