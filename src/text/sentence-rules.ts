import {
  ABBREVIATIONS,
  type AbbreviationKind,
  AFTER_ORDINAL,
  AFTER_TIME,
  BEFORE_ORDINAL,
  SENTENCE_STARTERS,
} from "./abbreviations.ts";
import { isAsciiLetter, isCjk, isDigit, isLetter, isLower, isUpper } from "./letters.ts";
import { isLineBreak, isWhitespace } from "./whitespace.ts";

/**
 * Does a sentence end between two characters? The rules follow UAX #29 and correct it where it is
 * known to be wrong: abbreviations, initials, list numbers, quotations, ellipses. Each looks at a
 * bounded number of characters around the place, so deciding is O(1) and never depends on how the
 * text was cut before.
 */

/** No rule looks further than this many UTF-16 units to either side. */
const LOOK = 40;

const codes = (characters: string): Set<number> =>
  new Set(Array.from(characters, (one) => one.charCodeAt(0)));

const CLOSERS = codes("\"'”’“‘»›)]}*_~`」』）】》〉］｝¹²³⁴⁵⁶⁷⁸⁹⁰");
const ASCII_CLOSERS = Uint8Array.from({ length: 0x80 }, (_, code) => (CLOSERS.has(code) ? 1 : 0));
const OPENERS = codes("\"'“‘„‚«‹([{*_`~¿¡「『（【《〈［｛");
/** Stops that no abbreviation uses: CJK, Devanagari, Arabic, Urdu, Armenian, Ethiopic, Khmer, Burmese, double marks. */
export const STRONG_STOPS = "。｡！？।॥؟۔։።፧፨។៕။‼⁇⁈⁉‽\u037e";
/** Stops that the rules must tell from abbreviations, names and quotations. */
export const LATIN_STOPS = ".!?…";
const STRONG_CODES = codes(STRONG_STOPS);
/** What goes on with a quotation that has just closed: particles, and commas. */
const QUOTE_GOES_ON = new Set("とてはがをにのもでへや、，,");
const SPEECH_CJK = /^[^。！？\s]{0,6}[说道问喊叫答說問]/u;
const SPEECH_VERBS = new Set(
  (
    "said says asked asks cried shouted replied answered exclaimed whispered yelled muttered added continued " +
    "sagte fragte rief antwortete dit demanda répondit cria dijo preguntó respondió gritó disse chiese rispose " +
    "perguntou respondeu сказал сказала спросил спросила ответил ответила крикнул"
  ).split(" "),
);

/** Quotes, brackets and marks that may follow a stop. */
function isSentenceCloser(code: number): boolean {
  return code < 0x80 ? ASCII_CLOSERS[code] === 1 : CLOSERS.has(code);
}

const character = (text: string, index: number): string => text.charAt(index);

/** The character may end a sentence or stand behind a stop. A cheap filter before the real rules. */
export function mayCloseSentence(code: number): boolean {
  return code >= 0x80 || code === 46 || code === 33 || code === 63 || code === 59 || isSentenceCloser(code);
}

/** Whether the text up to `last` ends in a stop, closing quotes and brackets aside. */
export function endsWithStop(text: string, last: number): boolean {
  const stopAt = skipClosersBack(text, last);
  return stopAt >= 0 && (LATIN_STOPS + STRONG_STOPS).includes(character(text, stopAt));
}

/**
 * Whether a sentence ends at `last`, the last character before white space, when the next word begins
 * at `next`.
 */
export function endsSentence(text: string, last: number, next: number): boolean {
  const stopAt = skipClosersBack(text, last);
  if (stopAt < 0) return false;
  const stop = character(text, stopAt);
  const isMark = stop === "!" || stop === "?" || (stop > "\x7f" && STRONG_CODES.has(text.charCodeAt(stopAt)));
  if (!isMark && stop !== "." && stop !== "…" && !isGreekQuestion(text, stopAt)) return false;

  if (isEmojiAt(text, next)) return false; // the emoji belongs to the sentence it follows
  const first = skipOpeners(text, next);
  if (first >= text.length || isClosing(text, first)) return false;
  if (isLower(text, first) && !isLowerOpening(text, next, first)) return false;
  const capital = isUpper(text, first);
  if (isMark) return stopAt === last || !quotationGoesOn(text, stop, last, next, capital);
  if (stop === "…" || character(text, stopAt - 1) === ".") return capital || first > next;
  return stop === ";" ? capital : fullStopEnds(text, stopAt, first, capital);
}

/** Whether a sentence ends right before `next` with no white space between, as in Chinese or Japanese. */
export function endsSentenceUnspaced(text: string, next: number): boolean {
  const stopAt = skipClosersBack(text, next - 1);
  if (stopAt < 0) return false;
  const stop = character(text, stopAt);
  const following = character(text, next);
  if (!STRONG_CODES.has(text.charCodeAt(stopAt))) {
    // "Yahoo!ニュース" is a name: an ASCII mark counts between ideographs only.
    const between = isCjk(text.charCodeAt(stopAt - 1)) && isCjk(text.charCodeAt(next));
    return (stop === "!" || stop === "?") && stopAt === next - 1 && between;
  }
  const followingCode = text.charCodeAt(next);
  if (STRONG_CODES.has(followingCode) || CLOSERS.has(followingCode) || "!?…".includes(following))
    return false;
  if (isEmojiAt(text, next) || isInsidePair(text, next)) return false;
  if (stopAt === next - 1 || isEmojiUnit(text.charCodeAt(next - 1)))
    return following !== "，" && following !== "、";
  if (QUOTE_GOES_ON.has(following) || "》〉".includes(character(text, next - 1))) return false;
  return !SPEECH_CJK.test(text.slice(next, next + 8));
}

/** The rules for ".", the one stop that is also a decimal point, an abbreviation mark and part of names. */
function fullStopEnds(text: string, stopAt: number, first: number, capital: boolean): boolean {
  const word = wordBefore(text, stopAt);
  if (word.text === "") return true;
  if (isListMarker(text, word)) return false;

  const joined = joinSpacedAbbreviation(text, word).toLowerCase();
  if (joined.length === 1 && capital && character(text, first + 1) === ".") return false; // "z. B."
  const kind = ABBREVIATIONS.get(joined);
  // "P." is an initial before it is a page.
  if (kind !== undefined && (kind !== "before number" || joined.length > 1 || isLower(text, word.start))) {
    return abbreviationEnds(kind, text, first, capital);
  }
  const starts = (): boolean => capital && SENTENCE_STARTERS.has(wordAfter(text, first));
  if (joined.length === 1 && isLetter(text, word.start)) {
    return isUpper(text, word.start) ? initialEnds(text, word, starts()) : capital;
  }
  if (character(joined, 1) === "." && /^(?:\p{L}\.-?)+\p{L}$/u.test(joined)) return starts();
  if (isDigit(joined.charCodeAt(0)) && /^\d{1,4}$/.test(joined) && !starts())
    return !isOrdinalOrDate(text, word, first, wordAfter(text, first));
  return true;
}

function abbreviationEnds(kind: AbbreviationKind, text: string, first: number, capital: boolean): boolean {
  switch (kind) {
    case "never final":
      return false;
    case "final before capital":
      return capital;
    case "before number":
      return capital && !startsWithNumeral(text, first);
    case "time":
      return capital && !AFTER_TIME.has(wordAfter(text, first));
    case "maybe final":
      return capital && SENTENCE_STARTERS.has(wordAfter(text, first));
  }
}

/** "am 3. Oktober" and "2024. 5. 3. 오후": the stop belongs to the number. */
function isOrdinalOrDate(text: string, word: Word, first: number, nextWord: string): boolean {
  if (AFTER_ORDINAL.has(nextWord)) return true;
  const before = skipSpacesBack(text, word.start);
  if (character(text, before - 1) === "." && isDigit(text.charCodeAt(before - 2)))
    return word.text.length < 3;
  if (word.text.length < 3 && BEFORE_ORDINAL.has(wordBefore(text, before).text.toLowerCase())) return true;
  return /^\d{1,2}\. \d/.test(text.slice(first, first + 5));
}

/** "J. Smith" does not end a sentence; "vitamin C. The" and "so do I. Then" do. */
function initialEnds(text: string, word: Word, starter: boolean): boolean {
  const before = skipSpacesBack(text, word.start);
  const previous = wordBefore(text, before);
  const afterLowerCase = previous.text !== "" && isLower(text, previous.start);
  return word.text === "I" ? afterLowerCase || starter : afterLowerCase && starter;
}

interface Word {
  readonly start: number;
  readonly text: string;
}

/** The run of letters, digits and inner stops that ends at `end`. */
function wordBefore(text: string, end: number): Word {
  let start = end;
  while (start > 0 && end - start < LOOK && isWordUnit(text, start - 1)) start--;
  while (start < end && (character(text, start) === "." || character(text, start) === "-")) start++;
  return { start, text: text.slice(start, end) };
}

function isWordUnit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 0x80) {
    return (
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      isDigit(code) ||
      code === 46 ||
      code === 45 ||
      code === 38
    );
  }
  if (isCjk(code)) return false; // no space divides "是J." into its words
  return code === 0xb0 || code === 0xba || code === 0x2116 || isLetter(text, index) || code >= 0xd800;
}

function wordAfter(text: string, start: number): string {
  let end = start;
  while (end < text.length && end - start < LOOK && isLetter(text, end)) end++;
  // "A. Smith" after a stop is an initial, not the article.
  if (end - start === 1 && character(text, end) === ".") return "";
  return text.slice(start, end).toLowerCase();
}

/** "z. B.", "т. д.", "p. ex.": abbreviations set with a space are looked up as one word. */
function joinSpacedAbbreviation(text: string, word: Word): string {
  let joined = word.text;
  let start = word.start;
  for (let parts = 0; parts < 4; parts++) {
    const before = skipSpacesBack(text, start);
    if (before === start || start - before > 1 || character(text, before - 1) !== ".") break;
    const previous = wordBefore(text, before - 1);
    if (previous.text.length !== 1 || !isLetter(text, previous.start)) break;
    joined = `${previous.text}.${joined}`;
    start = previous.start;
  }
  return joined;
}

/** "1. First", "  iv. Fourth", "## 2.1. Methods": a number that opens its line is a label. */
function isListMarker(text: string, word: Word): boolean {
  // Most words are told apart by their first letter.
  if (word.text.length > 1 && !"0123456789ivxlcIVXLC".includes(character(word.text, 0))) return false;
  if (!/^(?:\d{1,3}(?:\.\d{1,3})*|\p{L}|[ivxlcIVXLC]{1,5})$/u.test(word.text)) return false;
  let at = word.start;
  while (at > 0 && word.start - at < LOOK && " \t#>-*(".includes(character(text, at - 1))) at--;
  return at === 0 || isLineBreak(text.charCodeAt(at - 1));
}

/** A digit, a Roman numeral, a single capital, or a bracket: what "Fig." and "No." stand before. */
function startsWithNumeral(text: string, start: number): boolean {
  const code = text.charCodeAt(start);
  if (isDigit(code)) return true;
  return /^(?:[IVXLC]+|\p{Lu})(?![\p{L}\p{N}])/u.test(text.slice(start, start + 8));
}

/**
 * `"Stop!" Anna said.` is one sentence: the quotation is closed, the sentence is not. In scripts
 * without capitals the speaker cannot be told from a new sentence, and is the likelier of the two.
 */
function quotationGoesOn(text: string, stop: string, last: number, next: number, capital: boolean): boolean {
  if (!"!?！？؟".includes(stop) || !"\"'”’“»›".includes(character(text, last))) return false;
  if (!capital) return isLetter(text, next);
  const [, second = ""] = text.slice(next, next + LOOK).split(" ", 2);
  return SPEECH_VERBS.has(second.replace(/[^\p{L}]+$/u, ""));
}

/** Small letters that may open a sentence: "iPhone", "macOS"; Dutch "'s Avonds". */
function isLowerOpening(text: string, next: number, first: number): boolean {
  if (/^\p{Ll}{1,3}\p{Lu}/u.test(text.slice(first, first + 8))) return true;
  return first > next && /^['’][stn] \p{Lu}/u.test(text.slice(next, next + 6));
}

/** What cannot open a sentence: commas, and brackets and quotes that only close. */
function isClosing(text: string, index: number): boolean {
  return ",;:)]}.，、»›”」』）】》".includes(character(text, index));
}

/** Greek writes its question mark as a semicolon. */
function isGreekQuestion(text: string, stopAt: number): boolean {
  const before = text.charCodeAt(stopAt - 1);
  return (
    character(text, stopAt) === ";" &&
    ((before >= 0x370 && before < 0x400) || (before >= 0x1f00 && before < 0x2000))
  );
}

/** Over the closing quotes and brackets, footnote marks and emoji that may follow a stop. */
export function skipClosers(text: string, start: number): number {
  let at = start;
  while (at - start < LOOK) {
    const code = text.charCodeAt(at);
    if (code === 91) {
      const [mark = ""] = /^\[\d{1,4}\]/.exec(text.slice(at, at + 6)) ?? [];
      if (mark === "") break;
      at += mark.length;
    } else if (isSentenceCloser(code) || code === 0xfe0f || code === 0x200d) at++;
    else if (isWhitespace(code) && character(text, at + 1) === "»")
      at += 2; // French sets a space inside
    else if (code === 32 && isEmojiAt(text, at + 1)) at++;
    else if (isEmojiAt(text, at)) at += code >= 0xd800 && code < 0xdc00 ? 2 : 1;
    else break;
  }
  return at;
}

/** Walks back over closing quotes and brackets, footnote marks and emoji that follow the stop. */
function skipClosersBack(text: string, last: number): number {
  let at = last;
  while (at >= 0 && last - at < LOOK) {
    if (isSentenceCloser(text.charCodeAt(at))) {
      const closer = character(text, at);
      at = closer === "]" ? skipFootnoteBack(text, at) : at - 1;
      if (closer === "»" && isWhitespace(text.charCodeAt(at))) at--; // French sets a space inside
    } else {
      if (text.charCodeAt(at) < 0x200d) break; // no emoji ends with it
      const before = skipEmojiBack(text, at);
      if (before === at) break;
      at = isWhitespace(text.charCodeAt(before)) ? before - 1 : before;
    }
  }
  return at;
}

/** From the bracket that closes "[12]" to before the one that opens it; one step if it is no footnote. */
function skipFootnoteBack(text: string, bracket: number): number {
  let at = bracket - 1;
  while (at > 0 && bracket - at < 6 && isDigit(text.charCodeAt(at))) at--;
  return at < bracket - 1 && character(text, at) === "[" ? at - 1 : bracket - 1;
}

function skipEmojiBack(text: string, last: number): number {
  let at = last;
  while (at >= 0 && last - at < LOOK) {
    const code = text.charCodeAt(at);
    if (code === 0xfe0f || code === 0x200d || isEmojiAt(text, at)) at--;
    else if (code >= 0xdc00 && code < 0xe000 && isEmojiAt(text, at - 1)) at -= 2;
    else break;
  }
  return at;
}

function isEmojiAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 0x2600) return false;
  return (code >= 0xd83c && code <= 0xd83e) || code <= 0x27bf || code === 0x2b50;
}

/** Any unit an emoji may end with. */
function isEmojiUnit(code: number): boolean {
  return (code >= 0xdc00 && code < 0xe000) || code === 0xfe0f || (code >= 0x2600 && code <= 0x27bf);
}

function isInsidePair(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  const before = text.charCodeAt(index - 1);
  return code >= 0xdc00 && code < 0xe000 && before >= 0xd800 && before < 0xdc00;
}

/** Over opening quotes and brackets, and the dash that opens or resumes speech. */
function skipOpeners(text: string, start: number): number {
  let at = start;
  if (isAsciiLetter(text.charCodeAt(start))) return start;
  while (at - start < 6 && OPENERS.has(text.charCodeAt(at))) at++;
  if ("—–-".includes(character(text, at)) && at < text.length) {
    at++;
    if (isWhitespace(text.charCodeAt(at))) at++;
  }
  return at;
}

function skipSpacesBack(text: string, end: number): number {
  let at = end;
  while (at > 0 && end - at < LOOK && isWhitespace(text.charCodeAt(at - 1))) at--;
  return at;
}
