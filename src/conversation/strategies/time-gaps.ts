import type { NormalizedMessage } from "../../core/conversation.ts";

/** How many of the last gaps say what the rhythm is: a stretch of talk, not the whole of a year's chat. */
const REMEMBERED = 101;
/** Fewer gaps are no rhythm. */
const ENOUGH = 5;
/** Messages within a second are typed by programs; no rhythm is quicker. */
const QUICKEST = 1_000;
/** A pause counts from four times the usual gap and counts fully at 128 times. */
const SLIGHT = 2;
const FULL = 7;

/** How long the pause before each message is against the conversation's own rhythm there: 0 usual, 1 very long. */
export function pauseScores(messages: readonly NormalizedMessage[]): Float64Array {
  const scores = new Float64Array(messages.length);
  const median = new RunningMedian(REMEMBERED);
  let last: number | undefined;
  messages.forEach((message, i) => {
    const time = message.time ?? message.offset;
    if (time === undefined) return;
    const gap = last === undefined ? 0 : time - last;
    last = time;
    if (gap <= 0) return;
    if (median.size >= ENOUGH) {
      const times = gap / Math.max(QUICKEST, median.value);
      scores[i] = Math.min(1, Math.max(0, (Math.log2(times) - SLIGHT) / (FULL - SLIGHT)));
    }
    median.add(gap);
  });
  return scores;
}

/** The median of the last numbers. */
class RunningMedian {
  readonly #most: number;
  readonly #order: number[] = [];
  readonly #sorted: number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#sorted.length;
  }

  get value(): number {
    return this.#sorted[this.#sorted.length >> 1];
  }

  add(value: number): void {
    if (this.#order.length === this.#most) this.#sorted.splice(this.#place(this.#order.shift() as number), 1);
    this.#order.push(value);
    this.#sorted.splice(this.#place(value), 0, value);
  }

  /** The first place whose number is not smaller. */
  #place(value: number): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#sorted[middle] < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
