/** What the tokenizer does with a character. */
const NOT_KNOWN_YET = 0;
/** Goes into the word as it is. */
export const WORD = 1;
/** Ends the word. */
export const BLANK = 2;
/** A word by itself: punctuation and ideographs. */
export const ALONE = 3;
/** Left out; the word goes on. */
export const GONE = 4;
/** Goes into the word as what `written` says: without accents, in lower case, in parts. */
export const REWRITTEN = 5;
/** A word by itself, as what `written` says. */
export const ALONE_REWRITTEN = 6;
/** What it becomes depends on its neighbours: Unicode puts it in another order, or it falls into several words. */
export const IN_CONTEXT = 7;

/** What is left out of a text: control, format and private characters, lone surrogates, replacements. */
const DROPPED = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/u;
const SPACE = /[^\S\ufeff]/u;
const MARK = /\p{Mn}/u;
const PUNCTUATION = /\p{P}/u;

/**
 * Marks, punctuation and format characters that Unicode has added since the reference was made: letters to it.
 * In hexadecimal; where two are joined, all between them too.
 */
const NEWER_POINTS =
  "61d 7fd 890-891 897-89f 8ca-8e2 9fd-9fe a76 afa-aff b55 c04 c3c c77 c84 d00 d3b-d3c d81 eba ece " +
  "180f 1885-1886 1abf-1add 1ae0-1aeb 1b4e-1b4f 1b7d-1b7f 1df6-1dfb 2e43-2e4f 2e52-2e5d a82c a8c5 " +
  "a8ff a9bd 10d24-10d27 10d69-10d6e 10eab-10ead 10ed0 10efa-10eff 10f46-10f50 10f55-10f59 " +
  "10f82-10f89 11070 11073-11074 110c2 110cd 111c9 111cf 1123e 11241 1133b 113bb-113c0 113ce 113d0 " +
  "113d2 113d4-113d5 113d7-113d8 113e1-113e2 11438-1143f 11442-11444 11446 1144b-1144f 1145a-1145b " +
  "1145d-1145e 11660-1166c 116b9 1182f-11837 11839-1183b 1193b-1193c 1193e 11943-11946 119d4-119d7 " +
  "119da-119db 119e0 119e2 11a01-11a0a 11a33-11a38 11a3b-11a47 11a51-11a56 11a59-11a5b 11a8a-11a96 " +
  "11a98-11a9c 11a9e-11aa2 11b00-11b09 11b60 11b62-11b64 11b66 11be1 11c30-11c36 11c38-11c3d 11c3f " +
  "11c41-11c45 11c70-11c71 11c92-11ca7 11caa-11cb0 11cb2-11cb3 11cb5-11cb6 11d31-11d36 11d3a " +
  "11d3c-11d3d 11d3f-11d45 11d47 11d90-11d91 11d95 11d97 11ef3-11ef4 11ef7-11ef8 11f00-11f01 " +
  "11f36-11f3a 11f40 11f42-11f4f 11f5a 11fff 12ff1-12ff2 13430-13440 13447-13455 1611e-16129 " +
  "1612d-1612f 16d6d-16d6f 16e97-16e9a 16f4f 16fe2 16fe4 1cf00-1cf2d 1cf30-1cf46 1e000-1e006 " +
  "1e008-1e018 1e01b-1e021 1e023-1e024 1e026-1e02a 1e08f 1e130-1e136 1e2ae 1e2ec-1e2ef 1e4ec-1e4ef " +
  "1e5ee-1e5ef 1e5ff 1e6e3 1e6e6 1e6ee-1e6ef 1e6f5 1e944-1e94a 1e95e-1e95f";

const NEWER = new RegExp(
  `[${NEWER_POINTS.split(" ")
    .map((range) =>
      range
        .split("-")
        .map((point) => `\\u{${point}}`)
        .join("-"),
    )
    .join("")}]`,
  "u",
);
/** And those it has given another class since. */
const ONCE_PUNCTUATION = /[\u166d\u{111c9}]/u;
const ONCE_MARKS = /[\u1734\u{1171e}]/u;

/** What each ASCII character is, but for capitals, which are `WORD` too. */
export const ASCII = Uint8Array.from({ length: 128 }, (_, code) => asciiKind(code));

function asciiKind(code: number): number {
  if (code === 9 || code === 10 || code === 13 || code === 32) return BLANK;
  if (code < 32 || code === 127) return GONE;
  return /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? WORD : ALONE;
}

/** Characters a page of remembered kinds has. */
const PAGE = 256;

/**
 * What BERT's uncased normaliser makes of each character, worked out when it is first met. What is remembered
 * is bounded by Unicode: a byte a character, and a string for those that are rewritten.
 */
export class Characters {
  readonly #pages: (Uint8Array | undefined)[] = new Array(0x110000 / PAGE).fill(undefined);
  readonly #written = new Map<number, string>();

  /** What the code point is, as one of the constants above. */
  kind(point: number): number {
    const kind = this.#pages[point >> 8]?.[point & 255];
    return kind === undefined || kind === NOT_KNOWN_YET ? this.#learn(point) : kind;
  }

  /** What a code point of a rewritten kind becomes. */
  written(point: number): string {
    return this.#written.get(point) ?? "";
  }

  #learn(point: number): number {
    const { kind, written } = classify(point);
    if (written !== undefined) this.#written.set(point, written);
    this.#pages[point >> 8] ??= new Uint8Array(PAGE);
    (this.#pages[point >> 8] as Uint8Array)[point & 255] = kind;
    return kind;
  }
}

function classify(point: number): { kind: number; written?: string } {
  const character = String.fromCodePoint(point);
  if (isBlank(character)) return { kind: BLANK };
  if (isDropped(character)) return { kind: GONE };
  const letters = [...character.normalize("NFD")].filter((letter) => !isMark(letter));
  if (letters.length === 0) return { kind: GONE };
  const written = letters.map((letter) => letter.toLowerCase()).join("");
  const alone = isIdeograph(point) || (letters.length === 1 && isPunctuation(written));
  const divided = !alone && [...written].some((letter) => isSpace(letter) || isPunctuation(letter));
  if (divided || letters.some(isReordered)) return { kind: IN_CONTEXT };
  if (written === character) return { kind: alone ? ALONE : WORD };
  return { kind: alone ? ALONE_REWRITTEN : REWRITTEN, written };
}

/** The words of any text, character by character: the long way, which needs no `Characters`. */
export function* normalisedWords(text: string): Generator<string> {
  let clean = "";
  for (const character of text) {
    if (isBlank(character)) clean += " ";
    else if (!isDropped(character))
      clean += isIdeograph(character.codePointAt(0) as number) ? ` ${character} ` : character;
  }
  let word = "";
  for (const letter of clean.normalize("NFD")) {
    if (isMark(letter)) continue;
    // Letter by letter: the reference knows no final sigma.
    const character = letter.toLowerCase();
    const alone = isPunctuation(character);
    if (!alone && !isSpace(character)) {
      word += character;
      continue;
    }
    if (word !== "") yield word;
    word = "";
    if (alone) yield character;
  }
  if (word !== "") yield word;
}

function isSpace(character: string): boolean {
  return SPACE.test(character);
}

/** Vertical tab, form feed and next line are control characters before they are blanks. */
function isBlank(character: string): boolean {
  return isSpace(character) && (/[\t\n\r]/.test(character) || !/\p{Cc}/u.test(character));
}

function isDropped(character: string): boolean {
  return DROPPED.test(character) && !NEWER.test(character);
}

function isMark(character: string): boolean {
  return (MARK.test(character) && !NEWER.test(character)) || ONCE_MARKS.test(character);
}

function isPunctuation(character: string): boolean {
  const code = character.codePointAt(0) as number;
  if (code < 128) return ASCII[code] === ALONE;
  return (PUNCTUATION.test(character) && !NEWER.test(character)) || ONCE_PUNCTUATION.test(character);
}

/** Whether decomposition moves it before other marks: it would before U+0345, whose class is the last. */
function isReordered(character: string): boolean {
  return `\u0345${character}`.normalize("NFD") !== `\u0345${character}`;
}

/** The blocks of Chinese characters, each of which counts as a word. */
function isIdeograph(point: number): boolean {
  return (
    (point >= 0x4e00 && point <= 0x9fff) ||
    (point >= 0x3400 && point <= 0x4dbf) ||
    (point >= 0x20000 && point <= 0x2a6df) ||
    (point >= 0x2a700 && point <= 0x2b73f) ||
    (point >= 0x2b740 && point <= 0x2b81f) ||
    (point >= 0x2b920 && point <= 0x2ceaf) ||
    (point >= 0xf900 && point <= 0xfaff) ||
    (point >= 0x2f800 && point <= 0x2fa1f)
  );
}
