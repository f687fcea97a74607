import type { SherdError } from "../core/errors.ts";
import { malformed, type ReadScope, tooLong } from "./format.ts";

/** What scanning needs to know of a file. */
export type ScanScope = Pick<ReadScope, "name" | "maxConversationLength">;

/** A record of a JSON file, or why one could not be read. */
export type JsonRecord =
  | { readonly value: unknown; readonly place: string }
  | { readonly error: SherdError; readonly place: string };

const QUOTE = 34;
const COMMA = 44;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const BYTE_ORDER_MARK = 0xfeff;

/** Deeper brackets are no conversation; values of this depth are safe to walk and to write again. */
const MOST_NESTING = 512;

/**
 * Cuts JSON text that comes in pieces into records: the elements of an array at the top, else the values
 * that stand one after another. Holds one record at a time, whatever the file's size; one too long, too deep or
 * malformed is told as an error and the next is read.
 */
export class JsonRecordScanner {
  readonly #scope: ScanScope;
  readonly #isArray: boolean;
  #index = 0;
  /** Characters of the text before the piece in hand. */
  #before = 0;
  /** Where the record in hand began in the whole text; -1 between records. */
  #start = -1;
  #pieces: string[] = [];
  #length = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #isInArray = false;
  #isOver = false;
  #problem: SherdError | undefined;

  constructor(scope: ScanScope, isArray: boolean) {
    this.#scope = scope;
    this.#isArray = isArray;
  }

  *push(text: string): Generator<JsonRecord> {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#inString) {
        at = this.#passString(text, at);
        continue;
      }
      if (code <= 32 || code === BYTE_ORDER_MARK) {
        if (this.#start < 0 || this.#isArray || this.#depth > 0) continue;
        // Values that are no brackets end at a blank.
        yield* this.#end(text.slice(from, at));
        continue;
      }
      if (this.#isArray && this.#depth === 0) {
        if (!this.#isInArray && !this.#isOver && code === OPEN_ARRAY) {
          this.#isInArray = true;
          continue;
        }
        if (this.#isInArray && (code === COMMA || code === CLOSE_ARRAY)) {
          if (this.#start >= 0) yield* this.#end(text.slice(from, at));
          if (code === CLOSE_ARRAY) {
            this.#isInArray = false;
            this.#isOver = true;
          }
          continue;
        }
      }
      if (this.#start < 0) {
        this.#start = this.#before + at;
        from = at;
      }
      if (code === QUOTE) this.#inString = true;
      else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
        this.#depth++;
        if (this.#depth > MOST_NESTING) {
          this.#problem ??= malformed(
            this.#scope,
            this.#place,
            `brackets nest deeper than ${MOST_NESTING} levels`,
          );
        }
      } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
        this.#depth = Math.max(0, this.#depth - 1);
        if (this.#depth === 0 && !this.#isArray) {
          yield* this.#end(text.slice(from, at + 1));
        }
      }
    }
    if (this.#start >= 0) this.#keep(text.slice(from));
    this.#before += text.length;
  }

  *finish(): Generator<JsonRecord> {
    if (this.#inString || this.#depth > 0 || this.#isInArray) {
      const place = this.#place;
      const what = this.#start >= 0 ? `the value that begins at character ${this.#start}` : "its array";
      yield { place, error: malformed(this.#scope, place, `the file ends inside ${what}; get a whole copy`) };
    } else if (this.#start >= 0) yield* this.#end("");
  }

  /** Behind the string's end, or behind the piece; returns the last place looked at. */
  #passString(text: string, from: number): number {
    let at = from;
    for (; at < text.length; at++) {
      if (this.#escaped) {
        this.#escaped = false;
        continue;
      }
      const code = text.charCodeAt(at);
      if (code === BACKSLASH) this.#escaped = true;
      else if (code === QUOTE) {
        this.#inString = false;
        return at;
      }
    }
    return at;
  }

  get #place(): string {
    return this.#isArray || this.#index > 0 ? `$[${this.#index}]` : "$";
  }

  #keep(piece: string): void {
    this.#length += piece.length;
    if (this.#length > this.#scope.maxConversationLength) {
      this.#problem ??= tooLong(this.#scope, this.#place, this.#scope.maxConversationLength);
    }
    if (this.#problem === undefined) this.#pieces.push(piece);
    else this.#pieces = [];
  }

  *#end(piece: string): Generator<JsonRecord> {
    this.#keep(piece);
    const [text, place, start, problem] = [this.#pieces.join(""), this.#place, this.#start, this.#problem];
    this.#pieces = [];
    this.#length = 0;
    this.#start = -1;
    this.#problem = undefined;
    this.#index++;
    yield problem === undefined ? parseRecord(text, place, this.#scope, start) : { error: problem, place };
  }
}

/** One record's text as a value. `start` is where it begins, in characters of the file. */
export function parseRecord(text: string, place: string, scope: ScanScope, start?: number): JsonRecord {
  try {
    return { value: JSON.parse(text), place };
  } catch (cause) {
    const where = start === undefined ? "" : ` (the value begins at character ${start})`;
    return { place, error: malformed(scope, place, `not JSON: ${reasonOf(cause)}${where}`, cause) };
  }
}

/** The parser's words quote the text; a long quote helps nobody. */
function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.length > 160 ? `${message.slice(0, 160)}…` : message;
}
