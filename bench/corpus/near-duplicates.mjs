// Keeps texts out that are already in the corpus, whole or in large part.
//
// A text is reduced to the hashes of its shingles (runs of eight words; a CJK character counts as a
// word), thinned to one in eight by hash value: the same shingle is kept or dropped in every text, so
// the share of a newcomer's sample that was seen before estimates the share of its text that was.
// Asking about everything seen so far, not text by text, also catches a page stitched from several.

import { createHash } from "node:crypto";

const SHINGLE_WORDS = 8;
const KEEP_ONE_IN = 8;
const MAX_SEEN_SHARE = 0.3;
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}_]+/gu;

export class NearDuplicates {
  #texts = new Set();
  #shingles = new Set();

  /** True when the text is new; it then counts as seen. */
  admit(text) {
    const digest = createHash("sha256").update(text).digest("base64");
    if (this.#texts.has(digest)) return false;
    const sample = sampledShingles(text);
    let seen = 0;
    for (const shingle of sample) if (this.#shingles.has(shingle)) seen++;
    if (seen > sample.size * MAX_SEEN_SHARE) return false;
    this.#texts.add(digest);
    for (const shingle of sample) this.#shingles.add(shingle);
    return true;
  }
}

function sampledShingles(text) {
  const words = (text.match(WORD) ?? []).map(hashWord);
  const sample = new Set();
  for (let start = 0; start + SHINGLE_WORDS <= words.length; start++) {
    let hash = 0;
    for (let offset = 0; offset < SHINGLE_WORDS; offset++) {
      hash = Math.imul(hash ^ words[start + offset], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    if (hash % KEEP_ONE_IN === 0) sample.add(hash);
  }
  return sample;
}

// FNV-1a, 32 bits: short, and spread well enough for sampling.
function hashWord(word) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash;
}
