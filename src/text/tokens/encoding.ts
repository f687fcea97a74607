import { LONGEST_SLICE, SliceCache } from "../slice-cache.ts";
import { countMerged } from "./byte-pairs.ts";
import { type EncodingName, PRETOKEN_SCANNERS, type PretokenScanner } from "./pretokens.ts";
import { Vocabulary, type VocabularyTables } from "./vocabulary.ts";

/**
 * Most pre-tokens recur, so their counts are remembered: short ones of ASCII without making strings of them, others
 * in two generations, which bound the memory: when the young one is full it becomes the old one, and what is still
 * used moves back.
 */
const CACHE_ENTRIES = 16_384;
/** Longer pre-tokens are rare and would make the cache large. */
const CACHE_LENGTH = 40;

/** Lengths of runs of one character (rules, padding, filler) whose counts are remembered. */
const RUN_ENTRIES = 4_096;

/**
 * A pre-token longer than this (no real text has one) is counted in blocks, which bounds time and memory.
 * The count may then differ from the reference by a token or two a block.
 */
const BLOCK = 16_384;

/** One tokenizer vocabulary: where pre-tokens end and how many tokens each is. */
export class Encoding {
  readonly name: EncodingName;
  readonly scan: PretokenScanner;
  readonly #vocabulary: Vocabulary;
  readonly #short = new SliceCache();
  #young = new Map<string, number>();
  #old = new Map<string, number>();
  readonly #runs = new Map<string, number>();

  constructor(name: EncodingName, vocabulary: Vocabulary) {
    this.name = name;
    this.scan = PRETOKEN_SCANNERS[name];
    this.#vocabulary = vocabulary;
  }

  get tables(): VocabularyTables {
    return this.#vocabulary.tables;
  }

  /** Tokens of `text[start, end)`. Special tokens in it are plain text: user text cannot forge them. */
  count(text: string, start = 0, end = text.length): number {
    let tokens = 0;
    for (let at = start; at < end; ) {
      const edge = this.scan(text, at, end);
      tokens += this.countPretoken(text, at, edge);
      at = edge;
    }
    return tokens;
  }

  countPretoken(text: string, start: number, end: number): number {
    if (end - start > LONGEST_SLICE) return this.#countLong(text, start, end);
    const known = this.#short.get(text, start, end);
    if (known >= 0) return known;
    const pretoken = text.slice(start, end);
    if (!isAscii(pretoken)) return this.#countLong(text, start, end);
    const tokens = countMerged(pretoken, this.#vocabulary);
    this.#short.set(tokens);
    return tokens;
  }

  #countLong(text: string, start: number, end: number): number {
    if (end - start > BLOCK) return this.#countBlocks(text, start, end);
    if (end - start > CACHE_LENGTH && isRun(text, start, end)) return this.#countRun(text, start, end);
    const pretoken = text.slice(start, end);
    const cached = this.#young.get(pretoken);
    if (cached !== undefined) return cached;
    const old = this.#old.get(pretoken);
    const tokens = old ?? countMerged(toByteString(pretoken), this.#vocabulary);
    if (pretoken.length <= CACHE_LENGTH) this.#remember(pretoken, tokens);
    return tokens;
  }

  /** A splitter asks for the same few lengths at every place of a run, and merging a long one is slow. */
  #countRun(text: string, start: number, end: number): number {
    const key = text[start] + String(end - start);
    const known = this.#runs.get(key);
    if (known !== undefined) return known;
    const tokens = countMerged(toByteString(text.slice(start, end)), this.#vocabulary);
    if (this.#runs.size >= RUN_ENTRIES) this.#runs.clear();
    this.#runs.set(key, tokens);
    return tokens;
  }

  #countBlocks(text: string, start: number, end: number): number {
    let tokens = 0;
    let last = { block: "", tokens: 0 };
    for (let at = start; at < end; ) {
      let to = Math.min(end, at + BLOCK);
      if (to < end && isLowSurrogate(text.charCodeAt(to))) to--;
      const block = text.slice(at, to);
      // Runs this long are mostly one character repeated: the same block again and again.
      if (block !== last.block) last = { block, tokens: this.countPretoken(text, at, to) };
      tokens += last.tokens;
      at = to;
    }
    return tokens;
  }

  #remember(pretoken: string, tokens: number): void {
    if (this.#young.size >= CACHE_ENTRIES) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(detach(pretoken), tokens);
  }
}

/** Whether one character fills the slice. */
function isRun(text: string, start: number, end: number): boolean {
  const code = text.charCodeAt(start);
  for (let i = start + 1; i < end; i++) if (text.charCodeAt(i) !== code) return false;
  return true;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

/** Slices past 12 units keep their whole parent alive in V8; a key must not hold a document. */
function detach(slice: string): string {
  return slice.length > 12 ? slice.split("").join("") : slice;
}

const utf8 = new TextEncoder();

/** The text's UTF-8 bytes as characters 0–255. Lone surrogates become U+FFFD, as the reference has it. */
function toByteString(text: string): string {
  return isAscii(text) ? text : fromBytes(utf8.encode(text));
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

function fromBytes(bytes: ArrayLike<number>): string {
  let string = "";
  for (let i = 0; i < bytes.length; i++) string += String.fromCharCode(bytes[i]);
  return string;
}

export const ENCODING_NAMES = Object.keys(PRETOKEN_SCANNERS) as readonly EncodingName[];

const loading = new Map<EncodingName, Promise<Encoding>>();

/** An encoding whose tables another thread has loaded. */
export interface SharedEncoding {
  readonly name: EncodingName;
  readonly tables: VocabularyTables;
}

/** To be given to a thread, whose `useEncoding` takes it. */
export async function shareEncoding(name: EncodingName): Promise<SharedEncoding> {
  return { name, tables: (await loadEncoding(name)).tables };
}

/** Saves a thread the loading, and the memory for a copy. */
export function useEncoding({ name, tables }: SharedEncoding): void {
  loading.set(name, Promise.resolve(new Encoding(name, new Vocabulary(tables))));
}

/** The vocabulary is immutable, so every counter shares one copy. */
export function loadEncoding(name: EncodingName): Promise<Encoding> {
  let encoding = loading.get(name);
  if (encoding === undefined) {
    encoding = loadVocabulary(name).then((vocabulary) => new Encoding(name, vocabulary));
    loading.set(name, encoding);
    encoding.catch(() => loading.delete(name));
  }
  return encoding;
}

/** What reads tables is loaded with the first: a thread that is given one needs neither. */
async function loadVocabulary(name: EncodingName): Promise<Vocabulary> {
  const { loadTokens } = await import("./rank-tables.ts");
  return Vocabulary.ofBytes(await loadTokens(name));
}
