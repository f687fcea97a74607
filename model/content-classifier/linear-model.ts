import { CLASSES } from "../../src/chunk/detect/content.ts";
import type { Rows } from "./features.ts";
import { randomFrom } from "./random.ts";

const WIDTH = CLASSES.length;

/**
 * Multinomial logistic regression over sparse rows, trained by stochastic gradient with Adagrad steps.
 * Single weights can be taken out for good (`prune`), which is what makes it small.
 */
export class LinearModel {
  readonly weights: Float32Array;
  readonly bias = new Float32Array(WIDTH);
  readonly #squares: Float32Array;
  /** 1: can move; 0: stays as it is. */
  readonly #free: Uint8Array;
  readonly #random: () => number;
  /** Of the row last given to `predict`. */
  readonly probabilities = new Float64Array(WIDTH);

  constructor(features: number, seed: string) {
    this.weights = new Float32Array(features * WIDTH);
    this.#squares = new Float32Array(features * WIDTH).fill(1e-3);
    this.#free = new Uint8Array(features * WIDTH).fill(1);
    this.#random = randomFrom(seed);
  }

  /** The likeliest class of row i; all probabilities are in `probabilities`. */
  predict({ offsets, features, values }: Rows, i: number): number {
    const p = this.probabilities;
    p.set(this.bias);
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      const row = features[k] * WIDTH;
      const value = values[k];
      for (let c = 0; c < WIDTH; c++) p[c] += value * this.weights[row + c];
    }
    let best = 0;
    for (let c = 1; c < WIDTH; c++) if (p[c] > p[best]) best = c;
    const highest = p[best];
    let sum = 0;
    for (let c = 0; c < WIDTH; c++) {
      p[c] = Math.exp(p[c] - highest);
      sum += p[c];
    }
    for (let c = 0; c < WIDTH; c++) p[c] /= sum;
    return best;
  }

  /** One pass over the rows in random order. */
  epoch(rows: Rows, rate: number): void {
    const { offsets, features, values, labels } = rows;
    const order = Uint32Array.from({ length: rows.size }, (_, i) => i);
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(this.#random() * (i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
    const p = this.probabilities;
    for (const i of order) {
      this.predict(rows, i);
      p[labels[i]] -= 1;
      for (let k = offsets[i]; k < offsets[i + 1]; k++) {
        const row = features[k] * WIDTH;
        const value = values[k];
        for (let c = 0; c < WIDTH; c++) {
          const at = row + c;
          if (this.#free[at] === 0) continue;
          const gradient = p[c] * value;
          this.#squares[at] += gradient * gradient;
          this.weights[at] -= (rate * gradient) / Math.sqrt(this.#squares[at]);
        }
      }
      for (let c = 0; c < WIDTH; c++) this.bias[c] -= 0.01 * rate * p[c];
    }
  }

  /** What a whole feature is worth: by how much its weights differ and how often it occurs. */
  featureWorth(rows: Rows): Float64Array {
    const worth = new Float64Array(this.weights.length / WIDTH);
    for (const feature of rows.features) worth[feature]++;
    for (let f = 0; f < worth.length; f++) {
      const row = this.weights.subarray(f * WIDTH, (f + 1) * WIDTH);
      const mean = row.reduce((sum, w) => sum + w, 0) / WIDTH;
      worth[f] *= row.reduce((sum, w) => sum + (w - mean) ** 2, 0);
    }
    return worth;
  }

  /**
   * A feature's weights may all move by the same amount and nothing changes. With the median at zero most
   * of them are small.
   */
  centre(): void {
    for (let row = 0; row < this.weights.length; row += WIDTH) {
      const median = Float32Array.from(this.weights.subarray(row, row + WIDTH)).sort()[WIDTH >> 1];
      for (let c = 0; c < WIDTH; c++) this.weights[row + c] -= median;
    }
  }

  /**
   * Keeps the given number of weights: those whose loss costs most, estimated as weight² × the sum of its
   * squared gradients (the diagonal of the Fisher information).
   */
  prune(keep: number): void {
    const worth = this.weights.map((w, at) => (this.#free[at] === 0 ? -1 : w * w * this.#squares[at]));
    const least = Float32Array.from(worth).sort()[worth.length - keep];
    for (let at = 0; at < worth.length; at++) {
      if (worth[at] >= least) continue;
      this.#free[at] = 0;
      this.weights[at] = 0;
    }
  }

  /**
   * Rounds the largest share of the weights that can still move to whole steps (never to zero) and holds
   * them there; the others make up for it in the next epochs.
   */
  freeze(share: number, step: number, most: number): void {
    const movable = Array.from(this.weights.keys()).filter((at) => this.#free[at] === 1);
    movable.sort((a, b) => Math.abs(this.weights[a]) - Math.abs(this.weights[b]));
    for (const at of movable.slice(0, Math.ceil(movable.length * share))) {
      const steps = Math.max(1, Math.min(most, Math.round(Math.abs(this.weights[at]) / step)));
      this.weights[at] = Math.sign(this.weights[at]) * steps * step;
      this.#free[at] = 0;
    }
  }
}

/** Share of rows whose likeliest class is right, and the mean negative log likelihood. */
export function score(model: LinearModel, rows: Rows): { accuracy: number; loss: number } {
  let right = 0;
  let loss = 0;
  for (let i = 0; i < rows.size; i++) {
    if (model.predict(rows, i) === rows.labels[i]) right++;
    loss -= Math.log(model.probabilities[rows.labels[i]] + 1e-12);
  }
  return { accuracy: right / rows.size, loss: loss / rows.size };
}
