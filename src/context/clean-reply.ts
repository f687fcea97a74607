import { sentenceSpans } from "../text/sentences.ts";
import { clip, oneLine } from "./one-line.ts";

/** One or two sentences; what is longer was not asked for. */
export const DEFAULT_MAX_CONTEXT_CHARS = 1_000;
/** Looked at of a reply, as a multiple of what is kept: tags and blanks may be dropped. */
const LOOKED_AT = 8;

/** Reasoning that some open models put before their answer. */
const THOUGHT = "<think>";
const THOUGHT_END = "</think>";
/** Tags as requests have them (`<chunk-0123456789abcdef>`), and role marks: a reply that quotes them opens nothing. */
const TAG = /<\/?[a-z]{1,20}(?:-[a-z]{1,20}){0,3}-[0-9a-f]{16}>|<\/?(?:document|chunk)>|<\||\|>/gi;
/** Control characters; and what is not seen but read: marks of direction, joiners' kin, tag characters. */
const UNSEEN =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

export interface CleanReplyOptions {
  readonly maxChars?: number | undefined;
  /** A mark that is put before contexts when they are shown, and dropped where the model put it there itself. */
  readonly prefix?: string | undefined;
}

/**
 * A model's words as they may be stored and shown: one line of bounded length, without control characters, invisible
 * marks or tags that could be taken for ours. Empty where nothing is left.
 */
export function cleanReply(
  reply: string,
  { maxChars = DEFAULT_MAX_CONTEXT_CHARS, prefix = "" }: CleanReplyOptions = {},
): string {
  const bounded = clip(withoutThought(reply), LOOKED_AT * maxChars + 1_000).toWellFormed();
  // A blank for each tag: what stood on either side of it must not come together as another.
  const text = bounded.replace(UNSEEN, "").replace(TAG, " ");
  const line = oneLine(text, LOOKED_AT * maxChars);
  const mark = prefix.trim();
  const own = mark !== "" && line.startsWith(mark) ? line.slice(mark.length).trimStart() : line;
  return shortened(own, maxChars);
}

/** Of a reply that was cut short: its whole sentences. */
export function wholeSentences(line: string): string {
  const spans = [...sentenceSpans(line)];
  const last = spans.at(-1);
  if (last === undefined) return "";
  if (/[.!?…。！？।؟]["'”’»)\]]{0,3}$/u.test(line)) return line;
  return line.slice(0, last.start).trimEnd();
}

function withoutThought(reply: string): string {
  const text = reply.trimStart();
  if (!text.startsWith(THOUGHT)) return text;
  const end = text.indexOf(THOUGHT_END);
  return end < 0 ? "" : text.slice(end + THOUGHT_END.length);
}

/** Ends with a sentence where one ends in the second half, else with a word. */
function shortened(line: string, most: number): string {
  if (line.length <= most) return line;
  const cut = clip(line, most - 1);
  const sentences = wholeSentences(cut);
  if (sentences.length >= most / 2) return sentences;
  const blank = cut.lastIndexOf(" ");
  return `${blank >= most / 2 ? cut.slice(0, blank) : cut}…`;
}
