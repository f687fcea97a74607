import { wordTerms } from "../text/analysis/analyse.ts";
import { visitTokens } from "../text/analysis/tokens.ts";

/** How the documents of a base use words, as far as keywords need it. */
export interface CorpusStatistics {
  readonly documents: number;
  /** How many documents hold an analysed term. */
  documentFrequency(term: string): number;
}

export interface Keyword {
  /** As it is searched by. */
  readonly term: string;
  /** As the document first writes it. */
  readonly word: string;
  readonly score: number;
}

const SHORTEST = 2;
const LONGEST = 64;

/**
 * The words that tell this document from the others: TF-IDF with a logarithm of the count, so that one word repeated a
 * thousand times is not all there is. Linear in the text; the language must be loaded.
 */
export function documentKeywords(
  text: string,
  corpus: CorpusStatistics,
  { most = 12, language }: { readonly most?: number; readonly language?: string | undefined } = {},
): Keyword[] {
  const terms = wordTerms(language);
  const seen = new Map<string, { count: number; readonly word: string }>();
  visitTokens(text, (kind, source, start, end) => {
    const made = terms.of(kind, source, start, end);
    for (const term of made) {
      const known = seen.get(term);
      if (known !== undefined) known.count++;
      else if (isWord(term)) {
        // Parts of a name and pairs of ideographs stand for themselves.
        const whole = source.slice(start, Math.min(end, start + LONGEST));
        const isWhole = made.length === 1 || term === whole.toLowerCase();
        seen.set(term, { count: 1, word: isWhole ? whole : term });
      }
    }
  });
  const scored: Keyword[] = [];
  for (const [term, { count, word }] of seen) {
    const rarity = Math.log((corpus.documents + 1) / (corpus.documentFrequency(term) + 0.5));
    const score = (1 + Math.log(count)) * rarity;
    if (score > 0) scored.push({ term, word, score });
  }
  return best(scored, most);
}

/** Numbers tell little about a document. */
function isWord(term: string): boolean {
  return term.length >= SHORTEST && !/^[\d.,:_-]+$/.test(term);
}

/** Highest first; of equal ones in the alphabet's order, so that no run differs from another. */
function best(scored: Keyword[], most: number): Keyword[] {
  return scored.sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1)).slice(0, most);
}
