import type { Span } from "../../core/span.ts";
import { classify } from "./classifier.ts";
import { CLASSES, contentOf } from "./content.ts";
import { type LineBlock, lineBlocks, lineStarts } from "./line-blocks.ts";
import { COMMENT_SCORE, codeScore, isStackTrace } from "./line-scores.ts";

/** What a part of a mixed text is. A fenced block is `markdown`, its fences included. */
type RegionType = "text" | "code" | "table" | "markdown";

export interface Region {
  readonly span: Span;
  readonly type: RegionType;
  /** Of code: its language or data format, where it is known. */
  readonly language?: string;
}

/**
 * What a change between prose and code costs, as the logarithm of odds: little after an empty line, where
 * most changes are, and more than any one line gives elsewhere.
 */
const CHANGE_AFTER_BLANK = 2;
const CHANGE = 5;

/** How much of a region is read to know its language, and how likely it must be. */
const REGION_REACH = 8_192;
const LEAST_LIKELY = 0.5;

/**
 * Parts a text into prose, code, tables and fenced blocks, line by line and without markup to go by: each
 * line is scored alone, and then the likeliest sequence is sought with a price on every change (Viterbi).
 * The regions tile the text; blank lines belong to what precedes them. Linear in the text.
 */
export function regions(text: string): Region[] {
  if (text === "") return [];
  const starts = lineStarts(text);
  const blocks = lineBlocks(text, starts);
  const scores = blocks.map((block, i) =>
    block === "none"
      ? codeScore(text.slice(starts[i], starts[i + 1]))
      : block === "comment"
        ? COMMENT_SCORE
        : 0,
  );
  const types = lineTypes(blocks, likeliestCode(blocks, scores));
  const found: Region[] = [];
  for (let first = 0; first < types.length; ) {
    let next = first + 1;
    while (next < types.length && types[next] === types[first]) next++;
    const span = { start: starts[first], end: starts[next] ?? text.length };
    found.push(regionOf(text, span, types[first]));
    first = next;
  }
  return found;
}

function regionOf(text: string, span: Span, type: RegionType): Region {
  if (type !== "code") return { span, type };
  const language = languageOfCode(text.slice(span.start, Math.min(span.end, span.start + REGION_REACH)));
  return language === undefined ? { span, type } : { span, type, language };
}

/** Whether each line is code, for the likeliest sequence of all. */
function likeliestCode(blocks: readonly LineBlock[], scores: readonly number[]): boolean[] {
  // Bit 0: whether the best way to prose here came from code; bit 1: whether the best way to code did.
  const came = new Uint8Array(blocks.length);
  let prose = 0;
  let code = 0;
  scores.forEach((score, i) => {
    const change = changeCost(blocks[i], blocks[i - 1]);
    const proseFromCode = code - change > prose;
    const codeFromCode = code >= prose - change;
    came[i] = (proseFromCode ? 1 : 0) | (codeFromCode ? 2 : 0);
    const nextProse = (proseFromCode ? code - change : prose) - score / 2;
    code = (codeFromCode ? code : prose - change) + score / 2;
    prose = nextProse;
  });
  const isCode: boolean[] = new Array(blocks.length);
  let state = code > prose;
  for (let i = blocks.length - 1; i >= 0; i--) {
    isCode[i] = state;
    state = (came[i] & (state ? 2 : 1)) !== 0;
  }
  return isCode;
}

/** Fences and tables are crossed for free. */
function changeCost(block: LineBlock, previous: LineBlock | undefined): number {
  if (block === "fence" || block === "table") return 0;
  return previous === "blank" ? CHANGE_AFTER_BLANK : CHANGE;
}

/** A blank line is what precedes it; at the start of the text, what follows. */
function lineTypes(blocks: readonly LineBlock[], isCode: readonly boolean[]): RegionType[] {
  const types = blocks.map((block, i): RegionType | undefined => {
    if (block === "blank") return undefined;
    if (block === "fence") return "markdown";
    return block === "table" ? "table" : isCode[i] ? "code" : "text";
  });
  let previous = types.find((type) => type !== undefined) ?? "text";
  return types.map((type) => {
    previous = type ?? previous;
    return previous;
  });
}

/** The likeliest language of what is known to be code. */
function languageOfCode(code: string): string | undefined {
  if (isStackTrace(code)) return undefined;
  const likelihoods = classify([code]);
  let sum = 0;
  let best = -1;
  CLASSES.forEach((name, column) => {
    if (name === "text" || name === "markdown") return;
    sum += likelihoods[column];
    if (best < 0 || likelihoods[column] > likelihoods[best]) best = column;
  });
  if (likelihoods[best] < LEAST_LIKELY * sum) return undefined;
  const { type, language } = contentOf(CLASSES[best]);
  return type === "code" ? language : type;
}
