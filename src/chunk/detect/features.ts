/** Bits of a feature's hash: wide enough that few unknown features meet a known one. */
export const HASH_BITS = 16;

/** Longer words are all one: no keyword is that long, and a line may be one word. */
const LONGEST_WORD = 16;

/** Signs that repeat (rules, boxes, indentation dots) are one token. */
const LONGEST_RUN = 3;

const WORD = 1;
const DIGIT = 2;
const SPACE = 3;
const SIGN = 4;

/** The kind of each ASCII character; all others are letters of some script. */
const KINDS = new Uint8Array(128).fill(SIGN);
for (let code = 0; code <= 32; code++) KINDS[code] = SPACE;
for (let code = 48; code <= 57; code++) KINDS[code] = DIGIT;
for (let code = 65; code <= 90; code++) KINDS[code] = KINDS[code + 32] = WORD;
KINDS[95] = WORD;

/** What stands for a token in patterns that do not care which word it is. */
const LOWER = 1;
const CAPITAL = 2;
const CAPITALS = 3;
const NUMBER = 4;
const FOREIGN = 5;
const EDGE = 6;

const mix = (a: number, b: number): number => Math.imul((a ^ b) + 0x9e3779b9, 0x85ebca6b) ^ (a >>> 13);

/** Seeds that keep the families of features apart. */
const [UNIGRAM, BIGRAM, PATTERN, FIRST, FIRST_TWO, LAST, LAST_TWO] = [11, 23, 37, 53, 71, 89, 97];

/**
 * Reports the hash of every feature of `text` from `start` to `end`: words and signs, pairs of them,
 * patterns of three in which any word stands for all, and what lines begin and end with. One pass, no
 * allocation.
 */
export function eachFeature(
  text: string,
  start: number,
  end: number,
  report: (feature: number) => void,
): void {
  const emit = (family: number, value: number): void => {
    const hash = mix(mix(family, value), value >>> 7);
    report(((hash ^ (hash >>> 15)) >>> 0) & ((1 << HASH_BITS) - 1));
  };
  let at = start;
  while (at < end) {
    // One line.
    let indent = 0;
    let code = text.charCodeAt(at);
    if (code === 9) indent = 2;
    else if (code === 32) indent = 1;
    let tokens = 0;
    let previous = EDGE;
    let pattern1 = EDGE;
    let pattern2 = EDGE;
    let first = 0;
    let spaced = 0;
    while (at < end) {
      code = text.charCodeAt(at);
      if (code === 10) break;
      const kind = code < 128 ? KINDS[code] : WORD;
      if (kind === SPACE) {
        spaced = 1;
        at++;
        continue;
      }
      let token = 0;
      let shape = 0;
      if (kind === SIGN) {
        let run = 1;
        while (at + run < end && text.charCodeAt(at + run) === code) run++;
        at += run;
        token = mix(code, Math.min(run, LONGEST_RUN));
        shape = token;
      } else if (kind === DIGIT) {
        at++;
        while (at < end && isWordPart(text.charCodeAt(at))) at++;
        token = shape = NUMBER;
      } else {
        const from = at;
        let hash = 0;
        let lower = 0;
        let foreign = 0;
        for (; at < end; at++) {
          const letter = text.charCodeAt(at);
          if (!isWordPart(letter)) break;
          if (letter >= 128) foreign = 1;
          else if (letter >= 97) lower = 1;
          if (at - from < LONGEST_WORD) hash = mix(hash, letter);
        }
        const capital = code >= 65 && code <= 90;
        shape = foreign ? FOREIGN : capital ? (lower ? CAPITAL : CAPITALS) : LOWER;
        token = foreign ? FOREIGN : at - from > LONGEST_WORD ? shape : hash;
      }
      if (tokens === 0) {
        first = token;
        emit(FIRST, mix(token, indent));
      } else if (tokens === 1) emit(FIRST_TWO, mix(first, mix(token, spaced)));
      emit(UNIGRAM, token);
      emit(BIGRAM, mix(previous, mix(token, spaced)));
      const next = mix(shape, spaced);
      emit(PATTERN, mix(mix(pattern1, pattern2), next));
      pattern1 = pattern2;
      pattern2 = next;
      previous = token;
      spaced = 0;
      tokens++;
    }
    if (tokens > 0) {
      emit(LAST, previous);
      emit(LAST_TWO, mix(pattern1, pattern2));
    }
    at++;
  }
}

function isWordPart(code: number): boolean {
  if (code >= 128) return true;
  const kind = KINDS[code];
  return kind === WORD || kind === DIGIT;
}
