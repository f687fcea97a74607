const ASCII = /^[\0-\x7f]*$/;
/** Letters of scripts in which a mark is left out by those who cannot type it: Latin and Greek. */
const MARKED = /[\u00c0-\u024f\u1e00-\u1eff\u0370-\u03ff\u1f00-\u1fff]/g;
/** Marks on their own, Hebrew points, Arabic vowel signs and the stretching sign. Vowel signs of Indic scripts stay. */
const LOOSE_MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]+/g;

/** Letters that decompose into no other letter, as they are typed without them. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  ς: "σ",
  ё: "е",
};
const PLAIN_LETTERS = /[ßæœøđðþłıςё]/g;

export function isAscii(word: string): boolean {
  return ASCII.test(word);
}

/** A lower-case word without accents, as someone writes it whose keyboard has none. */
export function fold(word: string): string {
  if (isAscii(word)) return word;
  return word
    .normalize("NFC")
    .replace(MARKED, (letter) => letter.normalize("NFD").replace(LOOSE_MARKS, ""))
    .replace(LOOSE_MARKS, "")
    .replace(PLAIN_LETTERS, (letter) => PLAIN[letter]);
}
