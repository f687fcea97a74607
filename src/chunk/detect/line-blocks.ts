/** Where each line of a text begins. Lines end at LF, CRLF or a lone CR. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  // What follows the last line end is a line only if there is something.
  if (starts.length > 1 && starts.at(-1) === text.length) starts.pop();
  return starts;
}

/** What a line is by the block it stands in. `comment`: inside a block comment or a docstring. */
export type LineBlock = "none" | "blank" | "fence" | "table" | "comment";

/** How much of a line is read. */
const LINE_REACH = 400;

/** Longer comments are taken for text that happens to have the opening sign. */
const LONGEST_COMMENT = 300;

/** Rows a table needs, and cells a row. */
const FEWEST_ROWS = 3;
const FEWEST_CELLS = 3;

const COMMENTS: readonly (readonly [open: string, close: string])[] = [
  ["/*", "*/"],
  ['"""', '"""'],
  ["'''", "'''"],
  ["<!--", "-->"],
];

/** The blocks that are sure by their first and last line, or by their shape. */
export function lineBlocks(text: string, starts: readonly number[]): LineBlock[] {
  const lines = starts.map((start, i) => {
    const end = Math.min(starts[i + 1] ?? text.length, start + LINE_REACH);
    return text.slice(start, end).trim();
  });
  const blocks = lines.map((line): LineBlock => (line === "" ? "blank" : "none"));
  markFences(lines, blocks);
  markComments(lines, blocks);
  markTables(lines, blocks);
  return blocks;
}

function markFences(lines: readonly string[], blocks: LineBlock[]): void {
  let open = -1;
  let mark = "";
  lines.forEach((line, i) => {
    if (open < 0) {
      mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0] ?? "";
      if (mark !== "" && !line.slice(mark.length).includes("`")) open = i;
    } else if (line.startsWith(mark) && /^[`~]+$/.test(line)) {
      blocks.fill("fence", open, i + 1);
      open = -1;
    }
  });
}

function markComments(lines: readonly string[], blocks: LineBlock[]): void {
  for (const [open, close] of COMMENTS) {
    let from = -1;
    lines.forEach((line, i) => {
      if (from >= 0 && i - from > LONGEST_COMMENT) from = -1;
      if (from < 0) {
        if (blocks[i] === "none" && line.startsWith(open) && !line.includes(close, open.length)) from = i;
      } else if (line.includes(close)) {
        for (let k = from; k <= i; k++) if (blocks[k] === "none") blocks[k] = "comment";
        from = -1;
      }
    });
  }
}

function markTables(lines: readonly string[], blocks: LineBlock[]): void {
  let first = 0;
  let cells = 0;
  const close = (end: number): void => {
    if (cells >= FEWEST_CELLS && end - first >= FEWEST_ROWS) blocks.fill("table", first, end);
  };
  lines.forEach((line, i) => {
    const count = blocks[i] === "none" ? cellCount(line) : 0;
    if (count === cells) return;
    close(i);
    first = i;
    cells = count;
  });
  close(lines.length);
}

/** Cells between tabs or between upright strokes. */
function cellCount(line: string): number {
  const inner = line.startsWith("|") ? line.slice(1, line.endsWith("|") ? -1 : undefined) : line;
  const tabs = inner.split("\t").length;
  return Math.max(tabs, inner.includes("||") ? 1 : inner.split("|").length);
}
