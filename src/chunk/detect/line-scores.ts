import { classify } from "./classifier.ts";
import { CLASSES } from "./content.ts";

/** How much of a line is read: enough to know it by. */
const LINE_REACH = 300;

/** No line of usual length says more than this, as the logarithm of odds; a paragraph in one line does. */
const STRONGEST = 3.5;
const USUAL_LENGTH = 60;
const HEAVIEST = 2;

/** Comments belong to the code around them, but read as prose. */
export const COMMENT_SCORE = 0.6;
const COMMENT = /^(?:\/\/|\/\*|\*\/|\* |#|--(?: |$)|<!--|\(\*|;;)/;

/** Lone brackets are code; other lone signs may be anything. */
const BRACKET_SCORE = 1.5;
const BRACKET = /^[[\](){};]/;

/** Most of the classes are code, but most lines of a text with some code in it are not. */
const PRIOR = -1.5;

const PROMPT = /^(?:\$ |>>> |\.\.\. \S|PS [A-Z]:\\|In \[\d+\]: )/;

/** Frames of stack traces, which are kept in lines as code is. */
const FRAME =
  /^(?:at [\w$.<>/[\] ]{1,200}\(|File ".{1,200}", line \d|Traceback \(most recent|Caused by: |\.\.\. \d+ more|goroutine \d+ \[|thread '.{1,100}' panicked|from [\w./-]{1,200}:\d+:in )/;

const PROSE = [CLASSES.indexOf("text"), CLASSES.indexOf("markdown")];

/**
 * For one line, the logarithm of the odds that it is code rather than prose. Zero for lines that say
 * nothing: blank ones and lone signs.
 */
export function codeScore(line: string): number {
  const read = line.slice(0, LINE_REACH);
  const content = read.trim();
  if (content === "") return 0;
  if (PROMPT.test(content) || FRAME.test(content)) return STRONGEST;
  if (COMMENT.test(content)) return COMMENT_SCORE;
  if (!/[\p{L}\p{N}]/u.test(content)) return BRACKET.test(content) ? BRACKET_SCORE : 0;
  const likelihoods = classify([read]);
  const prose = PROSE.reduce((sum, column) => sum + likelihoods[column], 0);
  const odds = Math.log((1 - prose + 1e-6) / (prose + 1e-6));
  const weight = Math.min(HEAVIEST, Math.max(1, content.length / USUAL_LENGTH));
  return weight * Math.max(-STRONGEST, Math.min(STRONGEST, odds + PRIOR));
}

/** Whether a text's lines are mostly frames of a stack trace, which has no language of its own. */
export function isStackTrace(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.filter((line) => FRAME.test(line.slice(0, LINE_REACH).trim())).length * 2 > lines.length;
}
