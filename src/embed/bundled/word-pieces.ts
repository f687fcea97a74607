import {
  ALONE,
  ALONE_REWRITTEN,
  ASCII,
  BLANK,
  Characters,
  GONE,
  IN_CONTEXT,
  normalisedWords,
  REWRITTEN,
  WORD,
} from "./characters.ts";
import type { PieceTable } from "./piece-table.ts";

/** Longer words are unknown, as in the reference implementation; in characters. */
const LONGEST_WORD = 100;
/** A character has at most two code units. What a word has beyond is counted and not kept. */
const LONGEST_WORD_UNITS = 2 * LONGEST_WORD;

const UNKNOWN = "[UNK]";
/** Written out in a text, these are one token each. */
const SPECIAL = [UNKNOWN, "[PAD]", "[CLS]", "[SEP]", "[MASK]"];
const BRACKET = 0x5b;
const CAPITALS = { first: 0x41, last: 0x5a, toSmall: 0x20 };

/** What takes a text's tokens. */
export interface TokenSink {
  add(id: number): void;
}

/**
 * Words cut into pieces of a vocabulary: BERT's uncased tokenizer (Devlin et al., 2018). Text is cleaned,
 * lower-cased and stripped of accents; words end at blanks, punctuation and ideographs; each word becomes
 * the longest pieces that fit, from the left. No string is made of a word, and none is remembered: memory
 * does not grow with what has been read.
 */
export class WordPieces {
  readonly #table: PieceTable;
  readonly #characters = new Characters();
  readonly #special: ReadonlyMap<string, number>;
  readonly #unknown: number;
  /** The word being read: its code units, lower-cased and without accents, and how many it has. */
  readonly #word = new Uint16Array(LONGEST_WORD_UNITS);
  #length = 0;
  /** The pieces of a word, which are at most as many as its units. */
  readonly #ids = new Int32Array(LONGEST_WORD_UNITS);

  constructor(table: PieceTable) {
    this.#table = table;
    this.#unknown = Math.max(0, table.idOf(UNKNOWN));
    this.#special = new Map(SPECIAL.map((token) => [token, table.idOf(token)]));
  }

  /** Gives `sink` the id of each token of the text, in order. */
  each(text: string, sink: TokenSink): void {
    const { length } = text;
    let start = 0;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code < 128) {
        const kind = ASCII[code];
        if (kind === WORD) {
          this.#push(code >= CAPITALS.first && code <= CAPITALS.last ? code + CAPITALS.toSmall : code);
          continue;
        }
        if (kind === GONE) continue;
        this.#flush(sink);
        start = at + 1;
        if (kind === BLANK) continue;
        const special = code === BRACKET ? specialAt(text, at) : undefined;
        if (special === undefined) {
          this.#push(code);
          this.#flush(sink);
        } else {
          sink.add(this.#special.get(special) ?? this.#unknown);
          at += special.length - 1;
          start = at + 1;
        }
        continue;
      }
      const point = text.codePointAt(at) as number;
      const kind = this.#characters.kind(point);
      if (kind === IN_CONTEXT) {
        const end = stretchEnd(text, at);
        this.#length = 0;
        this.#inContext(text.slice(start, end), sink);
        start = end;
        at = end - 1;
        continue;
      }
      if (point > 0xffff) at++;
      if (kind === WORD) this.#pushPoint(point);
      else if (kind === REWRITTEN) this.#pushAll(this.#characters.written(point));
      else if (kind !== GONE) {
        this.#flush(sink);
        start = at + 1;
        if (kind === ALONE) this.#pushPoint(point);
        else if (kind === ALONE_REWRITTEN) this.#pushAll(this.#characters.written(point));
        this.#flush(sink);
      }
    }
    this.#flush(sink);
  }

  encode(text: string): number[] {
    const ids: number[] = [];
    this.each(text, { add: (id) => ids.push(id) });
    return ids;
  }

  #inContext(text: string, sink: TokenSink): void {
    for (const word of normalisedWords(text)) {
      this.#pushAll(word);
      this.#flush(sink);
    }
  }

  #push(unit: number): void {
    if (this.#length < LONGEST_WORD_UNITS) this.#word[this.#length] = unit;
    this.#length++;
  }

  #pushPoint(point: number): void {
    if (point <= 0xffff) this.#push(point);
    else {
      this.#push(0xd7c0 + (point >> 10));
      this.#push(0xdc00 + (point & 0x3ff));
    }
  }

  #pushAll(text: string): void {
    for (let i = 0; i < text.length; i++) this.#push(text.charCodeAt(i));
  }

  /** Ends the word. */
  #flush(sink: TokenSink): void {
    const length = this.#length;
    if (length === 0) return;
    this.#length = 0;
    const count = this.#isTooLong(length) ? 0 : this.#table.cut(this.#word, length, this.#ids);
    if (count === 0) sink.add(this.#unknown);
    for (let i = 0; i < count; i++) sink.add(this.#ids[i]);
  }

  #isTooLong(length: number): boolean {
    if (length <= LONGEST_WORD) return false;
    if (length > LONGEST_WORD_UNITS) return true;
    let characters = 0;
    for (let i = 0; i < length; i++) if ((this.#word[i] & 0xfc00) !== 0xdc00) characters++;
    return characters > LONGEST_WORD;
  }
}

function specialAt(text: string, at: number): string | undefined {
  return SPECIAL.find((token) => text.startsWith(token, at));
}

/** Where the stretch ends that is read as one: at the next ASCII blank or special token. */
function stretchEnd(text: string, from: number): number {
  let end = from + 1;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code < 128 && (ASCII[code] === BLANK || (code === BRACKET && specialAt(text, end) !== undefined)))
      break;
  }
  return end;
}
