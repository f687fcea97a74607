import { invalidOption } from "../../core/errors.ts";
import { analysisLanguage, DEFAULT_LANGUAGE, languageOf } from "./language.ts";
import { hasStemmer, loadStemmers } from "./stemmers.ts";
import { visitTokens } from "./tokens.ts";
import { WordTerms } from "./word-terms.ts";

/** Raised whenever a text gets other terms than before: what was indexed by another version must be indexed again. */
export const ANALYSER_VERSION = 2;

export interface AnalyseOptions {
  /**
   * What the text is written in (ISO 639-1); English without it, which also suits code. Any is taken; those in
   * `STEMMED_LANGUAGES` but English must be loaded first.
   */
  readonly language?: string | undefined;
  /** Keeps words such as "the". For short texts that are names, as titles are. Default: false. */
  readonly keepStopWords?: boolean | undefined;
}

const makers = new Map<string, WordTerms>();

/** Fetches what `analyse` and `analyseQuery` need for texts in these languages. Others than known ones need nothing. */
export async function loadLanguages(languages: Iterable<string>): Promise<void> {
  await loadStemmers(languages);
}

/**
 * The terms a text is found by, in order and with repeats: words without case, accents and endings; identifiers
 * whole and in their parts; numbers, versions and dates whole; pairs of characters where words have no blanks
 * between them. Stop words are left out. A question gets the same terms by `analyseQuery`.
 */
export function analyse(text: string, { language, keepStopWords }: AnalyseOptions = {}): string[] {
  const words = wordTerms(language, keepStopWords);
  const terms: string[] = [];
  visitTokens(text, (kind, source, start, end) => {
    const own = words.of(kind, source, start, end);
    for (let i = 0; i < own.length; i++) terms.push(own[i]);
  });
  return terms;
}

/** The makers of terms, which remember words; one a language. */
export function wordTerms(language: string = DEFAULT_LANGUAGE, keepStopWords = false): WordTerms {
  const code = analysisLanguage(language);
  const key = keepStopWords ? `${code} all` : code;
  const known = makers.get(key);
  if (known !== undefined) return known;
  if (!hasStemmer(code)) {
    invalidOption("language", language, `one that is loaded; await loadLanguages(["${code}"]) first`);
  }
  const made = new WordTerms(languageOf(code), keepStopWords);
  makers.set(key, made);
  return made;
}
