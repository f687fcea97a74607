import { stemmer } from "stemmer";
import { STOP_WORDS } from "./stop-words.ts";

/** Words, numbers and identifiers: letters and digits, with the signs that join parts of a name. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[_$'’][\p{L}\p{N}\p{M}]+)*_*/gu;
/** Scripts written without blanks between words, or with endings glued on: two characters are a term. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** "getHTTPResponse2" is get, HTTP, Response, 2; "snake_case" is snake, case. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lo}+|\p{N}+/gu;
const MARKS = /\p{M}+/gu;
/** A longer word is data: its beginning will do to tell it from others. */
const LONGEST_WORD = 64;

/**
 * The terms a text is found by, in order and with repeats: words without case, accents and endings;
 * identifiers whole and in their parts; pairs of characters where words have no blanks between them. Stop
 * words are left out. The same for documents and for questions.
 */
export function analyse(text: string): string[] {
  const terms: string[] = [];
  for (const [word] of text.normalize("NFKC").matchAll(WORD)) addWord(terms, word.slice(0, LONGEST_WORD));
  return terms;
}

function addWord(terms: string[], word: string): void {
  if (UNSPACED.test(word)) {
    addPairs(terms, word);
    return;
  }
  const parts = word.match(PART) ?? [];
  if (parts.length > 1 && isIdentifier(word)) {
    terms.push(fold(word));
    for (const part of parts) if (part.length > 1) addTerm(terms, fold(part));
    return;
  }
  addTerm(terms, fold(word.replace(/['’](?:s|S)$|_+$/, "")));
}

function addTerm(terms: string[], term: string): void {
  if (term !== "" && !STOP_WORDS.has(term)) terms.push(/^[a-z]+$/.test(term) ? stemmer(term) : term);
}

/** Has a sign, a digit or a capital inside, as names in code do and words do not. */
function isIdentifier(word: string): boolean {
  return /[_$\p{N}]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word);
}

function addPairs(terms: string[], word: string): void {
  const characters = [...word];
  if (characters.length === 1) terms.push(word);
  for (let i = 0; i + 1 < characters.length; i++) terms.push(characters[i] + characters[i + 1]);
}

function fold(word: string): string {
  return word.toLowerCase().normalize("NFD").replaceAll(MARKS, "");
}
