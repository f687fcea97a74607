import type { Tree } from "web-tree-sitter";
import type { Grammar } from "./grammars.ts";

/**
 * Texts longer than this (in UTF-16 units) are not parsed: 4 MB of code in one file was written by a
 * program, and the tree would need some hundred megabytes.
 */
export const LONGEST_PARSED = 4_000_000;

/** How much of the text the parser is handed at once. */
const PIECE = 2_048;

/**
 * Limits on the parser's work, so that its time is linear in the text whatever that is. They count steps
 * instead of seconds: the same text must be cut alike on every machine. Measured on 7,000 files in 18
 * languages, real code takes 0.1–0.5 steps a character and 3.3 at most, reads its text up to ten times,
 * and is in recovery from errors for up to 0.3 steps a character. Steps in recovery cost the most, some
 * 50 microseconds each: what is no code of its language must not cost many times more than the rest of its document.
 */
const STEPS_A_REPORT = 100;
const MOST_STEPS = { base: 200_000, perCharacter: 8 };
const MOST_RECOVERY = { base: 5_000, perCharacter: 0.1 };
const MOST_PIECES = { base: 500, perCharacter: 64 / PIECE };

type Limit = { readonly base: number; readonly perCharacter: number };
const limitFor = (length: number, { base, perCharacter }: Limit): number => base + length * perCharacter;

/** The text that was given up last: parents are cut first and then their children, and it would be tried for both. */
let givenUp: { readonly text: string; readonly grammar: Grammar } | undefined;

/**
 * The syntax tree of a text, or undefined if that takes more work than it is worth. The caller deletes the
 * tree. A trap in the parser is thrown as it is: the runtime is then unusable.
 */
export function parseBounded(grammar: Grammar, text: string): Tree | undefined {
  const { parser } = grammar;
  if (text.length > LONGEST_PARSED) return undefined;
  if (givenUp?.grammar === grammar && givenUp.text === text) return undefined;
  const mostSteps = limitFor(text.length, MOST_STEPS) / STEPS_A_REPORT;
  const mostRecovery = limitFor(text.length, MOST_RECOVERY) / STEPS_A_REPORT;
  const mostPieces = limitFor(text.length, MOST_PIECES);
  let steps = 0;
  let recovery = 0;
  let pieces = 0;

  const read = (index: number): string => {
    pieces++;
    // An exception must not pass through the parser, so a text read too often ends here for it.
    return pieces > mostPieces ? "" : text.slice(index, index + PIECE);
  };
  const stop = ({ hasError }: { hasError: boolean }): boolean => {
    steps++;
    if (hasError) recovery++;
    return steps > mostSteps || recovery > mostRecovery || pieces > mostPieces;
  };

  const tree = parser.parse(read, null, { progressCallback: stop });
  if (tree !== null && pieces <= mostPieces) return tree;
  tree?.delete();
  // A parse that was stopped would otherwise go on with the next text.
  parser.reset();
  givenUp = { text, grammar };
  return undefined;
}
