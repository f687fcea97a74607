import { wordTerms } from "./analyse.ts";
import { analysisLanguage } from "./language.ts";
import { visitTokens } from "./tokens.ts";
import type { WordTerms } from "./word-terms.ts";

export interface QueryTerm {
  readonly term: string;
  /** 1, or less where the word says nothing in another of the languages. */
  readonly weight: number;
}

/** More words than anyone asks with; of a longer text given as a question, the most frequent ones. */
export const MOST_QUERY_TERMS = 128;
/** So many stop words of one language say that the question is written in it. */
const TELLING_STOP_WORDS = 2;
const LONGEST_STOP_WORD = 16;
/** "war" in a base with German texts: a word, but also "was". */
const DOUBTFUL_WEIGHT = 0.25;

interface Counted {
  count: number;
  weight: number;
}

/**
 * The terms of a question, each once, in order. A base may hold texts in several languages, and a question is too
 * short to tell its own for sure: every word gets the terms it would have in any of `languages` (English without
 * them; all must be loaded), but the stop words of the one it is most likely written in are left out. A question
 * of nothing else keeps them.
 */
export function analyseQuery(text: string, languages: readonly string[] = []): QueryTerm[] {
  const spoken = languages.length === 0 ? [undefined] : [...new Set(languages.map(analysisLanguage))];
  const useful = countTerms(
    text,
    spoken.map((code) => wordTerms(code)),
    true,
  );
  if (useful.size > 0) return mostFrequent(useful);
  const everything = spoken.map((code) => wordTerms(code, true));
  return mostFrequent(countTerms(text, everything, false));
}

function countTerms(text: string, languages: readonly WordTerms[], dropStopWords: boolean) {
  const asked = languages.length > 1 && dropStopWords ? askedIn(text, languages) : undefined;
  const counted = new Map<string, Counted>();
  visitTokens(text, (kind, source, start, end) => {
    let weight = 1;
    if (asked !== undefined && kind === "word" && end - start <= LONGEST_STOP_WORD) {
      const word = source.slice(start, end);
      if (asked.language.isStopWord(word)) return;
      if (languages.some(({ language }) => language.isStopWord(word))) weight = DOUBTFUL_WEIGHT;
    }
    for (const terms of languages) {
      for (const term of terms.of(kind, source, start, end)) {
        const known = counted.get(term);
        if (known === undefined) counted.set(term, { count: 1, weight });
        else {
          known.count++;
          known.weight = Math.max(known.weight, weight);
        }
      }
    }
  });
  return counted;
}

/** The language with most stop words in the question, or the first named where none stands out. */
function askedIn(text: string, languages: readonly WordTerms[]): WordTerms {
  const counts = languages.map(() => 0);
  visitTokens(text, (kind, source, start, end) => {
    if (kind !== "word" || end - start > LONGEST_STOP_WORD) return;
    const word = source.slice(start, end);
    languages.forEach(({ language }, i) => {
      if (language.isStopWord(word)) counts[i]++;
    });
  });
  const most = Math.max(...counts);
  return languages[most >= TELLING_STOP_WORDS ? counts.indexOf(most) : 0];
}

/** At most `MOST_QUERY_TERMS`: the most frequent, the first among equals, in the order they were met. */
function mostFrequent(counted: ReadonlyMap<string, Counted>): QueryTerm[] {
  const all = [...counted];
  let kept = all;
  if (all.length > MOST_QUERY_TERMS) {
    const last = all.map(([, { count }]) => count).sort((a, b) => b - a)[MOST_QUERY_TERMS - 1];
    let room = MOST_QUERY_TERMS - all.filter(([, { count }]) => count > last).length;
    kept = all.filter(([, { count }]) => count > last || (count === last && room-- > 0));
  }
  return kept.map(([term, { weight }]) => ({ term, weight }));
}
