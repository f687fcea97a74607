import { CLASSES } from "./content.ts";
import { eachFeature } from "./features.ts";
import { BIAS, ROWS, STEP, WEIGHTS } from "./weights.ts";
import { readWeights, type Weights } from "./weights-layout.ts";

const WIDTH = CLASSES.length;

/** Grows with the count, but slowly: the tenth `the` says little that the first did not. */
export function featureValue(count: number): number {
  return 1 + Math.log2(count);
}

/**
 * What a text's features are divided by, given the sum of their squared values: a long text is no more
 * than one, and a few words are less.
 */
export function vectorLength(squares: number): number {
  return Math.sqrt(squares + 10);
}

let loaded: (Weights & Workspace) | undefined;

/** Reused between calls: how often each row was seen, and which were. All counts are 0 between calls. */
interface Workspace {
  readonly counts: Uint32Array;
  readonly seen: Uint16Array;
}

/** Read on first use: importing the module costs nothing. */
function load(): Weights & Workspace {
  loaded ??= {
    ...readWeights(
      Uint8Array.from(atob(WEIGHTS), (character) => character.charCodeAt(0)),
      ROWS,
    ),
    counts: new Uint32Array(ROWS),
    seen: new Uint16Array(ROWS),
  };
  return loaded;
}

/**
 * How likely each class is for a text given in parts, in the order of `CLASSES`: multinomial logistic
 * regression. With nothing to go by, what is likely at all.
 */
export function classify(parts: Iterable<string>): Float64Array {
  const { rows, levels, counts, seen } = load();
  let distinct = 0;
  const count = (feature: number): void => {
    const row = rows[feature];
    if (row > 0 && counts[row - 1]++ === 0) seen[distinct++] = row - 1;
  };
  for (const part of parts) eachFeature(part, 0, part.length, count);
  const sums = new Float64Array(WIDTH);
  let squares = 0;
  for (let i = 0; i < distinct; i++) {
    const row = seen[i];
    const value = featureValue(counts[row]);
    counts[row] = 0;
    squares += value * value;
    for (let c = 0; c < WIDTH; c++) sums[c] += value * levels[row * WIDTH + c];
  }
  const scale = STEP / vectorLength(squares);
  let highest = Number.NEGATIVE_INFINITY;
  for (let c = 0; c < WIDTH; c++) {
    sums[c] = BIAS[c] + scale * sums[c];
    highest = Math.max(highest, sums[c]);
  }
  let total = 0;
  for (let c = 0; c < WIDTH; c++) {
    sums[c] = Math.exp(sums[c] - highest);
    total += sums[c];
  }
  for (let c = 0; c < WIDTH; c++) sums[c] /= total;
  return sums;
}
