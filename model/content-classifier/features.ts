import { readFileSync } from "node:fs";
import { join } from "node:path";
import { featureValue, vectorLength } from "../../src/chunk/detect/classifier.ts";
import { CLASSES } from "../../src/chunk/detect/content.ts";
import { eachFeature, HASH_BITS } from "../../src/chunk/detect/features.ts";
import { DATA, type Split } from "./manifest.ts";
import type { Snippet } from "./snippets.ts";

export const BUCKETS = 1 << HASH_BITS;

/** A split's snippets as sparse rows of (feature, count). */
export interface Counted {
  readonly size: number;
  readonly labels: Uint8Array;
  readonly projects: readonly string[];
  /** Row i holds the entries from `offsets[i]` to `offsets[i + 1]`. */
  readonly offsets: Uint32Array;
  readonly features: Uint32Array;
  readonly counts: Uint16Array;
}

/** The same with only some features, renumbered, and their values as the classifier sees them. */
export interface Rows {
  readonly size: number;
  readonly labels: Uint8Array;
  readonly offsets: Uint32Array;
  readonly features: Uint32Array;
  readonly values: Float32Array;
}

export function readSnippets(split: Split): Snippet[] {
  const lines = readFileSync(join(DATA, `${split}.jsonl`), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as Snippet);
}

export function countFeatures(snippets: readonly Snippet[]): Counted {
  const size = snippets.length;
  const offsets = new Uint32Array(size + 1);
  let features = new Uint32Array(1 << 20);
  let counts = new Uint16Array(1 << 20);
  let total = 0;
  const found = new Map<number, number>();
  snippets.forEach(({ text }, i) => {
    found.clear();
    eachFeature(text, 0, text.length, (feature) => found.set(feature, (found.get(feature) ?? 0) + 1));
    if (total + found.size > features.length) {
      features = grown(features, new Uint32Array(features.length * 2));
      counts = grown(counts, new Uint16Array(counts.length * 2));
    }
    for (const [feature, count] of found) {
      features[total] = feature;
      counts[total++] = Math.min(count, 65_535);
    }
    offsets[i + 1] = total;
  });
  return {
    size,
    labels: Uint8Array.from(snippets, ({ label }) => CLASSES.indexOf(label)),
    projects: snippets.map(({ project }) => project),
    offsets,
    features,
    counts,
  };
}

function grown<T extends Uint32Array | Uint16Array>(from: T, into: T): T {
  into.set(from);
  return into;
}

/** `chosen[n]` becomes feature n; all others are left out. */
export function rowsOf(counted: Counted, chosen: readonly number[]): Rows {
  const { size, labels } = counted;
  const number = new Int32Array(BUCKETS).fill(-1);
  chosen.forEach((feature, i) => {
    number[feature] = i;
  });
  let kept = 0;
  for (let k = 0; k < counted.offsets[size]; k++) if (number[counted.features[k]] >= 0) kept++;
  const offsets = new Uint32Array(size + 1);
  const features = new Uint32Array(kept);
  const values = new Float32Array(kept);
  let next = 0;
  for (let i = 0; i < size; i++) {
    const start = next;
    let squares = 0;
    for (let k = counted.offsets[i]; k < counted.offsets[i + 1]; k++) {
      const feature = number[counted.features[k]];
      if (feature < 0) continue;
      const value = featureValue(counted.counts[k]);
      features[next] = feature;
      values[next++] = value;
      squares += value * value;
    }
    const length = vectorLength(squares);
    for (let k = start; k < next; k++) values[k] /= length;
    offsets[i + 1] = next;
  }
  return { size, labels, offsets, features, values };
}
