import { analyse } from "../../src/text/analysis/analyse.ts";

export interface Bm25Options {
  /** How fast repeats of a term stop counting. */
  readonly k1?: number;
  /** How much a long text is held against its terms, 0 to 1. */
  readonly b?: number;
}

export interface Bm25Hit {
  /** The text's place in the order they were added. */
  readonly index: number;
  readonly score: number;
}

interface Postings {
  readonly texts: number[];
  readonly counts: number[];
}

/** Words against words, in memory: Okapi BM25 (Robertson and Zaragoza, 2009) over analysed terms. */
export class Bm25 {
  readonly #k1: number;
  readonly #b: number;
  readonly #postings = new Map<string, Postings>();
  readonly #lengths: number[] = [];
  #total = 0;

  constructor({ k1 = 1.2, b = 0.75 }: Bm25Options = {}) {
    this.#k1 = k1;
    this.#b = b;
  }

  get size(): number {
    return this.#lengths.length;
  }

  add(text: string): void {
    const index = this.#lengths.length;
    const counts = new Map<string, number>();
    const terms = analyse(text);
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      const postings = this.#postings.get(term) ?? { texts: [], counts: [] };
      postings.texts.push(index);
      postings.counts.push(count);
      this.#postings.set(term, postings);
    }
    this.#lengths.push(terms.length);
    this.#total += terms.length;
  }

  /** Each text's score, 0 where it shares no term with the query. */
  scores(query: string): Float64Array {
    const scores = new Float64Array(this.size);
    const mean = this.#total / Math.max(1, this.size);
    for (const term of new Set(analyse(query))) {
      const postings = this.#postings.get(term);
      if (postings === undefined) continue;
      const { texts, counts } = postings;
      const weight = Math.log(1 + (this.size - texts.length + 0.5) / (texts.length + 0.5));
      texts.forEach((text, i) => {
        const length = 1 - this.#b + (this.#b * this.#lengths[text]) / mean;
        scores[text] += (weight * counts[i] * (this.#k1 + 1)) / (counts[i] + this.#k1 * length);
      });
    }
    return scores;
  }

  /** The best `k` texts that share a term with the query; equals in the order they were added. */
  search(query: string, k: number): Bm25Hit[] {
    const hits: Bm25Hit[] = [];
    this.scores(query).forEach((score, index) => {
      if (score > 0) hits.push({ index, score });
    });
    return hits.sort((a, b) => b.score - a.score || a.index - b.index).slice(0, k);
  }
}
