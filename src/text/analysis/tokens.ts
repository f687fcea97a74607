import { withUnits } from "../units.ts";
import {
  APOSTROPHE,
  DIGIT,
  JOINER,
  kindAt,
  kindOfAscii,
  LETTER,
  MARK,
  OTHER,
  UNSPACED,
} from "./characters.ts";

/**
 * `word`: letters, digits and the signs that join parts of a name. `number`: a word with numbers that signs hold
 * together ("3.14", "v1.2.3", "2024-11-15", "3.5mm"). `whole`: found as it stands only; its parts follow as tokens
 * of their own where they are words. `unspaced`: a run of a script without blanks.
 */
export type TokenKind = "word" | "number" | "whole" | "unspaced";
export type TokenVisitor = (kind: TokenKind, text: string, start: number, end: number) => void;

const [PLUS, COMMA, HYPHEN, DOT, SLASH, COLON, AT, HASH] = [43, 44, 45, 46, 47, 58, 64, 35];

/** What a name with dots ends in when it is a file, a package or a host, and not a field of an object. */
const NAME_ENDINGS = new Set(
  (
    "ai bat bib c cc cfg cjs com conf cpp cs css csv cxx dart db dev diff doc docx edu env epub ex exe fs gif go gov " +
    "gradle h hpp hs html ini io ipynb jar java jpeg jpg js json jsonl jsx kt kts less lock log lua md mdx mjs net odt " +
    "org pdf php pl png ppt pptx ps1 py pyi rb rs rst rtf scala scss sh sql svelte svg swift tar tex toml ts tsv tsx txt " +
    "vue wasm webp xls xlsx xml yaml yml zip zsh"
  ).split(" "),
);
/** A name longer than this is not looked for as a whole. */
const LONGEST_NAME = 64;
/** "1,000,000,000,000" has four; more are a list. */
const MOST_GROUPS = 4;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/iy;
const UUID_LENGTH = 36;

/** Visits every token from left to right. Linear: no character is looked at more than a few times. */
export function visitTokens(text: string, visit: TokenVisitor): void {
  withUnits(text, (units) => visitUnits(text, units, visit));
}

function visitUnits(text: string, units: Uint16Array, visit: TokenVisitor): void {
  const { length } = text;
  /** Up to here names with dots have been looked for. */
  let named = 0;
  for (let i = 0; i < length; ) {
    // Most of any text in Latin letters: a word of nothing else, and a sign. Nothing below would see more in it.
    const plain = plainWordEnd(units, i);
    if (plain > 0) {
      visit("word", text, i, plain);
      i = plain + 1;
      continue;
    }
    const kind = kindAt(units, i);
    if (kind === UNSPACED) {
      const end = unspacedEnd(units, i);
      visit("unspaced", text, i, end);
      i = end;
    } else if (kind === LETTER || kind === DIGIT) {
      const run = runEnd(units, i);
      const sign = units[run];
      if (i >= named && (sign === DOT || sign === AT || sign === HYPHEN)) {
        const end = i + UUID_LENGTH;
        if (sign === HYPHEN && run - i === 8 && isUuid(text, i)) {
          visit("whole", text, i, end);
          i = end;
          continue;
        }
        named = visitName(text, units, i, run, visit);
      }
      i = visitRun(text, units, i, run, visit);
    } else {
      if (units[i] === DOT && isDotNet(text, units, i)) visit("whole", text, i, i + 4);
      i++;
    }
  }
}

const [TO_LOWER, LETTER_A, LETTER_Z] = [32, 97, 122];
/** 1 for the ASCII characters that end a word whatever follows them: neither part of one nor the sign of a name. */
const ENDS_WORD = Uint8Array.from({ length: 0x80 }, (_, code) =>
  kindOfAscii(code) === OTHER && code !== DOT && code !== AT && code !== HYPHEN ? 1 : 0,
);

/** The end of a word of two or more letters from a to z before a character that ends it; 0 where there is none at `start`. */
function plainWordEnd(units: Uint16Array, start: number): number {
  for (let end = start; ; end++) {
    const unit = units[end];
    const letter = unit | TO_LOWER;
    if (letter >= LETTER_A && letter <= LETTER_Z) continue;
    return end > start + 1 && unit < ENDS_WORD.length && ENDS_WORD[unit] === 1 ? end : 0;
  }
}

/** A word, or a number that begins with it; gives the place to go on. */
function visitRun(text: string, units: Uint16Array, start: number, run: number, visit: TokenVisitor): number {
  if (kindAt(units, run - 1) === DIGIT) {
    const digits = numberEnd(text, units, start, run);
    if (digits > run) {
      // "2024-11-15T09:08" is a date and a time.
      const time = text[digits] === "T" && kindAt(units, digits + 1) === DIGIT;
      const end = time ? digits : runEnd(units, digits - 1);
      visit("number", text, start, end);
      return time ? digits + 1 : end;
    }
  }
  if (run === start + 1) {
    const language = signedLanguageEnd(text, units, start);
    if (language > 0) {
      visit("whole", text, start, language);
      return language;
    }
  }
  let end = run;
  while (kindAt(units, end - 1) === JOINER) end--;
  visit("word", text, start, end);
  return run;
}

function runEnd(units: Uint16Array, start: number): number {
  for (let i = start + 1; ; i++) {
    const kind = kindAt(units, i);
    if (kind === LETTER || kind === DIGIT || kind === JOINER || kind === MARK) continue;
    if (kind === APOSTROPHE && kindAt(units, i + 1) === LETTER && kindAt(units, i - 1) !== JOINER) continue;
    return i;
  }
}

function unspacedEnd(units: Uint16Array, start: number): number {
  let i = start + 1;
  for (let kind = kindAt(units, i); kind === UNSPACED || kind === MARK; kind = kindAt(units, i)) i++;
  return i;
}

/** The end of numbers held together by signs, of which the first ends at `run`; `run` where there is only one. */
function numberEnd(text: string, units: Uint16Array, start: number, run: number): number {
  let plain = true;
  for (let i = start; plain && i < run; i++) plain = kindAt(units, i) === DIGIT;
  let end = plain ? thousandsEnd(text, units, start, run) : run;
  // A word with a digit at its end goes on with a dot only: "python3.11", but "a1-2" and "f1/3" are two.
  const dates = plain && end === run;
  while (kindAt(units, end + 1) === DIGIT) {
    const sign = units[end];
    if (sign !== DOT && !(dates && (sign === HYPHEN || sign === SLASH || sign === COLON))) break;
    end += 2;
    while (kindAt(units, end) === DIGIT) end++;
  }
  return end;
}

/** The end of "1,000,000"; `run` where the commas part the numbers of a list. */
function thousandsEnd(text: string, units: Uint16Array, start: number, run: number): number {
  if (run - start > 3 || (start > 0 && units[start - 1] === COMMA)) return run;
  let end = run;
  for (let groups = 0; groups < MOST_GROUPS; groups++) {
    if (units[end] !== COMMA || !/^\d{3}(?!\d)/.test(text.slice(end + 1, end + 5))) break;
    end += 4;
  }
  return units[end] === COMMA && kindAt(units, end + 1) === DIGIT ? run : end;
}

/** "C++", "g++", "C#", "F#": the end behind the signs, or 0. */
function signedLanguageEnd(text: string, units: Uint16Array, start: number): number {
  const letter = text[start].toLowerCase();
  const first = units[start + 1];
  if (first === HASH && "cfjq".includes(letter)) return kindAt(units, start + 2) === OTHER ? start + 2 : 0;
  if (first !== PLUS || units[start + 2] !== PLUS || !"cg".includes(letter)) return 0;
  return units[start + 3] === PLUS ? 0 : start + 3;
}

/** ".NET" with nothing before it: the letters alone are a word of their own. */
function isDotNet(text: string, units: Uint16Array, dot: number): boolean {
  return (
    (units[dot + 1] | 32) === 110 &&
    text.slice(dot + 1, dot + 4).toLowerCase() === "net" &&
    kindAt(units, dot - 1) === OTHER &&
    kindAt(units, dot + 4) === OTHER
  );
}

function isUuid(text: string, start: number): boolean {
  UUID.lastIndex = start;
  return UUID.test(text);
}

/** Visits "package.json", "node.js", "jane.doe@example.com" whole; gives the end of what was looked at. */
function visitName(
  text: string,
  units: Uint16Array,
  start: number,
  run: number,
  visit: TokenVisitor,
): number {
  let end = run;
  let last = start;
  let at = false;
  for (let sign = units[end]; sign === DOT || sign === AT || sign === HYPHEN; ) {
    const kind = kindAt(units, end + 1);
    if (kind !== LETTER && kind !== DIGIT) break;
    at ||= sign === AT;
    last = sign === HYPHEN ? last : end + 1;
    end = runEnd(units, end + 1);
    sign = units[end];
  }
  const short = end - start <= LONGEST_NAME && last > start;
  if (short && (at || NAME_ENDINGS.has(text.slice(last, end).toLowerCase())))
    visit("whole", text, start, end);
  return end;
}
