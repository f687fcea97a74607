/** Of Okapi BM25 (Robertson and Zaragoza, 2009): how fast repeats of a term stop counting: the usual value, for chunks and documents alike. */
export const K1 = 1.2;
/** How much a long text is held against its terms, 0 to 1. */
export const B = 0.75;

/** Okapi's rarity, never negative (Lucene's form): how much a term tells when `having` of `all` have it. */
export function rarity(all: number, having: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5));
}

export function saturation(count: number, length: number, mean: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / mean));
}
