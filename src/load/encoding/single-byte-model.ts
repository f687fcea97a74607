import {
  ASCII_LETTERS,
  type Language,
  LETTERS,
  SINGLE_BYTE,
  type SingleByteEncoding,
} from "./letter-profiles.ts";

/** What a byte is once decoded, as far as its place among its neighbours tells a right decoding from a wrong one. */
const OTHER = 0;
const DIGIT = 1;
const LOWER = 2;
const UPPER = 3;
/** A letter of a script without case, or a combining mark. */
const CASELESS = 4;
const MARK = 5;
/** A mark that may stand inside a word. */
const JOINER = 6;
const SYMBOL = 7;
/** A control character, or no character at all. */
const IMPOSSIBLE = 8;

/** Punctuation every typist's program puts in, and what is rarer. */
const COMMON_MARKS = new Set("“”„‘‚–—…\u00a0");
const RARE_MARKS = new Set("«»‹›•€°§©®™№´¿¡ºª£¥¢½¼¾²³±×÷µ¶");
const JOINERS = new Set("’·\u00ad");

/** Natural logarithms of how likely a character is, given that it is not ASCII. Measured by trial, not fitted. */
const COMMON_MARK = Math.log(0.02);
const RARE_MARK = Math.log(0.003);
const FOREIGN_LETTER = Math.log(2e-4);
const FOREIGN_SYMBOL = Math.log(4e-5);
const NO_CHARACTER = -12;

interface Model {
  readonly encoding: SingleByteEncoding;
  readonly kinds: Uint8Array;
  /** One table a language: the logarithm of a byte's likelihood as a letter. */
  readonly letters: readonly Float64Array[];
}

let models: readonly Model[] | undefined;

export interface Score {
  readonly name: string;
  /** Logarithm of the likelihood of the bytes beyond ASCII; higher is better. */
  readonly score: number;
}

/**
 * How well the sample, words with bytes beyond ASCII, reads in each single-byte encoding. `context` is the
 * running text it comes from, whose ASCII letters tell languages apart. One pass an encoding.
 */
export function scoreSingleByte(sample: Uint8Array, context: Uint8Array): Score[] {
  models ??= SINGLE_BYTE.map(buildModel);
  const counts = countBytes(sample);
  const around = countBytes(context);
  const languages = scoreLanguages(around);
  const otherScript = -UNLIKE * asciiShare(around);
  return models.map((model) => ({
    name: model.encoding.name,
    score:
      model.encoding.prior +
      bestLanguage(model, counts, languages) +
      placement(model, sample) +
      (model.encoding.latin ? 0 : otherScript),
  }));
}

/** The most that the text around may count against a reading: files mix languages, names and markup. */
const UNLIKE = 6;

/** 1 where nearly all letters are ASCII, 0 where at most half are. */
function asciiShare(counts: Uint32Array): number {
  let ascii = 0;
  let beyond = 0;
  for (let byte = 0x41; byte <= 0x7a; byte++) ascii += counts[byte];
  for (let byte = 0x80; byte < 0x100; byte++) beyond += counts[byte];
  return Math.max(0, (2 * ascii) / (ascii + beyond) - 1);
}

function countBytes(bytes: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte]++;
  return counts;
}

/**
 * How much less the ASCII letters look like each language than like the best one. Taken at a fraction, since
 * neighbouring letters are not independent.
 */
function scoreLanguages(counts: Uint32Array): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const [language, letters] of Object.entries(ASCII_LETTERS)) {
    const likelihood = likelihoods([...letters], 4.5);
    let sum = 0;
    for (let letter = 0x61; letter <= 0x7a; letter++) {
      const count = counts[letter] + counts[letter - 0x20];
      sum += count * (likelihood.get(String.fromCharCode(letter)) ?? FOREIGN_LETTER);
    }
    scores.set(language, sum);
  }
  const best = Math.max(...scores.values());
  return new Map(
    Array.from(scores, ([language, score]) => [language, Math.max(-UNLIKE, 0.3 * (score - best))]),
  );
}

function bestLanguage(
  { encoding, letters }: Model,
  counts: Uint32Array,
  languages: ReadonlyMap<string, number>,
): number {
  let best = Number.NEGATIVE_INFINITY;
  letters.forEach((table, index) => {
    let sum = languages.get(encoding.languages[index]) ?? 0;
    for (let byte = 0x80; byte < 0x100; byte++) sum += counts[byte] * table[byte];
    best = Math.max(best, sum);
  });
  return best;
}

/** What the neighbours of each byte beyond ASCII say: case that flips, signs inside words, scripts that mix. */
function placement({ encoding: { latin }, kinds }: Model, sample: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at];
    if (byte < 0x80) continue;
    const kind = kinds[byte];
    const before = at > 0 ? kinds[sample[at - 1]] : OTHER;
    const after = at + 1 < sample.length ? kinds[sample[at + 1]] : OTHER;
    const inWord = isLetter(before) && isLetter(after);
    if (!isLetter(kind)) {
      if (inWord && kind === MARK) sum -= 5;
      else if (inWord && kind === SYMBOL) sum -= 3;
      continue;
    }
    if (before === DIGIT || after === DIGIT) sum -= 3;
    if (kind === UPPER) {
      // Titles are written in capitals throughout.
      sum -= before === UPPER || after === UPPER ? 0.5 : 1.5;
      if (before === LOWER) sum -= 5;
      else if (isLetter(before) && after === LOWER) sum -= 3;
    } else if (kind === LOWER && before === UPPER && at > 1 && kinds[sample[at - 2]] === UPPER) sum -= 3;
    if (isLetter(before)) {
      // In Latin texts letters beyond ASCII are few, so two in a row are rare; elsewhere they are the rule.
      if (sample[at - 1] < 0x80) sum -= latin ? 2.3 : 6;
      else if (latin) sum -= 3;
    }
    if (!latin && isLetter(after) && sample[at + 1] < 0x80) sum -= 4;
  }
  return sum;
}

function isLetter(kind: number): boolean {
  return kind === LOWER || kind === UPPER || kind === CASELESS;
}

function buildModel(encoding: SingleByteEncoding): Model {
  const characters = decodeEveryByte(encoding.name);
  const kinds = Uint8Array.from(characters, kindOf);
  return {
    encoding,
    kinds,
    letters: encoding.languages.map((language) => letterTable(characters, language)),
  };
}

/** Byte by byte: an undefined byte gives U+FFFD without touching its neighbours. */
function decodeEveryByte(name: string): string[] {
  const decoder = new TextDecoder(name, { ignoreBOM: true });
  return Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
}

function kindOf(character: string): number {
  if (character >= "0" && character <= "9") return DIGIT;
  if (JOINERS.has(character)) return JOINER;
  if (COMMON_MARKS.has(character) || RARE_MARKS.has(character)) return MARK;
  if (/^[\p{L}\p{M}]$/u.test(character)) {
    const lower = character.toLowerCase();
    if (lower !== character) return UPPER;
    return lower === character.toUpperCase() ? CASELESS : LOWER;
  }
  if (character < "\x80") return OTHER;
  return character === "\ufffd" || /^\p{Cc}$/u.test(character) ? IMPOSSIBLE : SYMBOL;
}

function letterTable(characters: readonly string[], language: Language): Float64Array {
  const likelihood = likelihoods([...LETTERS[language]], 3.3);
  return Float64Array.from(characters, (character) => {
    const known = likelihood.get(character.toLowerCase());
    if (known !== undefined) return known;
    if (COMMON_MARKS.has(character) || JOINERS.has(character)) return COMMON_MARK;
    if (RARE_MARKS.has(character)) return RARE_MARK;
    const kind = kindOf(character);
    if (kind === IMPOSSIBLE) return NO_CHARACTER;
    return isLetter(kind) ? FOREIGN_LETTER : FOREIGN_SYMBOL;
  });
}

/** From the first letter to the last, likelihoods fall by e^`fall`, by the same ratio at each rank. */
function likelihoods(letters: readonly string[], fall: number): ReadonlyMap<string, number> {
  const weight = (rank: number) => Math.exp((-fall * rank) / letters.length);
  const total = letters.reduce((sum, _, rank) => sum + weight(rank), 0);
  return new Map(letters.map((letter, rank) => [letter, Math.log((0.97 * weight(rank)) / total)]));
}
