import type { PostingList } from "../index/segment.ts";

/** What an entry costs beside its arrays. */
const BYTES_BESIDE = 500;

/** Decoded lists, those used last: common words stay, memory is bounded. */
export class PostingCache {
  readonly #limit: number;
  readonly #lists = new Map<string, readonly PostingList[]>();
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(segment: number, term: string, load: () => readonly PostingList[]): readonly PostingList[] {
    const key = `${segment} ${term}`;
    const known = this.#lists.get(key);
    if (known !== undefined) {
      // A map keeps the order of insertion: the front is what was not asked for longest.
      this.#lists.delete(key);
      this.#lists.set(key, known);
      return known;
    }
    const lists = load();
    this.#lists.set(key, lists);
    this.#bytes += bytesOf(key, lists);
    for (const [oldest, old] of this.#lists) {
      if (this.#bytes <= this.#limit) break;
      this.#lists.delete(oldest);
      this.#bytes -= bytesOf(oldest, old);
    }
    return lists;
  }
}

/** Of its arrays, and of its documents once they are asked for (`documentRuns`), which take about as much as the places. */
function bytesOf(key: string, lists: readonly PostingList[]): number {
  let bytes = BYTES_BESIDE + 2 * key.length;
  for (const { places, counts } of lists) bytes += 2 * places.byteLength + counts.byteLength;
  return bytes;
}
