import type { LanguageProfiles } from "./language-profiles.ts";

/** What is looked at of a text, in UTF-16 units. */
const LONGEST_TEXT = 1_000;
/** Bytes after which the next blank ends it, and after which the next character does. */
const ENOUGH_BYTES = 350;
const MOST_BYTES = 380;
/** Bytes of a word that are cut into n-grams. */
const LONGEST_WORD = 70;
const BLANK = 32;
const APOSTROPHES = new Set(["'", "`", "’"].map((sign) => sign.charCodeAt(0)));

/** Fewer n-grams say nothing. */
const LEAST_NGRAMS = 3;
/** Brings a mean score to a number between 0 and 1. */
const SCALE = 25;
/** The share of a language's average score that makes an answer sure. */
const SURE = 0.75;

/**
 * The language of a text where it is sure, by the n-grams of bytes its words are made of: as the package `eld` tells
 * it, whose tables the profiles are.
 */
export function tellLanguage(text: string, profiles: LanguageProfiles): string | undefined {
  const ngrams = new Set<string>();
  for (const word of signedWords(separated(text.slice(0, LONGEST_TEXT), profiles), profiles))
    addNgrams(word, ngrams);
  if (ngrams.size < LEAST_NGRAMS) return undefined;
  const { languages, averages } = profiles;
  const sums = new Int32Array(languages.length);
  for (const ngram of ngrams) profiles.addScores(ngram, sums);
  let best = 0;
  for (let i = 1; i < sums.length; i++) if (sums[i] > sums[best]) best = i;
  const mean = sums[best] / ngrams.size;
  const isSure = mean > 0 && averages[best] * SURE <= mean / (mean + SCALE);
  return isSure ? languages[best] : undefined;
}

/** Letters in lower case, with one blank for all between two words but the apostrophes before the next word. */
function separated(text: string, profiles: LanguageProfiles): string {
  const { length } = text;
  let words = "";
  for (let at = 0; at < length; ) {
    let end = at;
    while (end < length && profiles.isLetter(text.charCodeAt(end))) end++;
    words += text.slice(at, end);
    at = end;
    while (end < length && !profiles.isLetter(text.charCodeAt(end))) end++;
    let apostrophes = end;
    while (apostrophes > at && APOSTROPHES.has(text.charCodeAt(apostrophes - 1))) apostrophes--;
    if (apostrophes > at) words += " ";
    words += text.slice(apostrophes, end);
    at = end;
  }
  return words.trim().toLowerCase();
}

/** The words' bytes in UTF-8, a character each: ASCII as itself, of the others as profiles write them. */
function signedWords(text: string, profiles: LanguageProfiles): string[] {
  const words: string[] = [];
  let word = "";
  let bytes = 0;
  for (let i = 0; i < text.length && bytes <= MOST_BYTES; i++) {
    const unit = text.charCodeAt(i);
    if (unit === BLANK) {
      if (word !== "") words.push(word);
      word = "";
      if (bytes > ENOUGH_BYTES) break;
      bytes++;
    } else if (unit < 0x80) {
      word += text[i];
      bytes++;
    } else if (unit < 0x800) {
      word += profiles.signOf(0xc0 | (unit >> 6)) + profiles.signOf(0x80 | (unit & 0x3f));
      bytes += 2;
    } else {
      // Letters of the first plane only, and so no surrogates.
      const [first, second, third] = [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)];
      word += profiles.signOf(first) + profiles.signOf(second) + profiles.signOf(third);
      bytes += 3;
    }
  }
  if (word !== "") words.push(word);
  return words;
}

/** Four bytes in every three, and the last four; a blank where the word begins or ends. */
function addNgrams(word: string, ngrams: Set<string>): void {
  const length = Math.min(word.length, LONGEST_WORD);
  let at = 0;
  for (; at + 4 < length; at += 3) ngrams.add((at === 0 ? " " : "") + word.slice(at, at + 4));
  // Of a word that goes on behind what is cut, the rest counts as one.
  ngrams.add(`${at === 0 ? " " : ""}${word.slice(Math.max(0, length === 3 ? 0 : length - 4))} `);
}
