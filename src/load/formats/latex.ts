import { latexStructure } from "../../chunk/latex/latex-structure.ts";
import type { Format, Parsed } from "../format.ts";
import { readSourceText } from "../text-source.ts";

/** LaTeX: the decoded file, with the sections of its commands as outline. */
export const format: Format = {
  type: "latex",
  async parse(bytes, source): Promise<Parsed> {
    const { text, metadata, warnings } = readSourceText(bytes, source);
    const { outline = [] } = latexStructure(text);
    const title = titleOf(text);
    return { text, format: "latex", outline, ...(title === undefined ? {} : { title }), metadata, warnings };
  },
};

/** A title stands in the preamble; further on nobody looks for it. */
const PREAMBLE = 65_536;
const LONGEST_TITLE = 500;

/** What the last `\title{…}` that is not in a comment says, without the commands in it. */
function titleOf(text: string): string | undefined {
  let title: string | undefined;
  const preamble = text.slice(0, PREAMBLE);
  for (const { index } of preamble.matchAll(/\\title\s{0,20}(?:\[[^\]]{0,200}\])?\{/g)) {
    if (isCommented(preamble, index)) continue;
    const start = preamble.indexOf(
      "{",
      preamble.startsWith("[", index + 6) ? preamble.indexOf("]", index) : index,
    );
    title = plainWords(bracedText(preamble, start + 1));
  }
  return title === "" ? undefined : title;
}

function isCommented(text: string, position: number): boolean {
  const before = text.slice(Math.max(0, position - LONGEST_TITLE), position);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return /(?:^|[^\\])(?:\\\\)*%/.test(line);
}

function bracedText(text: string, start: number): string {
  let depth = 1;
  let at = start;
  for (const most = Math.min(text.length, start + LONGEST_TITLE); at < most; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) break;
  }
  return text.slice(start, at);
}

function plainWords(title: string): string {
  return title
    .replaceAll(/(?<!\\)%[^\n]*/g, "")
    .replaceAll(/\\thanks\{[^{}]*\}/g, "")
    .replaceAll(/\\\\|~/g, " ")
    .replaceAll(/\\([&%$#_{}])/g, "$1")
    .replaceAll(/\\[a-zA-Z]+\*?|[{}]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
