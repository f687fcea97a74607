import { Occurrences } from "../../text/occurrences.ts";
import { headingSections } from "../markdown/headings.ts";
import { SeamList, type Structure } from "../structure.ts";

const SECTIONS = ["part", "chapter", "section", "subsection", "subsubsection", "paragraph"];
/** Blocks of each environment lie three levels deeper than those around it. */
const BLOCK = 7;
const PER_DEPTH = 3;
const ITEM = 2;
/** Environments whose lines are no TeX. */
const VERBATIM = new Set(["verbatim", "Verbatim", "lstlisting", "minted", "comment"]);
const LONGEST_TITLE = 200;
/** Environments nested deeper are not told apart. */
const DEEPEST = 32;
/** An end closes what it names if that was opened this many environments ago at most. */
const NEAR = 8;
/** A section's command is parted from the text under it only where nothing else is left. */
const WEAKEST = 1_000;

/** What can open, close or divide something; escaped backslashes and comments are matched to be passed over. */
const MARK =
  /\\\\|\\%|%[^\n]*|\\(begin|end)\{([A-Za-z]{1,40}\*?)\}|\\(part|chapter|section|subsection|subsubsection|paragraph)\*?(?=[[{])|\\item\b|\$\$|\\\[|\\\]|\n[ \t]*\r?\n/g;

/** Sections by their commands; environments, formulas and paragraphs are the blocks. */
export function latexStructure(text: string): Structure {
  const seams = new SeamList("prose");
  const headings: { title: string; level: number; start: number }[] = [];
  const open: string[] = [];
  const block = (position: number, code = false): void => {
    const last = seams.positions.at(-1) ?? 0;
    if (position <= last || position >= text.length) return;
    const headed = headings.length > 0 && last === headings[headings.length - 1].start;
    const level = headed ? WEAKEST : BLOCK + open.length * PER_DEPTH;
    seams.add(position, level, "paragraph", code ? "code" : "prose", headed ? "always" : "none");
  };
  // What closes something is looked for from every opening: what was seen of the text is remembered.
  const searches = new Map<string, Occurrences>();
  const find = (search: string): Occurrences => {
    const known = searches.get(search) ?? new Occurrences(text, search);
    searches.set(search, known);
    return known;
  };
  const marks = new RegExp(MARK);
  for (let match = marks.exec(text); match !== null; match = marks.exec(text)) {
    const [mark, edge, environment, command] = match;
    const { index } = match;
    const behind = index + mark.length;
    if (edge === "begin") {
      const verbatim = VERBATIM.has(environment);
      block(index, verbatim);
      if (verbatim) marks.lastIndex = verbatimEnd(find(`\\end{${environment}}`), behind);
      else if (environment !== "document" && open.length < DEEPEST) open.push(environment);
    } else if (edge === "end") {
      const at = open.slice(-NEAR).lastIndexOf(environment);
      if (at >= 0) open.length = Math.max(0, open.length - NEAR) + at;
      block(behind);
    } else if (command !== undefined) {
      const level = SECTIONS.indexOf(command) + 1;
      if (index > 0) seams.add(index, level - 1, "section", "prose");
      headings.push({ title: titleAt(text, behind), level, start: index });
      open.length = 0;
    } else if (mark === "\\item") {
      if (index > (seams.positions.at(-1) ?? 0))
        seams.add(index, BLOCK + Math.max(0, open.length - 1) * PER_DEPTH + ITEM, "list", "prose");
    } else if (mark === "$$" || mark === "\\[") {
      block(index);
      const close = find(mark === "$$" ? "$$" : "\\]").next(behind);
      if (close - behind < LONGEST_FORMULA) marks.lastIndex = close + 2;
    } else if (mark.startsWith("\n")) block(behind);
  }
  return { seams, outline: headingSections(headings, text.length) };
}

/** A formula that runs on for longer was never closed. */
const LONGEST_FORMULA = 10_000;

function verbatimEnd(ends: Occurrences, from: number): number {
  const end = ends.next(from);
  return Number.isFinite(end) ? end : from;
}

/** What stands in the braces of a section command, behind an optional short title in brackets. */
function titleAt(text: string, position: number): string {
  const head = text.slice(position, position + 2 * LONGEST_TITLE);
  const start = head.indexOf("{", head.startsWith("[") ? Math.max(0, head.indexOf("]")) : 0);
  if (start < 0) return "";
  let depth = 0;
  let end = start;
  for (; end < head.length; end++) {
    if (head[end] === "{") depth++;
    else if (head[end] === "}" && --depth === 0) break;
  }
  return head
    .slice(start + 1, end)
    .replaceAll(/\\[a-zA-Z]+\*?|[{}$~]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, LONGEST_TITLE);
}
