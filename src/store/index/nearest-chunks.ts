import type { AllowedDocuments } from "./best-chunks.ts";
import type { NearRows, RoughScan, ScanBlock } from "./scanned-block.ts";
import type { Segment } from "./segment.ts";
import { TopK } from "./top-k.ts";

interface Scans {
  readonly scan: ScanBlock;
  readonly rough: RoughScan | undefined;
}

/**
 * The numbers of the nearest, in no order. Where documents add nothing, as in memories: nothing is kept for each chunk,
 * and nearly all vectors are passed over by one comparison.
 */
export function nearestChunks(
  segments: readonly Segment[],
  query: Int8Array,
  { scan, rough }: Scans,
  limit: number,
  allowed: AllowedDocuments | undefined,
): Uint32Array {
  const total = segments.reduce((sum, { size }) => sum + size, 0);
  const best = new TopK(limit, total);
  for (const segment of segments) {
    const offers = new Offers(best, segment, allowed);
    for (const block of segment.vectors) {
      if (block.dimensions !== query.length) continue;
      offers.numbers = block.numbers;
      if (rough?.has(block)) rough.scan(query, block, offers);
      else scan(query, block, (dots, from, to) => offers.addAll(dots, block.scales, from, to));
    }
    offers.finish();
  }
  return best.numbers;
}

/** Chunks of one segment on their way into the best, by the best of their vectors, which stand together. */
class Offers implements NearRows {
  /** Of the block whose rows come. */
  numbers: Uint32Array = new Uint32Array(0);
  readonly #best: TopK;
  readonly #segment: Segment;
  readonly #allowed: AllowedDocuments | undefined;
  /** The last chunk that came, of which more may come. */
  #last = -1;
  #value = 0;

  constructor(best: TopK, segment: Segment, allowed: AllowedDocuments | undefined) {
    this.#best = best;
    this.#segment = segment;
    this.#allowed = allowed;
  }

  get least(): number {
    return this.#best.least;
  }

  addAll(dots: Int32Array, scales: Float32Array, from: number, to: number): void {
    let { least } = this;
    for (let i = from; i < to; i++) {
      const value = dots[i - from] * scales[i];
      if (value < least) continue;
      this.add(i, value);
      least = this.least;
    }
  }

  add(row: number, value: number): void {
    const number = this.numbers[row];
    if (number === this.#last) {
      if (value > this.#value) this.#value = value;
      return;
    }
    this.finish();
    this.#last = number;
    this.#value = value;
  }

  finish(): void {
    if (this.#last < 0) return;
    const { first, dead, documents } = this.#segment;
    const place = this.#last - first;
    const isLive =
      dead[place] === 0 && (this.#allowed === undefined || this.#allowed[documents[place]] === 1);
    if (isLive) this.#best.offer(this.#last, this.#value);
    this.#last = -1;
  }
}
