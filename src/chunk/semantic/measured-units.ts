import type { Span } from "../../core/span.ts";
import { seamAt } from "../../text/seams.ts";
import { cutText, type Range } from "../cut.ts";
import { naturalSeams, PROSE_SEAMS } from "../natural-seams.ts";
import { DEFAULT_MINIMUM, type Sizing } from "../options.ts";
import { paragraphTest } from "./seam-worths.ts";
import type { SemanticUnits } from "./units.ts";

/** A larger sentence is divided, so that there is a choice of cuts; what is solid, only past the maximum. */
const LARGEST_SHARE = 0.5;
/** A smaller unit joins a neighbour: it says little, and a chunk then holds fifty at most. */
const SMALLEST_SHARE = 0.02;

export interface MeasuredUnits {
  readonly spans: readonly Span[];
  readonly sizes: readonly number[];
}

interface Unit {
  start: number;
  end: number;
  size: number;
}

/** Units of a size that chunks of the maximum can be put together from. */
export function measuredUnits(text: string, units: SemanticUnits, sizing: Sizing): MeasuredUnits {
  const smallest = SMALLEST_SHARE * sizing.size;
  const isParagraph = paragraphTest(text);
  const joined: Unit[] = [];
  for (const unit of divided(text, units, sizing)) {
    const last = joined.at(-1);
    const joins =
      last !== undefined &&
      !units.walls.has(unit.start) &&
      (last.size < smallest || (unit.size < smallest && !isParagraph(unit.start, seamAt(text, unit.start))));
    if (!joins) joined.push(unit);
    else {
      last.end = unit.end;
      last.size += unit.size;
    }
  }
  return { spans: joined.map(({ start, end }) => ({ start, end })), sizes: joined.map(({ size }) => size) };
}

/** What is larger than a unit may be is cut at lines, clauses and words. */
function divided(text: string, { spans, solid }: SemanticUnits, sizing: Sizing): Unit[] {
  const largest = Math.max(1, Math.floor(LARGEST_SHARE * sizing.size));
  const ruler = sizing.ruler(text);
  const kept: Unit[] = [];
  const ranges: Range[] = [];
  for (const { start, end } of spans) {
    const size = ruler.size(start, end);
    if (size <= (solid.has(start) ? sizing.size : largest)) kept.push({ start, end, size });
    else ranges.push({ start, end, boundary: "sentence" });
  }
  const minimum = Math.floor(DEFAULT_MINIMUM * largest);
  const parting: Sizing = { ...sizing, size: largest, minimum, overlap: 0, balance: false, trim: false };
  for (const { start, end, size } of cutText(
    text,
    sizing.ruler(text),
    parting,
    naturalSeams(PROSE_SEAMS),
    ranges,
  ))
    kept.push({ start, end, size });
  return kept.sort((a, b) => a.start - b.start);
}
