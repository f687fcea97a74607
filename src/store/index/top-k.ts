/**
 * The best `k` of what is offered: highest score first, equals by the lower number, so that the order does
 * not depend on the order of offers. A binary heap with the worst kept on top: offers below it cost one comparison.
 */
export class TopK {
  readonly #k: number;
  readonly #scores: Float64Array;
  readonly #numbers: Uint32Array;
  #size = 0;

  /** `offers` is how many there can be at most: no more room than that is taken. */
  constructor(k: number, offers = k) {
    this.#k = Math.max(0, Math.min(Math.floor(k), offers));
    this.#scores = new Float64Array(this.#k);
    this.#numbers = new Uint32Array(this.#k);
  }

  /** What an offer must reach to be kept: for loops that pass over the rest without a call. */
  get least(): number {
    return this.#size < this.#k ? Number.NEGATIVE_INFINITY : (this.#scores[0] ?? Number.POSITIVE_INFINITY);
  }

  offer(number: number, score: number): void {
    if (this.#size < this.#k) {
      this.#up(this.#size++, number, score);
    } else if (this.#k > 0 && this.#isWorse(0, number, score)) {
      this.#down(number, score);
    }
  }

  /** The numbers of what is kept, in no order. A view, until the next offer. */
  get numbers(): Uint32Array {
    return this.#numbers.subarray(0, this.#size);
  }

  /** Best first; nothing is kept any more. By taking the worst off the heap again and again: a sort makes a heap number for each comparison. */
  ranked(): { number: number; score: number }[] {
    const ranked = new Array<{ number: number; score: number }>(this.#size);
    while (this.#size > 0) {
      const last = --this.#size;
      ranked[last] = { number: this.#numbers[0], score: this.#scores[0] };
      this.#down(this.#numbers[last], this.#scores[last]);
    }
    return ranked;
  }

  #isWorse(i: number, number: number, score: number): boolean {
    return this.#scores[i] < score || (this.#scores[i] === score && this.#numbers[i] > number);
  }

  #put(i: number, number: number, score: number): void {
    this.#scores[i] = score;
    this.#numbers[i] = number;
  }

  #up(from: number, number: number, score: number): void {
    let i = from;
    while (i > 0) {
      const above = (i - 1) >> 1;
      if (this.#isWorse(above, number, score)) break;
      this.#put(i, this.#numbers[above], this.#scores[above]);
      i = above;
    }
    this.#put(i, number, score);
  }

  #down(number: number, score: number): void {
    let i = 0;
    for (;;) {
      let below = 2 * i + 1;
      if (below >= this.#size) break;
      const other = below + 1;
      if (other < this.#size && this.#isWorse(other, this.#numbers[below], this.#scores[below]))
        below = other;
      if (!this.#isWorse(below, number, score)) break;
      this.#put(i, this.#numbers[below], this.#scores[below]);
      i = below;
    }
    this.#put(i, number, score);
  }
}
