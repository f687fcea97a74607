import type { Boundary } from "../core/chunk.ts";
import type { SeamChooser, Window } from "./cut.ts";
import { CODE_SEAMS, naturalSeams, PROSE_SEAMS } from "./natural-seams.ts";
import type { SeamList } from "./structure.ts";

/**
 * Chooses along a text's structure: at the last seam of the strongest level in reach, unless that leaves
 * less than the minimum. Even then it is taken if the unit behind it fits a chunk by itself, for a unit
 * that fits is never cut; a unit that does not is entered, at the next level and finally at the seams of
 * its text.
 */
export function structureSeams(seams: SeamList): SeamChooser {
  const { positions, boundaries, interiors, opening } = seams;
  return (text, finder) => {
    const inside = {
      prose: naturalSeams(PROSE_SEAMS)(text, finder),
      code: naturalSeams(CODE_SEAMS)(text, finder),
    };
    /** The first seam that may still be in a window: windows only move on. */
    let first = 0;

    const choose = (window: Window): { position: number; boundary: Boundary } | undefined => {
      while (first < positions.length && positions[first] < window.floor) first++;
      let next = first;
      while (next < positions.length && positions[next] <= window.high) next++;

      const candidates = strongestFirst(seams, first, next, window);
      const chosen = candidates[firstChoice(seams, candidates, next, window)];
      if (chosen !== undefined) return { position: positions[chosen], boundary: boundaries[chosen] };

      const last = next > 0 ? positions[next - 1] : 0;
      const low = Math.max(window.low, last + 1);
      const interior = next > 0 ? interiors[next - 1] : opening;
      const natural = low <= window.high ? inside[interior]({ ...window, low }) : undefined;
      const weakest = lastResort(seams, first, next, window);
      if (natural !== undefined || weakest < first) return natural;
      return { position: positions[weakest], boundary: boundaries[weakest] };
    };
    return Object.assign(choose, { repeatFrom: (from: number, end: number) => repeatFrom(seams, from, end) });
  };
}

/** At a unit's start, for half a record or half a fence says nothing; inside prose, at a sentence. */
function repeatFrom({ positions, glues, interiors, opening }: SeamList, earliest: number, end: number) {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (positions[middle] < earliest) low = middle + 1;
    else high = middle;
  }
  const interior = low > 0 ? interiors[low - 1] : opening;
  while (low < positions.length && positions[low] < end && glues[low] !== "none") low++;
  if (low < positions.length && positions[low] < end) return positions[low];
  return interior === "prose" ? undefined : end;
}

/** For each level met in `[first, next)` the last seam that is at least as strong, strongest first. */
function strongestFirst(
  { positions, levels, glues }: SeamList,
  first: number,
  next: number,
  { accept }: Window,
): number[] {
  const found: number[] = [];
  let strongest = Number.POSITIVE_INFINITY;
  for (let at = next - 1; at >= first && strongest > 0; at--) {
    if (levels[at] >= strongest || glues[at] === "always" || !accept(positions[at])) continue;
    strongest = levels[at];
    found.push(at);
  }
  return found.reverse();
}

/**
 * The strongest candidate that leaves the minimum or keeps the unit behind it whole. Each candidate's
 * unit holds the next one's, so that once one fits all weaker ones do, and halving finds the first.
 */
function firstChoice(seams: SeamList, candidates: readonly number[], next: number, window: Window): number {
  const { positions, glues } = seams;
  const large = candidates.findIndex((at) => positions[at] >= window.low && glues[at] === "none");
  let low = 0;
  let high = large < 0 ? candidates.length : large;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (unitFits(seams, candidates[middle], next, window)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The last seam in `[first, next)` that may be cut at if nothing else can. */
function lastResort({ positions }: SeamList, first: number, next: number, { accept }: Window): number {
  let at = next - 1;
  while (at >= first && !accept(positions[at])) at--;
  return at;
}

/** Whether what follows a seam, up to the next one as strong, is small enough to stay whole. */
function unitFits({ positions, levels }: SeamList, at: number, next: number, window: Window): boolean {
  const reach = window.reach(positions[at]);
  let to = next;
  while (to < positions.length && levels[to] > levels[at] && positions[to] <= reach) to++;
  if (to < positions.length && levels[to] > levels[at]) return false;
  return window.fits(positions[at], to < positions.length ? Math.min(positions[to], window.end) : window.end);
}
