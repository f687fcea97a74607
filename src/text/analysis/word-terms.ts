import { LONGEST_SLICE, SliceCache } from "../slice-cache.ts";
import { TwoGenerationCache } from "./cache.ts";
import { fold, isAscii } from "./fold.ts";
import type { Language } from "./language.ts";
import { numberTerms } from "./number-terms.ts";
import type { TokenKind } from "./tokens.ts";

/** "getHTTPResponse2" is get, HTTP, Response, 2; "snake_case" is snake, case. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lo}\p{M}]+|\p{N}+/gu;
/** Has a sign, a digit or a capital inside, as names in code do and words do not. */
const IDENTIFIER = /[_$\p{N}]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;
const HEXADECIMAL = /^(?:0x)?[0-9a-f]{8,}$/i;
/** Letters and digits change places this often in a number that is written in letters, and not in names. */
const HEXADECIMAL_CHANGES = 3;
/** A longer word is data: its beginning will do to tell it from others. */
const LONGEST_WORD = 64;
/** Longer ones come once; the memory is for those that come again. */
const LONGEST_REMEMBERED = 32;

/** Short words, forgotten ones among them; then all are learnt anew. */
const MOST_REMEMBERED = 131_072;

/** The terms of single tokens in one language, remembered. */
export class WordTerms {
  readonly language: Language;
  readonly #keepStopWords: boolean;
  /** Places in the list beside it. */
  readonly #short = new SliceCache();
  #terms: (readonly string[])[] = [];
  readonly #known = new TwoGenerationCache<readonly string[]>();

  constructor(language: Language, keepStopWords: boolean) {
    this.language = language;
    this.#keepStopWords = keepStopWords;
  }

  of(kind: TokenKind, text: string, start: number, end: number): readonly string[] {
    if (end - start > LONGEST_REMEMBERED || kind === "unspaced") {
      return this.#make(
        kind,
        text.slice(start, kind === "unspaced" ? end : Math.min(end, start + LONGEST_WORD)),
      );
    }
    if (end - start > LONGEST_SLICE) return this.#ofLonger(kind, text.slice(start, end));
    const known = this.#short.get(text, start, end);
    if (known >= 0) return this.#terms[known];
    const token = text.slice(start, end);
    if (!isAscii(token)) return this.#ofLonger(kind, token);
    const terms = tight(this.#make(kind, detached(token)));
    this.#short.set(this.#terms.push(terms) - 1);
    if (this.#terms.length === MOST_REMEMBERED) this.#forget();
    return terms;
  }

  #forget(): void {
    this.#short.clear();
    this.#terms = [];
  }

  #ofLonger(kind: TokenKind, token: string): readonly string[] {
    const known = this.#known.get(token);
    if (known !== undefined) return known;
    const own = detached(token);
    const terms = tight(this.#make(kind, own));
    this.#known.set(own, terms);
    return terms;
  }

  #make(kind: TokenKind, token: string): readonly string[] {
    if (kind === "unspaced") return pairs(token.normalize("NFKC"));
    if (kind === "whole") return [fold(token.toLowerCase())];
    if (isAscii(token)) return this.#parts(kind, token);
    // A word of nothing but vowel signs has no letter left.
    return this.#parts(kind, token.normalize("NFKC").replaceAll("’", "'")).filter((term) => term !== "");
  }

  #parts(kind: TokenKind, word: string): readonly string[] {
    return kind === "number" ? numberTerms(word, (part) => this.#word(part)) : this.#word(word);
  }

  #word(word: string): readonly string[] {
    if (isHexadecimal(word)) return [word.toLowerCase()];
    const parts = IDENTIFIER.test(word) ? (word.match(PART) ?? []) : [];
    if (parts.length < 2) return this.language.pieces(word).flatMap((piece) => this.#plain(piece));
    const named = parts.filter((part) => part.length > 1).flatMap((part) => this.#plain(part));
    return [fold(word.toLowerCase()), ...named];
  }

  #plain(word: string): readonly string[] {
    if (word === "" || (!this.#keepStopWords && this.language.isStopWord(word))) return [];
    return this.language.terms(word);
  }
}

/** Two characters are a term where blanks do not part words. */
function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  const terms: string[] = [];
  for (let i = 0; i + 1 < characters.length; i++) terms.push(characters[i] + characters[i + 1]);
  return terms;
}

function isHexadecimal(word: string): boolean {
  if (!HEXADECIMAL.test(word)) return false;
  return /^0x/i.test(word) || (word.match(/\d(?=\D)|\D(?=\d)/g)?.length ?? 0) >= HEXADECIMAL_CHANGES;
}

const NO_TERMS: readonly string[] = [];

/** As long as what it holds: a list that grew has room for more, and a hundred thousand of them are kept. */
function tight(terms: readonly string[]): readonly string[] {
  return terms.length === 0 ? NO_TERMS : terms.slice();
}

/** A copy: a slice would keep the text it was cut from in memory for as long as it is remembered. */
function detached(token: string): string {
  return ` ${token}`.slice(1);
}
