import type { Boundary } from "../core/chunk.ts";
import { invalidOption } from "../core/errors.ts";
import { graphemeFloor, isGraphemeBoundary } from "./graphemes.ts";
import { SEAM, seamAt, seamBoundary } from "./seams.ts";

/** Half-width of the search, in characters, as the turn chunker of the product's brief has it. */
export const DEFAULT_BOUNDARY_WINDOW = 50;

export interface BoundaryOptions {
  /** How far from the position a seam may lie, in UTF-16 units. Default 50. */
  readonly window?: number;
  /** Which side of the position to search. Default both. */
  readonly side?: "both" | "before" | "after";
  /** The weakest seam worth moving for. Default `word`. */
  readonly weakest?: "section" | "paragraph" | "list" | "sentence" | "line" | "clause" | "word";
}

export interface FoundBoundary {
  readonly position: number;
  readonly boundary: Boundary;
}

/**
 * The best seam near a position: the strongest kind inside the window wins, and of equals the one
 * nearest to the position (the earlier of two equally near). With no seam there, the position itself,
 * moved back to a whole character.
 */
export function findBoundary(text: string, position: number, options: BoundaryOptions = {}): FoundBoundary {
  const { window = DEFAULT_BOUNDARY_WINDOW, side = "both", weakest = "word" } = options;
  if (!Number.isInteger(window) || window < 0) invalidOption("window", window, "a whole number, 0 or more");
  if (Number.isNaN(position)) invalidOption("position", position, "a number");
  if (!["both", "before", "after"].includes(side)) invalidOption("side", side, `"both", "before" or "after"`);
  if (!Object.hasOwn(SEAM, weakest))
    invalidOption("weakest", weakest, `one of: ${Object.keys(SEAM).join(", ")}`);
  if (position >= text.length) return { position: text.length, boundary: "end" };
  const ideal = graphemeFloor(text, Math.max(0, Math.trunc(position)));
  const low = side === "after" ? ideal : Math.max(1, ideal - window);
  const high = side === "before" ? ideal : Math.min(text.length - 1, ideal + window);
  let best = SEAM[weakest] - 1;
  let found = -1;
  for (let at = low; at <= high; at++) {
    const strength = seamAt(text, at);
    if (strength < best || strength === SEAM.none) continue;
    if (strength === best && (found < 0 || Math.abs(at - ideal) >= Math.abs(found - ideal))) continue;
    if (!isGraphemeBoundary(text, at)) continue;
    best = strength;
    found = at;
  }
  return found < 0
    ? { position: ideal, boundary: "grapheme" }
    : { position: found, boundary: seamBoundary(best) };
}
