import { fold, isAscii } from "./fold.ts";
import { baseLanguage, STEMMED_LANGUAGES, type Stemmer, stemmerOf } from "./stemmers.ts";
import { STOP_WORD_LANGUAGES, stopWordsOf } from "./stop-words.ts";

export const DEFAULT_LANGUAGE = "en";

/** Written in other letters than Latin ones: a Latin word among them is English, or a name. */
const OTHER_SCRIPTS = new Set(
  "am ar be bg bn el fa gu he hi hy ja ka kk km kn ko lo mk ml mn mr my ne or pa ru si sr ta te th uk ur yi zh".split(
    " ",
  ),
);
/** Words before an apostrophe are articles and the like: each side is a word. */
const ELIDING = new Set(["ca", "fr", "it"]);
/** A name's endings follow an apostrophe. */
const CUTTING = new Set(["tr"]);

/** Languages with rules of their own. */
const KNOWN = new Set([...STEMMED_LANGUAGES, ...STOP_WORD_LANGUAGES, ...ELIDING]);
/** Stand for all others: those in Latin letters ("undetermined", ISO 639-2), and those in scripts of their own. */
const OTHER_LATIN = "und";
const OTHER_SCRIPT = "zh";

/**
 * The language a text is analysed as, from what its metadata or a detector says: a code with rules of its own, or
 * the one that stands for languages without; English where nothing or no code is given. `STEMMED_LANGUAGES` and
 * these are few, so a base can list the ones it holds.
 */
export function analysisLanguage(language: unknown): string {
  if (typeof language !== "string") return DEFAULT_LANGUAGE;
  const code = baseLanguage(language);
  if (!/^[a-z]{2,3}$/.test(code)) return DEFAULT_LANGUAGE;
  if (KNOWN.has(code)) return code;
  return OTHER_SCRIPTS.has(code) ? OTHER_SCRIPT : OTHER_LATIN;
}

/** How the words of one language become terms. */
export interface Language {
  readonly code: string;
  /** The terms of a word that has no parts, most often one. Stop words are told by `isStopWord`, not left out here. */
  terms(word: string): readonly string[];
  isStopWord(word: string): boolean;
  /** The words around apostrophes that are looked at by themselves. */
  pieces(word: string): readonly string[];
}

/** `code` is one that `analysisLanguage` gives, and its stemmer is loaded. */
export function languageOf(code: string): Language {
  const stem = stemmerOf(code);
  const stopWords = stopWordsOf(code);
  const lower = (word: string): string => (code === "tr" ? word.toLocaleLowerCase("tr") : word.toLowerCase());
  if (code === "en") {
    const english = stem as Stemmer;
    return {
      code,
      terms: (word) => [english(fold(lower(word)))],
      isStopWord: (word) => stopWords.has(fold(lower(word))),
      pieces: (word) => [word.replace(/'[sS]$/, "")],
    };
  }
  const english = OTHER_SCRIPTS.has(code) ? languageOf("en") : undefined;
  return {
    code,
    terms: (word) => {
      const lowered = lower(word);
      return english !== undefined && isAscii(fold(lowered)) ? english.terms(word) : stems(lowered, stem);
    },
    isStopWord: (word) => stopWords.has(fold(lower(word))) || (english?.isStopWord(word) ?? false),
    pieces: (word) => {
      if (ELIDING.has(code)) return word.split("'");
      return [CUTTING.has(code) ? word.split("'", 1)[0] : word.replace(/'[sS]$/, "")];
    },
  };
}

/**
 * A stemmer needs the accents, and those who ask leave them out: where the stem of the bare word is another one,
 * both are terms. So the terms of a word without its accents are always among those of the word with them.
 */
function stems(word: string, stem: Stemmer | undefined): readonly string[] {
  const bare = fold(word);
  if (stem === undefined || !/\p{L}/u.test(word)) return [bare];
  const first = fold(stem(word));
  if (bare === word) return [first || bare];
  const second = fold(stem(bare)) || bare;
  return first === second || first === "" ? [second] : [first, second];
}
