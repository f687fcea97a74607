import type { Segment } from "./segments.ts";

/** Segments that are read together from the top down: a column, or what lies above and below columns. */
export interface Region {
  readonly segments: readonly Segment[];
}

/** Columns inside columns: three columns are two, one of which is two. */
const MAX_DEPTH = 3;

/** Fewer lines than this on either side make no column. */
const MIN_LINES = 4;
/** The middle part of a region in which the gap between columns is sought. */
const EDGE = 0.15;
/** Lines that may reach across the gap: titles, wide tables. */
const MAX_CROSSING = 0.3;
/** The narrowest gap, in units of the usual font size. */
const MIN_GAP = 0.6;
/** A column's usual line fills at least this much of it; cells of tables do not. */
const MIN_FULLNESS = 0.6;
/** How many gaps are looked at: the best come first. */
const MAX_GAPS = 10;
/** The narrowest column, as a part of the region. */
const MIN_WIDTH = 0.2;

/** Divides segments into regions in reading order. */
export function readingOrder(segments: readonly Segment[], depth = 0): Region[] {
  const gutter = depth < MAX_DEPTH ? findGutter(segments) : undefined;
  if (gutter === undefined) return segments.length === 0 ? [] : [{ segments: fromTop(segments) }];
  const regions: Region[] = [];
  let left: Segment[] = [];
  let right: Segment[] = [];
  let across: Segment[] = [];
  const flushColumns = (): void => {
    for (const column of [left, right]) {
      for (const region of readingOrder(column, depth + 1)) regions.push(region);
    }
    left = [];
    right = [];
  };
  const flushAcross = (): void => {
    if (across.length > 0) regions.push({ segments: across });
    across = [];
  };
  for (const segment of fromTop(segments)) {
    if (segment.right <= gutter) {
      flushAcross();
      left.push(segment);
    } else if (segment.left >= gutter) {
      flushAcross();
      right.push(segment);
    } else {
      if (left.length + right.length > 0) flushColumns();
      across.push(segment);
    }
  }
  flushAcross();
  flushColumns();
  return regions;
}

function fromTop(segments: readonly Segment[]): Segment[] {
  return segments.toSorted((a, b) => a.row - b.row || a.left - b.left);
}

/** Where the gap between two columns is, if there is one. */
function findGutter(segments: readonly Segment[]): number | undefined {
  if (segments.length < 2 * MIN_LINES) return undefined;
  const { start, end } = widthOf(segments);
  const width = end - start;
  // One place a point: pages are a few hundred points wide; absurd ones have no columns.
  if (!(width > 50 && width < 10_000)) return undefined;
  const crossings = countCrossings(segments, start, Math.ceil(width));
  const size = median(segments.map((segment) => segment.size));
  const allowed = segments.length * MAX_CROSSING;
  const gaps: { middle: number; crossing: number; width: number }[] = [];
  let from = -1;
  for (let at = 0; at <= width; at++) {
    const isFree = at < width && crossings[at] <= allowed && at > width * EDGE && at < width * (1 - EDGE);
    if (isFree && from >= 0 && crossings[at] === crossings[from]) continue;
    if (from >= 0 && at - from >= MIN_GAP * size) {
      gaps.push({ middle: start + (from + at) / 2, crossing: crossings[from], width: at - from });
    }
    from = isFree ? at : -1;
  }
  return gaps
    .sort((a, b) => a.crossing - b.crossing || b.width - a.width)
    .slice(0, MAX_GAPS)
    .find(({ middle }) => partsColumns(segments, middle, width))?.middle;
}

/** How many segments cover each point. */
function countCrossings(segments: readonly Segment[], start: number, width: number): Int32Array {
  const counts = new Int32Array(width + 2);
  for (const { left, right } of segments) {
    counts[Math.max(0, Math.floor(left - start))]++;
    counts[Math.min(width + 1, Math.ceil(right - start))]--;
  }
  for (let i = 1; i < counts.length; i++) counts[i] += counts[i - 1];
  return counts;
}

/** Whether what stands on both sides reads as columns of text rather than as cells of a table. */
function partsColumns(segments: readonly Segment[], gutter: number, width: number): boolean {
  const left = segments.filter((segment) => segment.right <= gutter);
  const right = segments.filter((segment) => segment.left >= gutter);
  if (left.length < MIN_LINES || right.length < MIN_LINES) return false;
  const [topLeft, bottomLeft] = extent(left);
  const [topRight, bottomRight] = extent(right);
  const shared = Math.min(topLeft, topRight) - Math.max(bottomLeft, bottomRight);
  const lower = Math.min(topLeft - bottomLeft, topRight - bottomRight);
  return shared > lower * 0.4 && isFull(left, width) && isFull(right, width);
}

function isFull(column: readonly Segment[], regionWidth: number): boolean {
  const { start, end } = widthOf(column);
  if (end - start < regionWidth * MIN_WIDTH) return false;
  // Segments of one line count together: gaps between words may be wide.
  const widths = new Map<number, number>();
  for (const { row, left, right } of column) widths.set(row, (widths.get(row) ?? 0) + right - left);
  return widths.size >= MIN_LINES && median([...widths.values()]) >= (end - start) * MIN_FULLNESS;
}

function widthOf(segments: readonly Segment[]): { start: number; end: number } {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const { left, right } of segments) {
    start = Math.min(start, left);
    end = Math.max(end, right);
  }
  return { start, end };
}

function extent(segments: readonly Segment[]): [top: number, bottom: number] {
  let top = Number.NEGATIVE_INFINITY;
  let bottom = Number.POSITIVE_INFINITY;
  for (const { y } of segments) {
    top = Math.max(top, y);
    bottom = Math.min(bottom, y);
  }
  return [top, bottom];
}

export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
