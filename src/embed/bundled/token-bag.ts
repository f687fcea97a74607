import type { StaticModel } from "./model-file.ts";
import type { TokenSink } from "./word-pieces.ts";

/**
 * The tokens of one text, each with how often it occurs: a row is added once, however often its token is
 * there. Holds two numbers a token of the vocabulary, whatever the text's length.
 */
export class TokenBag implements TokenSink {
  readonly #model: StaticModel;
  readonly #counts: Int32Array;
  /** The tokens that occur, in the order they were first met. */
  readonly #met: Int32Array;
  #size = 0;
  /** What each of them is multiplied with. */
  readonly #weights: Float64Array;
  readonly #sum: Float64Array;

  constructor(model: StaticModel) {
    const { length } = model.scales;
    this.#model = model;
    this.#counts = new Int32Array(length);
    this.#met = new Int32Array(length);
    this.#weights = new Float64Array(length);
    this.#sum = new Float64Array(model.dimensions);
  }

  add(id: number): void {
    if (this.#counts[id]++ === 0) this.#met[this.#size++] = id;
  }

  /** The text's vector, of unit length. Empties the bag. */
  takeVector(length: number): Float32Array {
    this.#weigh();
    this.#addRows(length);
    const sum = this.#sum;
    let squares = 0;
    for (let i = 0; i < length; i++) squares += sum[i] * sum[i];
    const norm = Math.sqrt(squares);
    this.#size = 0;
    if (norm === 0) return nothing(length);
    const vector = new Float32Array(length);
    for (let i = 0; i < length; i++) vector[i] = sum[i] / norm;
    return vector;
  }

  #weigh(): void {
    const { scales } = this.#model;
    for (let k = 0; k < this.#size; k++) {
      const id = this.#met[k];
      this.#weights[k] = this.#counts[id] * scales[id];
      this.#counts[id] = 0;
    }
  }

  /**
   * Four rows at a time, which saves reading and writing the sum. Products are exact (24 bits of scale, 8 of
   * row, and the count), and additions have one order: the same bits on every machine.
   */
  #addRows(length: number): void {
    const { rows, dimensions } = this.#model;
    const sum = this.#sum;
    const met = this.#met;
    const weights = this.#weights;
    const size = this.#size;
    sum.fill(0);
    let k = 0;
    for (; k + 4 <= size; k += 4) {
      const a = met[k] * dimensions;
      const b = met[k + 1] * dimensions;
      const c = met[k + 2] * dimensions;
      const d = met[k + 3] * dimensions;
      const wa = weights[k];
      const wb = weights[k + 1];
      const wc = weights[k + 2];
      const wd = weights[k + 3];
      for (let i = 0; i < length; i++) {
        sum[i] += wa * rows[a + i] + wb * rows[b + i] + (wc * rows[c + i] + wd * rows[d + i]);
      }
    }
    for (; k < size; k++) {
      const row = met[k] * dimensions;
      const weight = weights[k];
      for (let i = 0; i < length; i++) sum[i] += weight * rows[row + i];
    }
  }
}

/**
 * The vector of a text without tokens, such as a blank one. It has no direction, and every vector has unit
 * length: it gets one that lies nearly at right angles to those of texts.
 */
function nothing(length: number): Float32Array {
  const step = 1 / Math.sqrt(length);
  return Float32Array.from({ length }, (_, i) => (i % 2 === 0 ? step : -step));
}
