import { WORD_FIELDS, type WordField, type WordHit, type WordQuery } from "../../core/store.ts";
import { type AllowedDocuments, bestChunks } from "./best-chunks.ts";
import { rarity, saturation } from "./bm25.ts";
import { firstAtLeast } from "./first-at-least.ts";
import type { PostingList, Segment } from "./segment.ts";
import { type WordStatistics, wordStatistics } from "./statistics.ts";
import { type OpenList, type OpenTerm, WordScores } from "./word-scores.ts";

/**
 * The chunks that share most with the query: Okapi BM25 (Robertson and Zaragoza, 2009) in each field, the
 * fields' sums weighted, plus the weighted BM25 of the whole document, which is read from the same lists.
 * `numberOf` gives the numbers that hits have outside, `documentOf` their documents'.
 */
export function scoreWords(
  segments: readonly Segment[],
  query: Omit<WordQuery, "filter">,
  allowed?: AllowedDocuments,
  numberOf: (number: number) => number = (number) => number,
  documentOf: (number: number) => number | undefined = () => undefined,
): WordHit[] {
  const statistics = wordStatistics(segments);
  const terms = openTerms(segments, query, statistics);
  const words = new WordScores(segments, terms, statistics);
  const found = {
    scoresOf: (s: number) => words.score(s),
    documents: words.documents,
    weight: query.documentWeight,
    lists: words.places,
  };
  const best = bestChunks(segments, found, query.limit, allowed);
  const why: Why = (segment, place) => matchesOf(terms, place, segment, segments[segment], statistics);
  return best.ranked().map(({ number, score }) => {
    const s = segments.findIndex(({ first, size }) => first <= number && number < first + size);
    const i = number - segments[s].first;
    const [chunk, document] = [words.chunks[s][i], words.documents[segments[s].documents[i]]];
    return new Found(numberOf(number), documentOf(number), score, chunk, document, why, s, i);
  });
}

type Why = (segment: number, place: number) => WordHit["matches"];

class Found implements WordHit {
  readonly number: number;
  readonly documentNumber: number | undefined;
  readonly score: number;
  readonly chunk: number;
  readonly document: number;
  /** The same for all hits of a search: most of two hundred are never asked. */
  readonly #why: Why;
  readonly #segment: number;
  readonly #place: number;
  #matches: WordHit["matches"] | undefined;

  constructor(
    number: number,
    documentNumber: number | undefined,
    score: number,
    chunk: number,
    document: number,
    why: Why,
    segment: number,
    place: number,
  ) {
    this.number = number;
    this.documentNumber = documentNumber;
    this.score = score;
    this.chunk = chunk;
    this.document = document;
    this.#why = why;
    this.#segment = segment;
    this.#place = place;
  }

  get matches(): WordHit["matches"] {
    this.#matches ??= this.#why(this.#segment, this.#place);
    return this.#matches;
  }
}

function openTerms(
  segments: readonly Segment[],
  { terms, fields }: Omit<WordQuery, "filter">,
  statistics: WordStatistics,
): OpenTerm[] {
  return terms.map(({ term, weight }) => {
    const byField = WORD_FIELDS.map((): OpenList["parts"][number][] => []);
    segments.forEach((segment, s) => {
      for (const list of segment.postings(term)) byField[list.field].push({ segment: s, list });
    });
    const lists = byField.flatMap((parts, field) => {
      const fieldWeight = weight * fields[WORD_FIELDS[field]];
      if (parts.length === 0 || fieldWeight === 0) return [];
      const having = parts.reduce(
        (sum, { segment, list }) =>
          sum + (segments[segment].hasDead ? liveIn(list, segments[segment]) : list.places.length),
        0,
      );
      return [{ field, fieldWeight, weight: fieldWeight * rarity(statistics.chunks, having), parts }];
    });
    return { term, lists };
  });
}

function liveIn({ places }: PostingList, { dead }: Segment): number {
  let live = 0;
  for (let i = 0; i < places.length; i++) if (dead[places[i]] === 0) live++;
  return live;
}

function matchesOf(
  terms: readonly OpenTerm[],
  place: number,
  segment: number,
  { lengths }: Segment,
  { meanLengths }: WordStatistics,
): WordHit["matches"] {
  const matches: { term: string; field: WordField; score: number }[] = [];
  for (const { term, lists } of terms) {
    for (const { field, weight, parts } of lists) {
      const list = parts.find((part) => part.segment === segment)?.list;
      const count = list === undefined ? 0 : countIn(list, place);
      if (count === 0) continue;
      const score = weight * saturation(count, lengths[field][place], meanLengths[field]);
      matches.push({ term, field: WORD_FIELDS[field], score });
    }
  }
  return matches;
}

function countIn({ places, counts }: PostingList, place: number): number {
  const at = firstAtLeast(places, place);
  return places[at] === place ? counts[at] : 0;
}
