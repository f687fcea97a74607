import type { SeamChooser, Window } from "../chunk/cut.ts";
import { naturalSeams, PROSE_SEAMS } from "../chunk/natural-seams.ts";
import type { Accept } from "../text/seam-finder.ts";
import { SEAM, seamAt } from "../text/seams.ts";
import { spanFinder } from "../text/spans.ts";
import { skipWhitespace, skipWhitespaceBack } from "../text/whitespace.ts";
import type { TurnUnit } from "./turn-units.ts";

const WORDS = [["word", "clause", "line", "sentence", "list", "paragraph", "section"]] as const;

/** Any place between words at most `reach` before the maximum; where there is none, the maximum itself. */
export function wordSeams(reach: number): SeamChooser {
  const natural = naturalSeams(WORDS);
  return (text, finder) => {
    const choose = natural(text, finder);
    return (window) => choose(nearMaximum(window, reach));
  };
}

/**
 * The best seam at most `reach` before the maximum: paragraph, bullet, numbered item, sentence, line,
 * semicolon, colon, another clause, word; where there is none, the maximum itself. Before that, a unit that
 * would be cut although it fits a chunk by itself moves to the next chunk whole, and is not cut inside.
 */
export function turnSeams(units: readonly TurnUnit[], reach: number): SeamChooser {
  const messages = units.filter(({ kind }) => kind === "message");
  const blocks = units.filter(({ kind }) => kind !== "message");
  const codeAt = spanFinder(blocks.filter(({ kind }) => kind === "code"));
  const natural = naturalSeams(PROSE_SEAMS);
  return (text, finder) => {
    const near = natural(text, finder);
    /** The first message and the first block that may still be in a window: windows only move on. */
    let firstMessage = 0;
    let first = 0;

    const choose = (window: Window) => {
      while (firstMessage < messages.length && messages[firstMessage].start < window.floor) firstMessage++;
      const message = severedMessage(messages, firstMessage, window);
      if (message !== undefined) return { position: message.start, boundary: message.boundary };

      while (first < blocks.length && blocks[first].start < window.floor - 1) first++;
      const kept = keptWhole(blocks, first, window);
      const severed = kept.find(({ end }) => end > window.high);
      // One that a chunk opens with is taken whole: a repetition in front of it that leaves no room is given up.
      if (severed !== undefined && severed.start < window.floor)
        return { position: severed.end, boundary: severed.boundary };
      if (severed !== undefined) return { position: severed.start, boundary: severed.boundary };

      const keptAt = spanFinder(kept);
      const accept = (position: number): boolean => {
        const unit = keptAt(position);
        return (unit === undefined || unit.start === position) && window.accept(position);
      };
      const { low } = nearMaximum(window, reach);
      const seam = near({ ...window, low, accept });
      return seam && { ...seam, position: refined(text, seam.position, low, accept) };
    };

    const repeatFrom = (earliest: number, end: number): number | undefined => {
      // Half a block of code says nothing.
      const code = codeAt(earliest);
      if (code === undefined) return undefined;
      return code.start === earliest ? earliest : Math.min(code.end, end);
    };
    return Object.assign(choose, { repeatFrom });
  };
}

function nearMaximum(window: Window, reach: number): Window {
  return { ...window, low: Math.max(window.low, window.high - reach) };
}

/** Whether a cut at the maximum would go through it, and one before it adds text. */
function isSevered({ start, end }: TurnUnit, { floor, high }: Window): boolean {
  return start >= floor && start <= high && end > high;
}

/** A message that fits a chunk by itself and would be cut, if what stands before it is enough for one too. */
function severedMessage(messages: readonly TurnUnit[], first: number, window: Window): TurnUnit | undefined {
  for (let at = first; at < messages.length && messages[at].start <= window.high; at++) {
    const { start, end } = messages[at];
    if (isSevered(messages[at], window))
      return start >= window.low && window.fits(start, end) && window.accept(start)
        ? messages[at]
        : undefined;
  }
  return undefined;
}

/** The outermost units in a window that fit a chunk by themselves and were not cut into already. */
function keptWhole(blocks: readonly TurnUnit[], first: number, window: Window): TurnUnit[] {
  const { floor, high, fits, accept } = window;
  const kept: TurnUnit[] = [];
  let keptTo = 0;
  for (let at = first; at < blocks.length && blocks[at].start <= high; at++) {
    const { start, end } = blocks[at];
    const isWhole = start >= keptTo && fits(start, end) && accept(end) && (start < floor || accept(start));
    if (!isWhole) continue;
    kept.push(blocks[at]);
    keptTo = end;
  }
  return kept;
}

/** Of seams of one strength the better kind: bullets before numbers, semicolons before colons before commas. */
function refined(text: string, position: number, low: number, accept: Accept): number {
  const strength = seamAt(text, position);
  if (strength !== SEAM.list && strength !== SEAM.clause) return position;
  let best = position;
  let rank = kindRank(text, position, strength);
  for (let at = position - 1; at >= low && rank > 0; at--) {
    if (seamAt(text, at) !== strength) continue;
    const other = kindRank(text, at, strength);
    if (other >= rank || !accept(at)) continue;
    rank = other;
    best = at;
  }
  return best;
}

const BULLETS = new Set("-*+•‣◦–・");
const SEMICOLONS = new Set(";；؛");
const COLONS = new Set(":：");

/** 0 is the kind most wanted. */
function kindRank(text: string, position: number, strength: number): number {
  if (strength === SEAM.list) return BULLETS.has(text.charAt(skipWhitespace(text, position))) ? 0 : 1;
  const mark = text.charAt(skipWhitespaceBack(text, position) - 1);
  if (SEMICOLONS.has(mark)) return 0;
  return COLONS.has(mark) ? 1 : 2;
}
