// TextTiling (Hearst, 1997), the block-comparison form with the usual w = 20 and k = 10, untuned, beside which topics are measured.

import { analyse } from "../../src/text/index.ts";

/** Terms a pseudo-sentence, and pseudo-sentences a block. */
const SENTENCE = 20;
const BLOCK = 10;

/** The messages at which topics begin. */
export function textTiling(messages) {
  const terms = messages.flatMap(({ content }, message) =>
    analyse(content).map((term) => ({ term, message })),
  );
  const sentences = [];
  for (let at = 0; at < terms.length; at += SENTENCE) sentences.push(terms.slice(at, at + SENTENCE));
  const gaps = [];
  for (let gap = 1; gap < sentences.length; gap++) {
    const size = Math.min(BLOCK, gap, sentences.length - gap);
    gaps.push(cosine(sentences.slice(gap - size, gap).flat(), sentences.slice(gap, gap + size).flat()));
  }
  const smooth = gaps.map((_, i) => mean(gaps.slice(Math.max(0, i - 1), i + 2)));
  const depths = smooth.map((own, i) => peak(smooth, i, -1) + peak(smooth, i, 1) - 2 * own);
  const average = mean(depths);
  const deviation = Math.sqrt(mean(depths.map((depth) => (depth - average) ** 2)));
  const cutoff = average - deviation / 2;
  const found = new Set();
  depths.forEach((depth, i) => {
    const isPeak = depth >= (depths[i - 1] ?? 0) && depth > (depths[i + 1] ?? 0);
    // The paper moves a boundary to the nearest paragraph; here that is the next message.
    if (isPeak && depth > cutoff) found.add(sentences[i + 1][0].message);
  });
  return [...found].filter((message) => message > 0);
}

/** The first height in a direction from which the curve falls again. */
function peak(curve, from, step) {
  let at = from;
  while (curve[at + step] !== undefined && curve[at + step] >= curve[at]) at += step;
  return curve[at];
}

function cosine(left, right) {
  const count = (block) => {
    const counts = new Map();
    for (const { term } of block) counts.set(term, (counts.get(term) ?? 0) + 1);
    return counts;
  };
  const [a, b] = [count(left), count(right)];
  let product = 0;
  for (const [term, times] of a) product += times * (b.get(term) ?? 0);
  const length = (counts) => Math.sqrt([...counts.values()].reduce((sum, times) => sum + times * times, 0));
  return product / (length(a) * length(b) || 1);
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
