import type { Boundary } from "../core/chunk.ts";
import type { Span } from "../core/span.ts";
import { graphemeCeil, graphemeEnd, graphemeFloor, isGraphemeBoundary } from "../text/graphemes.ts";
import type { Ruler } from "../text/ruler.ts";
import type { Accept } from "../text/seam-finder.ts";
import { SeamFinder } from "../text/seam-finder.ts";
import { isInsideWord, SEAM, seamAt, seamBoundary } from "../text/seams.ts";
import { skipWhitespace, skipWhitespaceBack } from "../text/whitespace.ts";
import { continuity } from "./continuity.ts";
import type { Sizing } from "./options.ts";

/**
 * The engine all text splitters share: spans first, text derived from them later. It walks the text
 * once; each step asks the ruler how far the maximum reaches, lets the splitter choose a seam before
 * that, and starts the next span where this one ends or, with overlap, a little before.
 */

/** A chosen place to cut, or undefined to cut at the last whole character that fits. */
interface Seam {
  readonly position: number;
  readonly boundary: Boundary;
}

/** Where the next cut may fall. */
export interface Window {
  /** The first and the last place that adds text and fits. */
  readonly floor: number;
  readonly high: number;
  /** Cuts before this leave less than the minimum; at least `floor`. */
  readonly low: number;
  /** Where the range that is being cut ends. */
  readonly end: number;
  /** Whether a position is between whole characters; a seam it refuses is none. */
  readonly accept: Accept;
  /** About how far a chunk that starts here would reach. */
  readonly reach: (from: number) => number;
  /** Whether the text between two positions fits into a chunk by itself. */
  readonly fits: (from: number, to: number) => boolean;
}

interface ChooseSeam {
  (window: Window): Seam | undefined;
  /**
   * Where a repetition of what lies before `end` may begin, not before `earliest`; `end` for nowhere.
   * Undefined leaves it to the sentences.
   */
  repeatFrom?(earliest: number, end: number): number | undefined;
}

/** A way to choose seams, bound to one text at a time: its finder remembers what it has seen of it. */
export type SeamChooser = (text: string, finder: SeamFinder) => ChooseSeam;

export interface Cut {
  readonly start: number;
  readonly end: number;
  readonly boundary: Boundary;
  /** Where the next chunk's own text begins: behind any white space that was trimmed. */
  readonly next: number;
  /** Size in the ruler's unit. */
  readonly size: number;
  readonly oversize: boolean;
}

/** A part of the text that is cut by itself: no chunk reaches beyond it. */
export interface Range extends Span {
  /** The seam at its end. */
  readonly boundary: Boundary;
}

/** Ranges must be in order and begin and end between whole characters. */
export function* cutText(
  text: string,
  ruler: Ruler,
  sizing: Sizing,
  seams: SeamChooser,
  ranges: Iterable<Range> = [{ start: 0, end: text.length, boundary: "end" }],
): Generator<Cut> {
  const finder = new SeamFinder(text);
  const choose = seams(text, finder);
  for (const range of ranges) yield* cutRange(text, ruler, sizing, finder, choose, range);
}

function* cutRange(
  text: string,
  ruler: Ruler,
  sizing: Sizing,
  finder: SeamFinder,
  choose: ChooseSeam,
  range: Range,
): Generator<Cut> {
  const { size, overlap, trim } = sizing;
  const contentEnd = trim ? trimEnd(text, range.end, range.start) : range.end;
  let start = trim ? trimStart(text, range.start, contentEnd) : range.start;
  /** Everything before this is in a chunk already; past `start` while chunks overlap. */
  let covered = start;

  while (covered < contentEnd) {
    const whole = wholeRest(ruler, start, contentEnd, size, range.boundary);
    if (whole !== undefined) {
      yield whole;
      return;
    }
    const cut = chooseCut(text, ruler, sizing, choose, start, covered, contentEnd, range.boundary);
    if (cut === undefined) {
      // Nothing new fits behind the overlap: give the overlap up, and the grapheme is measured alone.
      start = covered;
      continue;
    }
    yield cut;
    covered = cut.next;
    const from = overlap > 0 ? overlapStart(text, finder, ruler, sizing, choose, cut) : cut.end;
    start = from < cut.end ? from : covered;
    ruler.release(start);
  }
}

function wholeRest(
  ruler: Ruler,
  start: number,
  end: number,
  size: number,
  boundary: Boundary,
): Cut | undefined {
  if (ruler.reach(start, size) < end) return undefined;
  const measured = ruler.size(start, end);
  return measured > size ? undefined : { start, end, boundary, next: end, size: measured, oversize: false };
}

/** The cut after `start` that adds text behind `covered`, or undefined if only dropping overlap can. */
function chooseCut(
  text: string,
  ruler: Ruler,
  sizing: Sizing,
  choose: ChooseSeam,
  start: number,
  covered: number,
  contentEnd: number,
  endBoundary: Boundary,
): Cut | undefined {
  const { minimum, trim } = sizing;
  const accept: Accept = (position) => isGraphemeBoundary(text, position, start);
  const reach = (from: number): number =>
    ruler.reach(trim ? skipWhitespace(text, from, contentEnd) : from, sizing.size);
  const fits = (from: number, to: number): boolean => {
    const first = trim ? skipWhitespace(text, from, to) : from;
    const last = trim ? skipWhitespaceBack(text, to, first) : to;
    return ruler.reach(first, sizing.size) >= last && ruler.size(first, last) <= sizing.size;
  };
  const rest = balancedRest(ruler, sizing, start, contentEnd);
  const size = rest === undefined ? sizing.size : Math.ceil(rest * MOST_OF_BALANCED);
  const aim = rest === undefined ? minimum : Math.floor(rest * (1 - MOST_OF_BALANCED));
  const least = aim > 0 ? ruler.reach(start, aim) : start;

  // Sizes between edges can exceed what the ruler promised by a token or two, so each choice is
  // measured; the budget falls 0, 1, 3, 7, … below the maximum, which ends after log₂(size) tries.
  for (let short = 0; short < size; short = short * 2 + 1) {
    const far = ruler.reach(start, size - short);
    if (far <= covered) break;
    const high = Math.min(trim ? skipWhitespace(text, far, contentEnd) : far, contentEnd);
    const low = lowestCut(start, covered, least, high);
    const window = { floor: covered + 1, low, high, end: contentEnd, accept, reach, fits };
    const seam = choose(window) ?? characterSeam(text, graphemeFloor(text, far, start));
    if (seam.position <= covered) continue;
    const end = trim ? trimEnd(text, seam.position, start) : seam.position;
    if (end <= covered) continue;
    const measured = ruler.size(start, end);
    if (measured > sizing.size) continue;
    const next = trim ? trimStart(text, seam.position, contentEnd) : seam.position;
    const boundary = next >= contentEnd ? endBoundary : seam.boundary;
    return { start, end, boundary, next, size: measured, oversize: false };
  }
  if (covered > start) return undefined;
  return indivisible(text, ruler, sizing, start, contentEnd, endBoundary);
}

/** The larger of two balanced chunks may be this share of what they hold together. */
const MOST_OF_BALANCED = 0.6;

/** The size of what is left, if it is a little more than one chunk and the last two are to be balanced. */
function balancedRest(
  ruler: Ruler,
  { size, minimum, balance }: Sizing,
  start: number,
  contentEnd: number,
): number | undefined {
  if (!balance || size < 4) return undefined;
  const most = size + Math.max(minimum, size >> 2);
  if (ruler.reach(start, most) < contentEnd) return undefined;
  const rest = ruler.size(start, contentEnd);
  return rest <= most ? rest : undefined;
}

/**
 * A cut should leave at least the minimum, and behind an overlap at least a quarter of what fits:
 * otherwise a strong seam just behind the overlap would give a chunk that says nothing new.
 */
function lowestCut(start: number, covered: number, least: number, high: number): number {
  const fresh = covered > start ? covered + ((high - covered) >> 2) : covered;
  const low = Math.max(least, fresh, covered + 1);
  return low <= high ? low : covered + 1;
}

/** One grapheme that alone may exceed the maximum: the only way past it is to keep it whole. */
function indivisible(
  text: string,
  ruler: Ruler,
  { size, trim }: Sizing,
  start: number,
  contentEnd: number,
  endBoundary: Boundary,
): Cut {
  const end = graphemeEnd(text, start);
  const measured = ruler.size(start, end);
  const next = trim ? trimStart(text, end, contentEnd) : end;
  const boundary = next >= contentEnd ? endBoundary : characterSeam(text, end).boundary;
  return { start, end, boundary, next, size: measured, oversize: measured > size };
}

/** A cut at a whole character, named after the seam that happens to lie there. */
function characterSeam(text: string, position: number): Seam {
  return { position, boundary: seamBoundary(seamAt(text, position)) };
}

/**
 * Where the next chunk starts so that it repeats at most `overlap` of this one: at a sentence if one
 * starts in the first half of what may be repeated, else at a word there, else at a character.
 */
function overlapStart(
  text: string,
  finder: SeamFinder,
  ruler: Ruler,
  { overlap: most, overlapBy, trim }: Sizing,
  choose: ChooseSeam,
  cut: Cut,
): number {
  const overlap = overlapBy === "similarity" ? Math.floor(most * continuity(text, cut.end)) : most;
  for (let short = 0; short < overlap; short = short * 2 + 1) {
    const earliest = ruler.reachBack(cut.end, overlap - short, cut.start + 1);
    const aligned = choose.repeatFrom?.(earliest, cut.end) ?? alignOverlap(text, finder, earliest, cut);
    // A unit may begin inside a character: a mark that combines with a line's end, for one.
    if (aligned >= cut.end || !isGraphemeBoundary(text, aligned, cut.start)) return cut.end;
    const from = trim ? trimStart(text, aligned, cut.end) : aligned;
    if (from > cut.start && ruler.size(from, cut.end) <= overlap) return from;
  }
  return cut.end;
}

function alignOverlap(text: string, finder: SeamFinder, earliest: number, cut: Cut): number {
  const accept: Accept = (position) => isGraphemeBoundary(text, position, cut.start);
  const latest = earliest + ((cut.end - earliest) >> 1);
  const sentence = finder.firstSentence(earliest, latest, accept);
  if (sentence > 0) return sentence;
  for (let at = earliest; at <= latest; at++) {
    if (!isInsideWord(text.charCodeAt(at - 1)) && seamAt(text, at) !== SEAM.none && accept(at)) return at;
  }
  return graphemeCeil(text, earliest, cut.start);
}

/** Over white space, but not past a blank that carries a combining mark: that is a visible character. */
function trimStart(text: string, position: number, end: number): number {
  return graphemeFloor(text, skipWhitespace(text, position, end), position);
}

/** The counterpart of {@link trimStart}: a blank that belongs to the character before it stays. */
function trimEnd(text: string, position: number, start: number): number {
  return Math.min(position, graphemeCeil(text, skipWhitespaceBack(text, position, start), start));
}
