import { invalidOption } from "../core/errors.ts";
import type { SeamChooser } from "./cut.ts";

/**
 * A separator is a plain string, never a pattern: a pattern could take exponential time, and the law
 * is linear work. A line feed in it also stands for CRLF.
 */
export interface Separator {
  readonly text: string;
  /**
   * Where the cut falls: behind the text, or in front of it (line feeds it begins with stay with what
   * they end). Nothing is ever dropped.
   */
  readonly cut: "before" | "after";
}

/**
 * A string is cut behind ("; "), except that line feeds in front of other text stay with what they
 * end: "\nclass " cuts before "class".
 */
export type SeparatorInput = string | Separator;

interface Compiled {
  readonly text: string;
  /** How much of the text lies before the cut. */
  readonly lead: number;
  readonly rank: number;
}

export function resolveSeparators(inputs: readonly SeparatorInput[]): Separator[] {
  if (!Array.isArray(inputs))
    invalidOption("separators", inputs, "a list of strings, or the name of a preset");
  const separators: Separator[] = [];
  for (const input of inputs) {
    const separator = typeof input === "string" ? fromString(input) : input;
    if (typeof separator?.text !== "string" || (separator.cut !== "before" && separator.cut !== "after")) {
      invalidOption("separators", JSON.stringify(input), `strings or { text, cut: "before" | "after" }`);
    }
    // "" asks for single characters, which is where every splitter ends anyway.
    // A line feed stands for CRLF already.
    const text = separator.text.replaceAll("\r\n", "\n");
    if (text !== "") separators.push({ text, cut: separator.cut });
  }
  return separators;
}

function fromString(text: string): Separator {
  return { text, cut: leadingBreaks(text) > 0 ? "before" : "after" };
}

/** Line feeds in front of other text. */
function leadingBreaks(text: string): number {
  return /^\n+(?!\n|$)/.exec(text)?.[0].length ?? 0;
}

/** Chooses the separators in order of preference; of equals, the last in the window. */
export function separatorSeams(separators: readonly Separator[]): SeamChooser {
  const total = separators.length;
  const compiled = separators.map(({ text, cut }, index): Compiled => {
    return { text, lead: cut === "before" ? leadingBreaks(text) : text.length, rank: total - index };
  });
  // Candidates by the character before the cut, or behind it for those that lead nothing. The table is
  // indexed by seven bits of the code, so a hit may be false: the comparison decides.
  const byPrevious: (Compiled[] | undefined)[] = new Array(128).fill(undefined);
  const byNext: (Compiled[] | undefined)[] = new Array(128).fill(undefined);
  for (const one of compiled) {
    const table = one.lead > 0 ? byPrevious : byNext;
    const slot = one.text.charCodeAt(one.lead > 0 ? one.lead - 1 : 0) & 127;
    table[slot] ??= [];
    table[slot].push(one);
  }

  return (text) =>
    ({ low, high, accept }) => {
      let best = 0;
      let found = 0;
      const consider = (candidates: Compiled[] | undefined, at: number): void => {
        if (candidates === undefined) return;
        for (const { text: separator, lead, rank } of candidates) {
          if (rank <= best || !matches(text, at, separator, lead) || !accept(at)) continue;
          best = rank;
          found = at;
          return; // candidates are in order of preference
        }
      };
      for (let at = Math.min(high, text.length - 1); at >= low && best < total; at--) {
        consider(byPrevious[text.charCodeAt(at - 1) & 127], at);
        consider(byNext[text.charCodeAt(at) & 127], at);
      }
      return found === 0
        ? undefined
        : { position: found, boundary: boundaryOf(separators[total - best].text) };
    };
}

/** Whether the separator stands in the text with its cut at `cut`. */
function matches(text: string, cut: number, separator: string, lead: number): boolean {
  let at = cut;
  for (let i = lead - 1; i >= 0; i--) {
    at--;
    if (text.charCodeAt(at) !== separator.charCodeAt(i)) return false;
    if (separator.charCodeAt(i) === 10 && text.charCodeAt(at - 1) === 13) at--;
  }
  at = cut;
  for (let i = lead; i < separator.length; i++, at++) {
    if (separator.charCodeAt(i) === 10 && text.charCodeAt(at) === 13) at++;
    if (text.charCodeAt(at) !== separator.charCodeAt(i)) return false;
  }
  return true;
}

/** What a cut at this separator is called. */
function boundaryOf(separator: string): "paragraph" | "line" | "sentence" | "clause" | "word" | "syntax" {
  if (/^\n{2,}$/.test(separator)) return "paragraph";
  if (separator === "\n") return "line";
  if (/^[ \t]+$/.test(separator)) return "word";
  if (/^[.!?。！？।؟] ?$/.test(separator)) return "sentence";
  if (/^[,;:、，；：] ?$/.test(separator)) return "clause";
  return "syntax";
}
