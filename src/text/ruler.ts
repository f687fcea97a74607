/**
 * Measures slices of one text, so that a splitter never has to size a slice by itself. Positions are
 * UTF-16 offsets that do not cut a surrogate pair; sizes are in the ruler's unit.
 */
export interface Ruler {
  /** The exact size of `text.slice(start, end)`. */
  size(start: number, end: number): number;
  /** A far position whose slice from `start` is at most about `size`; verify it with {@link size}. */
  reach(start: number, size: number): number;
  /** A position not before `floor` from which the slice up to `end` is at most about `size`. */
  reachBack(end: number, size: number, floor: number): number;
  /** Positions before this one will not be asked for again: what is known of them may be forgotten. */
  release(position: number): void;
}

export type Unit = "characters" | "tokens";

export const UNITS: readonly Unit[] = ["characters", "tokens"];

/** Characters are UTF-16 units, as `String.prototype.length` counts them. */
export function characterRuler(text: string): Ruler {
  return {
    size: (start, end) => end - start,
    reach: (start, size) => Math.min(text.length, start + size),
    reachBack: (end, size, floor) => Math.max(floor, end - size),
    release: () => {},
  };
}
