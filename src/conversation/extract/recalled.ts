import type { Span } from "../../core/span.ts";

/** How programs frame what they recalled or want to remind of; only at the start of a line. */
const OPENING =
  /^[ \t]{0,8}(?:<((?:memory|memories|(?:recalled|relevant|user|saved)[-_]memor(?:y|ies)|system-reminder)(?:[-_:][\w-]{1,64})?)(?:[ \t][^>\n]{0,3000})?>|\[(?:recalled|relevant|saved) memor(?:y|ies)\b[^\]\n]{0,200}\])/gim;
const CLOSING_TAG =
  /<\/((?:memory|memories|(?:recalled|relevant|user|saved)[-_]memor(?:y|ies)|system-reminder)(?:[-_:][\w-]{1,64})?)>/gi;
const CLOSING_LINE =
  /^[ \t]{0,8}\[(?:end of |end |\/)(?:recalled|relevant|saved) memor(?:y|ies)\b[^\]\n]{0,200}\]/gim;
const BLANK_LINE = /\n[ \t\r]{0,8}\n/g;

/**
 * Where a text repeats memories that a program put into it: what was remembered once must not come back as
 * if it had been said again. In order and apart.
 *
 * A tag's block ends at its closing tag; without one, at the text's end where the tag stands alone on its
 * line, else at the next blank line. A bracketed heading's block ends at its closing line, else at the next
 * blank line. `continues`: the text is a later part of a message, so a block may have begun before it.
 */
export function recalledSpans(text: string, continues = false): Span[] {
  const spans: Span[] = [];
  const tags = new ClosingTags(text);
  const closingLines = new Places(text, CLOSING_LINE);
  const blankLines = new Places(text, BLANK_LINE);
  let end = 0;
  if (continues) {
    const opening = text.matchAll(OPENING).next().value?.index ?? text.length;
    if (tags.first !== undefined && tags.first < opening) {
      end = tags.first;
      spans.push({ start: 0, end });
    }
  }
  for (const match of text.matchAll(OPENING)) {
    if (match.index < end) continue;
    const after = match.index + match[0].length;
    const paragraph = blankLines.endAfter(after) ?? text.length;
    // Without its end, an opening inside prose must not silence the message; one on its own line may.
    if (match[1] === undefined) end = closingLines.endAfter(after) ?? paragraph;
    else end = tags.endAfter(match[1], after) ?? (isLineEnd(text, after) ? text.length : paragraph);
    spans.push({ start: match.index, end });
  }
  return spans;
}

/** Ends of a pattern's matches, asked for from left to right: all questions together take one pass. */
class Places {
  readonly #ends: number[];
  #next = 0;

  constructor(text: string, pattern: RegExp) {
    this.#ends = Array.from(text.matchAll(pattern), (match) => match.index + match[0].length);
  }

  endAfter(position: number): number | undefined {
    while (this.#next < this.#ends.length && this.#ends[this.#next] <= position) this.#next++;
    return this.#ends[this.#next];
  }
}

class ClosingTags {
  readonly first: number | undefined;
  readonly #ends = new Map<string, { readonly list: number[]; next: number }>();

  constructor(text: string) {
    for (const match of text.matchAll(CLOSING_TAG)) {
      const end = match.index + match[0].length;
      this.first ??= end;
      const known = this.#ends.get(match[1]);
      if (known === undefined) this.#ends.set(match[1], { list: [end], next: 0 });
      else known.list.push(end);
    }
  }

  endAfter(name: string, position: number): number | undefined {
    const known = this.#ends.get(name);
    if (known === undefined) return undefined;
    while (known.next < known.list.length && known.list[known.next] <= position) known.next++;
    return known.list[known.next];
  }
}

function isLineEnd(text: string, at: number): boolean {
  while (at < text.length && (text[at] === " " || text[at] === "\t" || text[at] === "\r")) at++;
  return at === text.length || text[at] === "\n";
}
