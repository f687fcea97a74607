import type { Span } from "../../../core/span.ts";

export interface Token extends Span {
  /** In lower case, typographic apostrophes straight. */
  readonly word: string;
}

const TOKEN =
  /\d{4}-\d\d-\d\d|\d+(?:[.,:]\d+)*(?:st|nd|rd|th)?|今天|明天|昨天|星期[一二三四五六日天]|周[一二三四五六日]|\p{Script=Han}|[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*|\S/gu;

export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: word, index }) => ({
    word: word.toLowerCase().replaceAll("’", "'"),
    start: index,
    end: index + word.length,
  }));
}

const JOINS = new Set([
  "and",
  "but",
  "so",
  "because",
  "plus",
  "also",
  "y",
  "et",
  "und",
  "e",
  "mais",
  "aber",
  "pero",
]);
const DASHES = new Set(["—", "–", "-"]);
const SUBJECTS = new Set([
  ...["i", "i'm", "i've", "i'll", "i'd", "my", "we", "we're", "we've", "we'll", "our", "let's"],
  ...["yo", "je", "j'ai", "ich", "wir", "eu", "mi", "meu", "minha", "mon", "ma", "mein", "meine"],
]);

/**
 * The clauses of a sentence that could each be a statement of its own: cut before "and I", "but my",
 * "because we", after a dash that such a word follows, and after a semicolon. Token ranges, half-open.
 */
export function clausesOf(tokens: readonly Token[]): Span[] {
  const clauses: Span[] = [];
  let start = 0;
  for (let at = 1; at < tokens.length - 1; at++) {
    const { word } = tokens[at];
    const isJoin = (JOINS.has(word) || DASHES.has(word)) && SUBJECTS.has(tokens[at + 1].word);
    if (!isJoin && word !== ";") continue;
    const end = tokens[at - 1].word === "," ? at - 1 : at;
    if (end > start) clauses.push({ start, end });
    start = at + 1;
  }
  if (start < tokens.length) clauses.push({ start, end: tokens.length });
  return clauses;
}
