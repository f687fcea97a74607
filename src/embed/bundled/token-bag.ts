import type { StaticModel } from "./model-file.ts";
import { RowSums } from "./row-sums.ts";
import type { TokenSink } from "./word-pieces.ts";

/**
 * The tokens of one text, each with how often it occurs: a row is added once, however often its token is
 * there. Holds two numbers a token of the vocabulary, whatever the text's length.
 */
export class TokenBag implements TokenSink {
  readonly #scales: Float32Array;
  readonly #sums: RowSums;
  readonly #counts: Int32Array;
  /** The tokens that occur, in the order they were first met. */
  readonly #met: Int32Array;
  #size = 0;
  /** What each of them is multiplied with. */
  readonly #weights: Float64Array;

  constructor({ scales, rows, dimensions }: Pick<StaticModel, "scales" | "rows" | "dimensions">) {
    const { length } = scales;
    this.#scales = scales;
    this.#sums = new RowSums(rows, dimensions);
    this.#counts = new Int32Array(length);
    this.#met = new Int32Array(length);
    this.#weights = new Float64Array(length);
  }

  add(id: number): void {
    if (this.#counts[id]++ === 0) this.#met[this.#size++] = id;
  }

  /** The text's vector, of unit length. Empties the bag. */
  takeVector(length: number): Float32Array {
    this.#weigh();
    const sum = this.#sums.of(this.#met, this.#weights, this.#size, length);
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
    const scales = this.#scales;
    for (let k = 0; k < this.#size; k++) {
      const id = this.#met[k];
      this.#weights[k] = this.#counts[id] * scales[id];
      this.#counts[id] = 0;
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
