/** Longer words are unknown, as in the reference implementation; in characters. */
const LONGEST_WORD = 100;
/** Words whose pieces are remembered. Text repeats its words: most are looked up, not cut. */
const CACHE_SIZE = 50_000;

const UNKNOWN = "[UNK]";
/** Written out in a text, these are one token each. */
const SPECIAL = /\[(?:UNK|PAD|CLS|SEP|MASK)\]/g;

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

/** Character classes of a cleaned text. */
const WORD = 0;
const BLANK = 1;
/** A word by itself: punctuation and ideographs. */
const ALONE = 2;
const GONE = 3;

/** What each ASCII character is. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => asciiClass(code));

function asciiClass(code: number): number {
  if (code === 9 || code === 10 || code === 13 || code === 32) return BLANK;
  if (code < 32 || code === 127) return GONE;
  return /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? WORD : ALONE;
}

/**
 * Words cut into pieces of a vocabulary: BERT's uncased tokenizer (Devlin et al., 2018). Text is cleaned,
 * lower-cased and stripped of accents; words end at blanks, punctuation and ideographs; each word becomes
 * the longest pieces that fit, from the left.
 */
export class WordPieces {
  readonly #ids: ReadonlyMap<string, number>;
  readonly #unknown: Int32Array;
  readonly #known = new Map<string, Int32Array>();

  constructor(vocabulary: readonly string[]) {
    this.#ids = new Map(vocabulary.map((token, id) => [token, id]));
    this.#unknown = Int32Array.of(this.#ids.get(UNKNOWN) ?? 0);
  }

  /** Calls `take` with the id of each token of the text, in order. */
  each(text: string, take: (id: number) => void): void {
    if (!text.includes("[")) {
      this.#plain(text, take);
      return;
    }
    let from = 0;
    for (const { 0: special, index } of text.matchAll(SPECIAL)) {
      this.#plain(text.slice(from, index), take);
      take(this.#ids.get(special) ?? this.#unknown[0]);
      from = index + special.length;
    }
    this.#plain(text.slice(from), take);
  }

  encode(text: string): number[] {
    const ids: number[] = [];
    this.each(text, (id) => ids.push(id));
    return ids;
  }

  #plain(text: string, take: (id: number) => void): void {
    const { length } = text;
    let start = -1;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      const kind = code < 128 ? ASCII[code] : GONE;
      if (kind === WORD) {
        if (start < 0) start = at;
        continue;
      }
      if (code >= 128 || kind === GONE) {
        // Rare in English: the stretch up to the next blank takes the way of the whole of Unicode.
        const from = start < 0 ? at : start;
        let end = at + 1;
        while (end < length && !isAsciiBlank(text.charCodeAt(end))) end++;
        this.#unicode(text.slice(from, end), take);
        start = -1;
        at = end - 1;
        continue;
      }
      if (start >= 0) this.#word(text.slice(start, at), take);
      start = -1;
      if (kind === ALONE) this.#word(text[at], take);
    }
    if (start >= 0) this.#word(text.slice(start), take);
  }

  #unicode(text: string, take: (id: number) => void): void {
    let word = "";
    const flush = (): void => {
      if (word !== "") this.#word(word, take);
      word = "";
    };
    let clean = "";
    for (const character of text) {
      if (SPACE.test(character) && !isControl(character)) clean += " ";
      else if (DROPPED.test(character) && !NEWER.test(character)) continue;
      else clean += isIdeograph(character.codePointAt(0) as number) ? ` ${character} ` : character;
    }
    for (const letter of clean.normalize("NFD")) {
      if (isMark(letter)) continue;
      // Letter by letter: the reference knows no final sigma.
      const character = letter.toLowerCase();
      if (SPACE.test(character)) flush();
      else if (isPunctuation(character)) {
        flush();
        this.#word(character, take);
      } else word += character;
    }
    flush();
  }

  #word(word: string, take: (id: number) => void): void {
    let pieces = this.#known.get(word);
    if (pieces === undefined) {
      pieces = this.#cut(word.toLowerCase());
      if (this.#known.size >= CACHE_SIZE) this.#known.clear();
      this.#known.set(word, pieces);
    }
    for (let i = 0; i < pieces.length; i++) take(pieces[i]);
  }

  #cut(word: string): Int32Array {
    const characters = [...word];
    if (characters.length > LONGEST_WORD) return this.#unknown;
    const pieces: number[] = [];
    for (let start = 0; start < characters.length; ) {
      let end = characters.length;
      let id: number | undefined;
      for (; end > start; end--) {
        const piece = characters.slice(start, end).join("");
        id = this.#ids.get(start === 0 ? piece : `##${piece}`);
        if (id !== undefined) break;
      }
      if (id === undefined) return this.#unknown;
      pieces.push(id);
      start = end;
    }
    return Int32Array.from(pieces);
  }
}

function isAsciiBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13 && code !== 11 && code !== 12);
}

/** Vertical tab, form feed and next line are control characters before they are blanks. */
function isControl(character: string): boolean {
  return character !== "\t" && character !== "\n" && character !== "\r" && /\p{Cc}/u.test(character);
}

function isMark(character: string): boolean {
  return (MARK.test(character) && !NEWER.test(character)) || ONCE_MARKS.test(character);
}

function isPunctuation(character: string): boolean {
  const code = character.codePointAt(0) as number;
  if (code < 128) return ASCII[code] === ALONE;
  return (PUNCTUATION.test(character) && !NEWER.test(character)) || ONCE_PUNCTUATION.test(character);
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
