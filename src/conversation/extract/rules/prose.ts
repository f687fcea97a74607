import type { Span } from "../../../core/span.ts";
import { sentenceSpans } from "../../../text/sentences.ts";

const FENCE = /^[ \t]{0,3}(?:```|~~~)/;
const QUOTED_OR_TABLE = /^[ \t]{0,3}[>|]/;
/** A line that begins something new: a list item, or a capital after a line's end. */
const NEW_STATEMENT = /^[ \t]{0,8}(?:[-*+•][ \t]|\d{1,3}[.)][ \t]|\p{Lu}|\p{Lo})/u;
/** Longer ones are pasted text, not something said. */
const LONGEST_SENTENCE = 1_000;

/**
 * The sentences of a stretch of a message that are its author's own words: not code, quoted lines, tables.
 * In chats a line that begins with a capital or as a list item is a statement of its own.
 */
export function* ownSentences(content: string, { start, end }: Span): Generator<Span> {
  for (const block of ownBlocks(content, start, end)) {
    for (const sentence of sentenceSpans(content.slice(block.start, block.end))) {
      if (sentence.end - sentence.start <= LONGEST_SENTENCE)
        yield { start: block.start + sentence.start, end: block.start + sentence.end };
    }
  }
}

function* ownBlocks(content: string, start: number, end: number): Generator<Span> {
  let inFence = false;
  let open = start;
  for (let at = start; at < end; ) {
    const newline = content.indexOf("\n", at);
    const next = newline < 0 || newline >= end ? end : newline + 1;
    const head = content.slice(at, Math.min(next, at + 24));
    const isFence = FENCE.test(head);
    const isLeftOut = isFence || inFence || QUOTED_OR_TABLE.test(head);
    if ((isLeftOut || NEW_STATEMENT.test(head)) && at > open) yield { start: open, end: at };
    if (isLeftOut) open = next;
    else if (NEW_STATEMENT.test(head)) open = at;
    if (isFence) inFence = !inFence;
    at = next;
  }
  if (open < end) yield { start: open, end };
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["“", "”"],
  ["„", "“"],
  ["«", "»"],
  ["「", "」"],
  ["`", "`"],
]);

/** Text between quotation marks or backticks, closed in the same paragraph. In order and apart. */
export function quotedSpans(content: string): Span[] {
  const spans: Span[] = [];
  let opened = -1;
  let closing = "";
  for (let at = 0; at < content.length; at++) {
    const character = content[at];
    if (character === "\n" && content[at + 1] === "\n") opened = -1;
    else if (opened >= 0) {
      if (character !== closing) continue;
      spans.push({ start: opened, end: at + 1 });
      opened = -1;
    } else {
      const mark = CLOSING.get(character);
      if (mark === undefined) continue;
      opened = at;
      closing = mark;
    }
  }
  return spans;
}

const MATERIAL_VERBS =
  "translate|proofread|rewrite|rephrase|paraphrase|summari[sz]e|correct|fix|edit|grade|classify|improve|polish|write(?! (?:(?:this|that|it) )?down)|draft|compose|traduce|traduis|übersetze|traduza";
/** "Translate this: …": what follows the colon or the line is material to work on. */
const MATERIAL = new RegExp(
  `^[^\\p{L}]{0,8}(?:(?:please|can you|could you) )?(?:${MATERIAL_VERBS})\\b`,
  "iu",
);
const ROLE_PLAY =
  /\brole-?play|\b(?:pretend|imagine|suppose|act as if) (?:that )?(?:i|i'm|i’m|we|we're)\b|\bin this (?:story|scenario|scene)\b|\bplay the role of\b/i;

/**
 * Where a message's own statements end: at the material it hands over to be worked on, or at once where it
 * sets up a role-play, in which nothing is said in earnest.
 */
export function endOfOwnWords(content: string): number {
  const head = content.slice(0, 400);
  if (ROLE_PLAY.test(head)) return 0;
  if (!MATERIAL.test(head)) return content.length;
  const end = head.search(/[:\n]/);
  return end < 0 ? content.length : end;
}
