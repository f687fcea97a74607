import { BitReader } from "./bit-reader.ts";
import { CLASSES } from "./content.ts";
import { HASH_BITS } from "./features.ts";

const WIDTH = CLASSES.length;

/**
 * For each feature, in the order of their hashes: the gap to the one before in numbers of this many bits
 * (the highest says that the gap goes on), then for each class a bit that says whether there is a weight,
 * and if so the weight in steps.
 */
export const GAP_BITS = 6;
export const LEVEL_BITS = 5;
export const ZERO_LEVEL = 1 << (LEVEL_BITS - 1);

/** Where the contexts of gaps, bits and weights begin. */
export const GAP = 0;
export const LEVEL = GAP + (1 << GAP_BITS);
const USED = LEVEL + (1 << LEVEL_BITS);
const MOST_USED = 3;
export const CONTEXTS = USED + WIDTH * (MOST_USED + 1);

/** Whether a class has a weight depends on the class and on how many classes before it have one. */
export function usedContext(column: number, used: number): number {
  return USED + column * (MOST_USED + 1) + Math.min(used, MOST_USED);
}

export interface Weights {
  /** The row of a feature, plus 1; 0 for features that have none. */
  readonly rows: Uint16Array;
  /** In steps; one row a feature, one column a class. */
  readonly levels: Int8Array;
}

export function readWeights(bytes: Uint8Array, size: number): Weights {
  const reader = new BitReader(bytes, CONTEXTS);
  const rows = new Uint16Array(1 << HASH_BITS);
  const levels = new Int8Array(size * WIDTH);
  const longest = (1 << GAP_BITS) - 1;
  let feature = -1;
  for (let row = 0; row < size; row++) {
    let gap = reader.number(GAP_BITS, GAP);
    for (feature += gap + 1; gap === longest; feature += gap) gap = reader.number(GAP_BITS, GAP);
    rows[feature] = row + 1;
    let used = 0;
    for (let column = 0; column < WIDTH; column++) {
      if (reader.bit(usedContext(column, used)) === 0) continue;
      used++;
      levels[row * WIDTH + column] = reader.number(LEVEL_BITS, LEVEL) - ZERO_LEVEL;
    }
  }
  return { rows, levels };
}
