import { hashText } from "../../../src/text/hash.ts";

/** A vector that is a function of the text alone: whoever gets another text's vector is found out. */
export function vectorOf(text: string, dimensions: number): number[] {
  const random = randomFrom(text);
  return Array.from({ length: dimensions }, () => random() * 2 - 1);
}

export function unitVectorOf(text: string, dimensions: number): Float32Array {
  const vector = vectorOf(text, dimensions);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(vector, (value) => value / length);
}

/** Numbers from 0 to 1 that only depend on the seed (mulberry32). */
export function randomFrom(seed: string): () => number {
  let state = Number.parseInt(hashText(seed).slice(0, 8), 16);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
