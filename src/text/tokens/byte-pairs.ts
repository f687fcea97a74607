/**
 * Byte-pair merging: how many tokens one pre-token becomes. Exact, and O(n log n) where the usual
 * rescanning is quadratic.
 */

import { NO_RANK, type Vocabulary } from "./vocabulary.ts";

/** Up to this many bytes, rescanning all pairs beats keeping a heap. */
const SHORT = 64;

/** Heap keys are rank × 2³² + position: both fit a double exactly. */
const POSITION = 2 ** 32;

export function countMerged(bytes: string, vocabulary: Vocabulary): number {
  if (bytes.length < 2 || vocabulary.has(bytes)) return bytes.length === 0 ? 0 : 1;
  if (bytes.length <= SHORT) return mergeShort(bytes, vocabulary);
  return mergeLong(bytes, vocabulary);
}

/** Where the parts of a short pre-token start, and the rank of each with the part behind it. */
const starts = new Uint8Array(SHORT + 2);
const pairs = new Int32Array(SHORT + 1);

function mergeShort(bytes: string, vocabulary: Vocabulary): number {
  let parts = bytes.length;
  for (let part = 0; part <= parts; part++) starts[part] = part;
  for (let part = 0; part < parts - 1; part++) pairs[part] = vocabulary.rank(bytes, part, part + 2);
  for (;;) {
    let best = NO_RANK;
    let at = -1;
    for (let part = 0; part < parts - 1; part++) {
      if (pairs[part] < best) {
        best = pairs[part];
        at = part;
      }
    }
    if (at < 0) return parts;
    starts.copyWithin(at + 1, at + 2, parts + 1);
    pairs.copyWithin(at + 1, at + 2, parts - 1);
    parts--;
    if (at < parts - 1) pairs[at] = vocabulary.rank(bytes, starts[at], starts[at + 2]);
    if (at > 0) pairs[at - 1] = vocabulary.rank(bytes, starts[at - 1], starts[at + 1]);
  }
}

/** The same merges with a linked list of parts and a heap of candidate pairs. */
function mergeLong(bytes: string, vocabulary: Vocabulary): number {
  const length = bytes.length;
  const next = new Int32Array(length + 1);
  const previous = new Int32Array(length + 1);
  const current = new Int32Array(length).fill(NO_RANK); // rank of the pair starting here; stale keys differ
  const heap = new KeyHeap(length);
  const consider = (start: number): void => {
    const middle = next[start];
    const rank = middle < length ? vocabulary.rank(bytes, start, next[middle]) : NO_RANK;
    current[start] = rank;
    if (rank !== NO_RANK) heap.push(rank * POSITION + start);
  };
  for (let i = 0; i <= length; i++) {
    next[i] = i + 1;
    previous[i] = i - 1;
  }
  for (let i = 0; i < length - 1; i++) consider(i);

  let parts = length;
  for (let key = heap.pop(); key >= 0; key = heap.pop()) {
    const start = key % POSITION;
    if (current[start] !== Math.floor(key / POSITION)) continue;
    const swallowed = next[start];
    current[swallowed] = NO_RANK;
    next[start] = next[swallowed];
    previous[next[start]] = start;
    parts--;
    consider(start);
    if (previous[start] >= 0) consider(previous[start]);
  }
  return parts;
}

/** A binary min-heap of numbers. */
class KeyHeap {
  #keys: Float64Array;
  #size = 0;

  constructor(capacity: number) {
    this.#keys = new Float64Array(Math.max(16, capacity * 2));
  }

  push(key: number): void {
    if (this.#size === this.#keys.length) {
      const grown = new Float64Array(this.#size * 2);
      grown.set(this.#keys);
      this.#keys = grown;
    }
    const keys = this.#keys;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keys[parent] <= key) break;
      keys[at] = keys[parent];
      at = parent;
    }
    keys[at] = key;
  }

  /** The smallest key, or -1 when empty. */
  pop(): number {
    if (this.#size === 0) return -1;
    const keys = this.#keys;
    const smallest = keys[0];
    const key = keys[--this.#size];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && keys[child + 1] < keys[child]) child++;
      if (keys[child] >= key) break;
      keys[at] = keys[child];
      at = child;
    }
    keys[at] = key;
    return smallest;
  }
}
