import { isWhitespace } from "../../text/whitespace.ts";

/**
 * A text without what copying changes: letters in lower case, quotation marks and dashes of one kind, each
 * run of white space one space, no invisible characters. Law: unit `i` of `text` comes from the characters
 * `starts[i]` to `ends[i]` of the original.
 */
export interface FoldedText {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

const SAME_AS: ReadonlyMap<string, string> = new Map([
  ...Array.from("‘’‚‛′´`＇", (mark) => [mark, "'"] as const),
  ...Array.from("“”„‟″«»「」『』＂", (mark) => [mark, '"'] as const),
  ...Array.from("‐‑‒–—―−", (dash) => [dash, "-"] as const),
  ...Array.from("\u00ad\u200b\u200c\u200d\u2060\ufe0f", (invisible) => [invisible, ""] as const),
  ["…", "..."],
]);

export function foldText(original: string): FoldedText {
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < original.length; ) {
    const start = at;
    const code = original.charCodeAt(at);
    let piece: string;
    if (isGap(code)) {
      while (at < original.length && isGap(original.charCodeAt(at))) at++;
      piece = " ";
    } else {
      const character = String.fromCodePoint(original.codePointAt(at) as number);
      at += character.length;
      piece = SAME_AS.get(character) ?? character.toLowerCase();
    }
    for (let unit = 0; unit < piece.length; unit++) {
      starts.push(start);
      ends.push(at);
    }
    pieces.push(piece);
  }
  return { text: pieces.join(""), starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) };
}

/** White space, and control characters, which prompts show as spaces. */
function isGap(code: number): boolean {
  return code <= 0x20 || (code >= 0x7f && code < 0xa0) || isWhitespace(code);
}
