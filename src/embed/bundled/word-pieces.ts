import { withUnits } from "../../text/units.ts";
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
import { hashOn, type PieceTable, WORD_SEED } from "./piece-table.ts";

/** Longer words are unknown, as in the reference implementation; in characters. */
const LONGEST_WORD = 100;
/** A character has at most two code units. What a word has beyond is counted and not kept. */
const LONGEST_WORD_UNITS = 2 * LONGEST_WORD;

const UNKNOWN = "[UNK]";
/** Written out in a text, these are one token each. */
const SPECIAL = [UNKNOWN, "[PAD]", "[CLS]", "[SEP]", "[MASK]"];
const BRACKET = 0x5b;
/** The ASCII characters that words are made of, in lower case; 0 for others. */
const SMALL = Uint8Array.from(ASCII, (kind, code) =>
  kind === WORD ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : 0,
);

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
  /** Of each ASCII character by itself. */
  readonly #signs: Int32Array;
  /** The word being read: its code units, lower-cased and without accents, and how many it has. */
  readonly #word = new Uint16Array(LONGEST_WORD_UNITS);
  #length = 0;
  /** Where it begins in the text, with characters before it that are left out. */
  #start = 0;
  /** The pieces of a word, which are at most as many as its units. */
  readonly #ids = new Int32Array(LONGEST_WORD_UNITS);

  constructor(table: PieceTable) {
    this.#table = table;
    this.#unknown = Math.max(0, table.idOf(UNKNOWN));
    this.#signs = Int32Array.from(ASCII, (_, code) => {
      const id = table.idOf(String.fromCharCode(code));
      return id < 0 ? this.#unknown : id;
    });
    this.#special = new Map(SPECIAL.map((token) => [token, table.idOf(token)]));
  }

  /** Gives `sink` the id of each token of the text, in order. */
  each(text: string, sink: TokenSink): void {
    withUnits(text, (units) => this.#eachOf(units, text, sink));
  }

  #eachOf(units: Uint16Array, text: string, sink: TokenSink): void {
    const { length } = text;
    this.#start = 0;
    for (let at = 0; at < length; ) {
      const plain = this.#length === 0 ? this.#plainWord(units, at, length, sink) : at;
      if (plain > at) {
        at = plain;
        this.#start = plain;
        continue;
      }
      const code = units[at];
      if (code >= 128) {
        at = this.#beyondAscii(text, at, sink);
        continue;
      }
      at++;
      const kind = ASCII[code];
      if (kind === WORD) this.#push(SMALL[code]);
      if (kind === WORD || kind === GONE) continue;
      this.#flush(sink);
      if (kind === ALONE) {
        const special = code === BRACKET ? specialAt(text, at - 1) : undefined;
        sink.add(special === undefined ? this.#signs[code] : (this.#special.get(special) ?? this.#unknown));
        if (special !== undefined) at += special.length - 1;
      }
      this.#start = at;
    }
    this.#flush(sink);
  }

  /**
   * A word of nothing but ASCII letters and digits before a blank, a sign of ASCII or the end, as most are: it needs no
   * look at its characters one by one. Gives its end; `start` where there is none, and then nothing was done.
   */
  #plainWord(units: Uint16Array, start: number, length: number, sink: TokenSink): number {
    const word = this.#word;
    let hash = WORD_SEED;
    let size = 0;
    for (; size < LONGEST_WORD; size++) {
      const unit = units[start + size];
      const small = unit < 128 ? SMALL[unit] : 0;
      if (small === 0) break;
      word[size] = small;
      hash = hashOn(hash, small);
    }
    const end = start + size;
    if (size === 0 || (end < length && !isEnd(units[end]))) return start;
    const whole = this.#table.find(hash, word, 0, size);
    if (whole >= 0) sink.add(whole);
    else {
      this.#length = size;
      this.#flush(sink);
    }
    return end;
  }

  /** The character at a place; gives the place behind what was read. */
  #beyondAscii(text: string, at: number, sink: TokenSink): number {
    const point = text.codePointAt(at) as number;
    const kind = this.#characters.kind(point);
    if (kind === IN_CONTEXT) {
      const end = stretchEnd(text, at);
      this.#length = 0;
      this.#inContext(text.slice(this.#start, end), sink);
      this.#start = end;
      return end;
    }
    const end = at + (point > 0xffff ? 2 : 1);
    if (kind === WORD) this.#pushPoint(point);
    else if (kind === REWRITTEN) this.#pushAll(this.#characters.written(point));
    else if (kind !== GONE) {
      this.#flush(sink);
      this.#start = end;
      if (kind === ALONE) this.#pushPoint(point);
      else if (kind === ALONE_REWRITTEN) this.#pushAll(this.#characters.written(point));
      this.#flush(sink);
    }
    return end;
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

/** Whether the unit ends a word: a blank or a sign of ASCII. */
function isEnd(unit: number): boolean {
  return unit < 128 && (ASCII[unit] === BLANK || ASCII[unit] === ALONE);
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
