import type { MarkdownIt, StateBlock } from "markdown-it";

/** Opening and closing marks of formulas that stand by themselves. */
const MARKS = [
  ["$$", "$$"],
  ["\\[", "\\]"],
] as const;

/** What is known of the lines ahead: from `from` up to `until` no line closes a formula, or `until` does. */
interface Ahead {
  readonly mark: string;
  readonly from: number;
  readonly until: number;
  readonly closes: boolean;
}

/**
 * A formula from a line that begins with `$$` or `\[` to the line that ends with its counterpart; no
 * blank line lies inside. Markdown itself knows none, so its lines would be taken for a paragraph, or
 * for lists and rules where they begin with a sign.
 */
export function mathBlocks(parser: MarkdownIt): void {
  parser.block.ruler.before("fence", "math_block", mathBlock, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
}

function mathBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const begin = state.bMarks[startLine] + state.tShift[startLine];
  if (state.sCount[startLine] - state.blkIndent >= 4) return false;
  const marks = MARKS.find(([opening]) => state.src.startsWith(opening, begin));
  if (marks === undefined) return false;
  const last = closingLine(state, marks[1], startLine, begin + marks[0].length, endLine);
  if (last === undefined) return false;
  if (silent) return true;
  state.line = last + 1;
  const token = state.push("math_block", "math", 0);
  token.block = true;
  token.map = [startLine, state.line];
  return true;
}

function closingLine(
  state: StateBlock,
  mark: string,
  startLine: number,
  behindOpening: number,
  endLine: number,
): number | undefined {
  if (lineEndsWith(state, startLine, mark, behindOpening)) return startLine;
  // Every line of an unclosed formula may be asked again: what was seen once is remembered.
  const known = state.env.mathAhead as Ahead | undefined;
  if (known !== undefined && known.mark === mark && known.from <= startLine && startLine < known.until)
    return known.closes && known.until < endLine ? known.until : undefined;
  let line = startLine + 1;
  let closes = false;
  for (; line < endLine && !state.isEmpty(line); line++) {
    closes = lineEndsWith(state, line, mark, state.bMarks[line]);
    if (closes) break;
  }
  state.env.mathAhead = { mark, from: startLine, until: line, closes } satisfies Ahead;
  return closes ? line : undefined;
}

function lineEndsWith(state: StateBlock, line: number, mark: string, from: number): boolean {
  const end = state.skipSpacesBack(state.eMarks[line], from);
  return end - from >= mark.length && state.src.startsWith(mark, end - mark.length);
}
