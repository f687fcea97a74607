// Endless text out of real text: runs of a few words from one place, then a jump to another place where the
// same word stands. Words, their frequencies and their neighbours are those of the source, and nothing repeats
// for long. A document has a theme, a stretch of the source that its jumps prefer, so that documents differ.

const MEAN_RUN = 4;
const TRIES_WITHIN_THEME = 6;
const THEME_SHARE = 0.004;

export class WordChain {
  #vocabulary = [];
  #words;
  /** Places of each word, one after the other: those of word w from `#from[w]` to `#from[w + 1]`. */
  #places;
  #from;
  #random;

  constructor(texts, random) {
    this.#random = random;
    const numbers = new Map();
    const words = [];
    for (const text of texts) {
      for (const word of text.split(/\s+/)) {
        if (word === "" || word.length > 40 || !/[\p{L}\p{N}]/u.test(word)) continue;
        let number = numbers.get(word);
        if (number === undefined) {
          number = this.#vocabulary.push(word) - 1;
          numbers.set(word, number);
        }
        words.push(number);
      }
    }
    this.#words = Uint32Array.from(words);
    this.#index();
  }

  #index() {
    const from = new Uint32Array(this.#vocabulary.length + 1);
    for (const word of this.#words) from[word + 1]++;
    for (let i = 1; i < from.length; i++) from[i] += from[i - 1];
    const next = from.slice();
    this.#places = new Uint32Array(this.#words.length);
    this.#words.forEach((word, place) => {
      this.#places[next[word]++] = place;
    });
    this.#from = from;
  }

  /** A writer of one document: `(count) => words`. */
  theme() {
    const length = this.#words.length;
    const width = Math.ceil(length * THEME_SHARE);
    const start = this.#whole(length - width);
    let place = start + this.#whole(width);
    return (count) => {
      const written = [];
      while (written.length < count) {
        const word = this.#words[place];
        written.push(this.#vocabulary[word]);
        if (this.#random() < 1 / MEAN_RUN) place = this.#jump(word, start, start + width);
        place = (place + 1) % length;
      }
      return written;
    };
  }

  #jump(word, start, end) {
    const [first, count] = [this.#from[word], this.#from[word + 1] - this.#from[word]];
    let place = 0;
    for (let tries = 0; tries < TRIES_WITHIN_THEME; tries++) {
      place = this.#places[first + this.#whole(count)];
      if (place >= start && place < end) break;
    }
    return place;
  }

  #whole(below) {
    return Math.floor(this.#random() * below);
  }
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
export function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
