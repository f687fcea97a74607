const MAGIC = "SHERDLNG";
const VERSION = 1;
const HEADER = 24;
/** Characters of the first plane, a bit each. */
const LETTERS = 0x10000 / 8;
const BYTES = 256;
/** Bytes that an n-gram takes in the file, and its longest length; shorter ones end in zeros. */
const LONGEST = 6;

/**
 * How frequent which beginnings, middles and ends of words are in which language, as
 * `model/natural-language/README.md` lays it out. Nothing is made of the file but one list of places: as objects and
 * strings the same tables take 44 MB, a third of a second and while they are read 150 MB in every thread.
 */
export class LanguageProfiles {
  /** ISO 639-1. */
  readonly languages: readonly string[];
  /** The score that texts of each language have on average. */
  readonly averages: readonly number[];
  readonly #signs: string;
  readonly #letters: Uint8Array;
  /** The n-grams in the order of their characters. */
  readonly #ngrams: Uint8Array;
  /** Where the scores of each n-gram begin, and behind the last one the end. */
  readonly #starts: Int32Array;
  /** A language and its score, a byte each. */
  readonly #scores: Uint8Array;

  /** Throws where the file is not whole. */
  constructor(file: Uint8Array) {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    const [version, languages, ngrams, scores] = [8, 12, 16, 20].map((at) => view.getUint32(at, true));
    if (latin1(file.subarray(0, 8)) !== MAGIC || version !== VERSION) throw new Error("it begins otherwise");
    let at = HEADER;
    const next = (bytes: number): Uint8Array => {
      at += bytes;
      return file.subarray(at - bytes, at);
    };
    const codes = next(4 * languages);
    this.languages = Array.from({ length: languages }, (_, i) => latin1(codes.subarray(4 * i, 4 * i + 2)));
    this.averages = this.languages.map((_, i) => view.getUint16(HEADER + 4 * i + 2, true) / 1_000);
    this.#signs = latin1(next(BYTES));
    this.#letters = next(LETTERS);
    this.#ngrams = next(LONGEST * ngrams);
    const counts = next(ngrams);
    this.#starts = new Int32Array(ngrams + 1);
    for (let i = 0; i < ngrams; i++) this.#starts[i + 1] = this.#starts[i] + 2 * counts[i];
    this.#scores = next(2 * scores);
    if (at !== file.length || this.#starts[ngrams] !== 2 * scores) throw new Error("its parts do not add up");
  }

  isLetter(unit: number): boolean {
    return ((this.#letters[unit >> 3] >> (unit & 7)) & 1) === 1;
  }

  /** The character that n-grams have for a byte of UTF-8 that is not ASCII. */
  signOf(byte: number): string {
    return this.#signs[byte];
  }

  /** Adds what an n-gram says for each language; one that is not known says nothing. */
  addScores(ngram: string, sums: Int32Array): void {
    if (ngram.length > LONGEST) return;
    let low = 0;
    let high = this.#starts.length - 2;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const order = this.#compare(ngram, middle);
      if (order === 0) {
        for (let at = this.#starts[middle]; at < this.#starts[middle + 1]; at += 2)
          sums[this.#scores[at]] += this.#scores[at + 1] + LEAST_SCORE;
        return;
      }
      if (order < 0) high = middle - 1;
      else low = middle + 1;
    }
  }

  #compare(ngram: string, place: number): number {
    for (let i = 0; i < LONGEST; i++) {
      const order = (i < ngram.length ? ngram.charCodeAt(i) : 0) - this.#ngrams[LONGEST * place + i];
      if (order !== 0) return order;
    }
    return 0;
  }
}

/** Scores are stored without what all of them have. */
const LEAST_SCORE = 53;

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
