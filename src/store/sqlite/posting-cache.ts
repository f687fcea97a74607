import type { PostingList } from "../index/segment.ts";

/** Three bytes a posting and, where its documents are asked for (`documentRuns`), about two; and what an entry costs beside them. */
const BYTES_EACH = 5;
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

function bytesOf(key: string, lists: readonly PostingList[]): number {
  return lists.reduce((sum, { places }) => sum + places.length * BYTES_EACH, BYTES_BESIDE + 2 * key.length);
}
