/** Figures of a segmentation against a person's; lower is better. */
export interface SegmentationFigures {
  /** Share of windows whose ends one side puts into one segment and the other does not (Beeferman et al., 1999). */
  readonly pk: number;
  /** Share of windows in which the two count different boundaries (Pevzner and Hearst, 2002). */
  readonly windowDiff: number;
}

/** Both sides name the units at which a new segment begins. The window is half the mean reference segment. */
export function segmentationFigures(
  units: number,
  reference: readonly number[],
  hypothesis: readonly number[],
): SegmentationFigures {
  const segments = new Set(reference.filter((at) => at > 0 && at < units)).size + 1;
  const window = Math.max(1, Math.round(units / segments / 2));
  const expected = countsBefore(units, reference);
  const given = countsBefore(units, hypothesis);
  let disagree = 0;
  let differ = 0;
  const windows = Math.max(0, units - window);
  for (let start = 0; start < windows; start++) {
    const boundaries = expected[start + window] - expected[start];
    const found = given[start + window] - given[start];
    if ((boundaries === 0) !== (found === 0)) disagree++;
    if (boundaries !== found) differ++;
  }
  return windows === 0 ? { pk: 0, windowDiff: 0 } : { pk: disagree / windows, windowDiff: differ / windows };
}

/** How many segments have begun up to each unit. */
function countsBefore(units: number, boundaries: readonly number[]): Int32Array {
  const counts = new Int32Array(units);
  for (const boundary of new Set(boundaries)) if (boundary > 0 && boundary < units) counts[boundary]++;
  for (let unit = 1; unit < units; unit++) counts[unit] += counts[unit - 1];
  return counts;
}
