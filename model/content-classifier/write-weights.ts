import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { CLASSES } from "../../src/chunk/detect/content.ts";
import {
  CONTEXTS,
  GAP,
  GAP_BITS,
  LEVEL,
  LEVEL_BITS,
  usedContext,
  ZERO_LEVEL,
} from "../../src/chunk/detect/weights-layout.ts";
import { BitWriter } from "./bit-writer.ts";

export interface Trained {
  /** Hashes in rising order. */
  readonly features: readonly number[];
  /** One row a feature, whole multiples of `step`. */
  readonly weights: Float32Array;
  readonly bias: Float32Array;
  readonly step: number;
}

/** Writes `src/chunk/detect/weights.ts` and returns its size in bytes, compressed. */
export function writeWeights({ features, weights, bias, step }: Trained): number {
  const width = CLASSES.length;
  const rows = features
    .map((feature, i) => ({
      feature,
      levels: Array.from(weights.subarray(i * width, (i + 1) * width), (weight) => Math.round(weight / step)),
    }))
    .filter(({ levels }) => levels.some((level) => level !== 0));
  const writer = new BitWriter(CONTEXTS);
  const longest = (1 << GAP_BITS) - 1;
  let previous = -1;
  for (const { feature, levels } of rows) {
    let gap = feature - previous - 1;
    previous = feature;
    for (; gap >= longest; gap -= longest) writer.number(GAP_BITS, GAP, longest);
    writer.number(GAP_BITS, GAP, gap);
    let used = 0;
    levels.forEach((level, column) => {
      writer.bit(usedContext(column, used), level === 0 ? 0 : 1);
      if (level === 0) return;
      used++;
      writer.number(LEVEL_BITS, LEVEL, level + ZERO_LEVEL);
    });
  }
  const source = `// Written by model/content-classifier/train.ts; see its README. Do not edit.

/** How many features have weights. */
export const ROWS = ${rows.length};

/** One step of a weight. */
export const STEP = ${step};

export const BIAS: readonly number[] = [
  ${Array.from(bias, (value) => Number(value.toFixed(2))).join(", ")},
];

/** Features and weights as \`weights-layout.ts\` lays them out, in base64. */
export const WEIGHTS =
  "${Buffer.from(writer.finish()).toString("base64")}";
`;
  writeFileSync(join(import.meta.dirname, "../../src/chunk/detect/weights.ts"), source);
  return gzipSync(source, { level: 9 }).length;
}
