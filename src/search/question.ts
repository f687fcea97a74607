import { analyse } from "../text/analysis/analyse.ts";
import { analyseQuery, type QueryTerm } from "../text/analysis/analyse-query.ts";
import { clipText } from "./clip-text.ts";
import { type TermPlace, termLocator } from "./locate-terms.ts";

export interface Question {
  /** What is embedded: no longer than what is analysed. */
  readonly text: string;
  /** Each once, in order, with how much it counts. */
  readonly terms: readonly QueryTerm[];
  /** As they stand in the question, with repeats. */
  readonly sequence: readonly string[];
  /** Where its terms stand in a text. */
  placesIn(text: string): TermPlace[];
}

/** Longer questions are pasted documents: their beginning says what they are about. In characters. */
const LONGEST_QUESTION = 8_000;
const LONGEST_SEQUENCE = 256;

/** Any text is a question: signs have no meaning of their own. The languages must be loaded. */
export function readQuestion(query: string, languages: readonly string[] = []): Question {
  const text = clipText(query, LONGEST_QUESTION);
  const terms = analyseQuery(text, languages);
  const known = new Set(terms.map(({ term }) => term));
  const sequence = analyse(text, { language: languages[0] }).filter((term) => known.has(term));
  return {
    text,
    terms,
    sequence: sequence.slice(0, LONGEST_SEQUENCE),
    placesIn: termLocator(known, languages),
  };
}
