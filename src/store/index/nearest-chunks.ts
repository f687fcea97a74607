import type { AllowedDocuments } from "./best-chunks.ts";
import type { ScanBlock } from "./scanned-block.ts";
import type { Segment, VectorBlock } from "./segment.ts";
import { TopK } from "./top-k.ts";

/**
 * Where documents add nothing, as in memories: nothing is kept for each chunk, and nearly all vectors are passed over by
 * one comparison.
 */
export function nearestChunks(
  segments: readonly Segment[],
  query: Int8Array,
  queryScale: number,
  scan: ScanBlock,
  limit: number,
  allowed: AllowedDocuments | undefined,
): { number: number }[] {
  const total = segments.reduce((sum, { size }) => sum + size, 0);
  const best = new TopK(limit, total);
  for (const segment of segments) {
    const offers = new Offers(best, segment, allowed);
    for (const block of segment.vectors) {
      if (block.dimensions !== query.length) continue;
      scan(query, block, (dots, from, to) => offers.add(block, dots, queryScale, from, to));
    }
    offers.finish();
  }
  return best.ranked();
}

/** Chunks of one segment on their way into the best, by the best of their vectors, which stand together. */
class Offers {
  readonly #best: TopK;
  readonly #segment: Segment;
  readonly #allowed: AllowedDocuments | undefined;
  /** The last chunk looked at, whose vectors may go on in the next slice. */
  #last = -1;
  #cosine = 0;

  constructor(best: TopK, segment: Segment, allowed: AllowedDocuments | undefined) {
    this.#best = best;
    this.#segment = segment;
    this.#allowed = allowed;
  }

  add(
    { numbers, scales }: VectorBlock,
    dots: Int32Array,
    queryScale: number,
    from: number,
    to: number,
  ): void {
    let end = to - 1;
    while (end > from && numbers[end - 1] === numbers[to - 1]) end--;
    let i = from;
    for (; i < to && numbers[i] === this.#last; i++)
      this.#cosine = Math.max(this.#cosine, dots[i - from] * scales[i] * queryScale);
    if (i === to) return;
    this.finish();
    let { least } = this.#best;
    for (; i < end; i++) {
      let cosine = dots[i - from] * scales[i] * queryScale;
      if (cosine < least) continue;
      const number = numbers[i];
      for (; numbers[i + 1] === number; i++)
        cosine = Math.max(cosine, dots[i + 1 - from] * scales[i + 1] * queryScale);
      this.#offer(number, cosine);
      least = this.#best.least;
    }
    this.#last = numbers[end];
    this.#cosine = -1;
    for (; i < to; i++) this.#cosine = Math.max(this.#cosine, dots[i - from] * scales[i] * queryScale);
  }

  finish(): void {
    if (this.#last >= 0) this.#offer(this.#last, this.#cosine);
    this.#last = -1;
  }

  #offer(number: number, cosine: number): void {
    const { first, dead, documents } = this.#segment;
    const place = number - first;
    if (dead[place] !== 0 || (this.#allowed !== undefined && this.#allowed[documents[place]] !== 1)) return;
    this.#best.offer(number, cosine);
  }
}
