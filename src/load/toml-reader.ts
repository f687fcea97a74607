import type { Reading } from "./yaml-reader.ts";

/** Arrays and inline tables inside each other. */
const DEEPEST = 32;

type Table = Record<string, unknown>;

/**
 * The tables and values of a TOML text, as front matter uses them: every kind of key and value of TOML 1.0,
 * with dates kept as they are written. Never throws.
 */
export function readToml(text: string): Reading {
  try {
    return { value: new TomlReader(text).read() };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Reads from left to right and never looks back. */
class TomlReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text.replaceAll("\r\n", "\n");
  }

  read(): Table {
    const root: Table = newTable();
    let table = root;
    for (this.#skipBlank(); this.#at < this.#text.length; this.#skipBlank()) {
      if (this.#take("[[")) table = this.#appendTable(root, this.#key("]]"));
      else if (this.#take("[")) table = openTable(root, this.#key("]"));
      else this.#assignment(table, 0);
      this.#endOfLine();
    }
    return root;
  }

  #appendTable(root: Table, path: readonly string[]): Table {
    const parent = openTable(root, path.slice(0, -1));
    const name = path[path.length - 1];
    parent[name] ??= [];
    const list = parent[name];
    if (!Array.isArray(list)) throw new Error(`${path.join(".")} is defined twice`);
    const table = newTable();
    list.push(table);
    return table;
  }

  #assignment(table: Table, depth: number): void {
    const path = this.#key("=");
    const target = openTable(table, path.slice(0, -1));
    const name = path[path.length - 1];
    if (Object.hasOwn(target, name)) throw new Error(`${path.join(".")} is defined twice`);
    target[name] = this.#value(depth);
  }

  /** Dotted, bare or quoted, up to and with the mark behind it. */
  #key(end: string): string[] {
    const path: string[] = [];
    for (;;) {
      this.#skipSpaces();
      const quote = this.#text[this.#at];
      path.push(quote === '"' || quote === "'" ? this.#string() : this.#match(/[A-Za-z0-9_-]+/y, "a key"));
      this.#skipSpaces();
      if (this.#take(end)) {
        this.#skipSpaces();
        return path;
      }
      if (!this.#take(".")) throw this.#unexpected(`"." or "${end}"`);
    }
  }

  #value(depth: number): unknown {
    if (depth > DEEPEST) throw new Error(`values are nested more than ${DEEPEST} deep`);
    const character = this.#text[this.#at];
    if (character === '"' || character === "'") return this.#string();
    if (this.#take("[")) return this.#array(depth + 1);
    if (this.#take("{")) return this.#inlineTable(depth + 1);
    return scalar(this.#match(/[\w+.:-]+(?: [\d:.]+(?:Z|[+-][\d:]+)?)?/y, "a value"));
  }

  #array(depth: number): unknown[] {
    const items: unknown[] = [];
    for (this.#skipBlank(); !this.#take("]"); this.#skipBlank()) {
      items.push(this.#value(depth));
      this.#skipBlank();
      if (!this.#take(",") && this.#text[this.#at] !== "]") throw this.#unexpected('"," or "]"');
    }
    return items;
  }

  #inlineTable(depth: number): Table {
    const table = newTable();
    for (this.#skipBlank(); !this.#take("}"); this.#skipBlank()) {
      this.#assignment(table, depth);
      this.#skipBlank();
      if (!this.#take(",") && this.#text[this.#at] !== "}") throw this.#unexpected('"," or "}"');
    }
    return table;
  }

  #string(): string {
    const quote = this.#text[this.#at];
    const isLong = this.#take(quote.repeat(3));
    if (!isLong) this.#at++;
    else this.#take("\n");
    const end = isLong ? quote.repeat(3) : quote;
    const parts: string[] = [];
    while (!this.#take(end)) {
      const character = this.#text[this.#at];
      if (character === undefined || (character === "\n" && !isLong))
        throw new Error("a string is not closed");
      if (character === "\\" && quote === '"') parts.push(this.#escape(isLong));
      else {
        parts.push(character);
        this.#at++;
      }
    }
    return parts.join("");
  }

  #escape(isLong: boolean): string {
    const escaped = this.#text[this.#at + 1];
    this.#at += 2;
    if (escaped === "u" || escaped === "U") {
      const digits = this.#match(escaped === "u" ? /[\dA-Fa-f]{4}/y : /[\dA-Fa-f]{8}/y, "hexadecimal digits");
      return String.fromCodePoint(Number.parseInt(digits, 16));
    }
    if (isLong && /\s/.test(escaped)) {
      this.#at--;
      while (/[\s]/.test(this.#text[this.#at] ?? "x")) this.#at++;
      return "";
    }
    const plain = ESCAPES[escaped];
    if (plain === undefined) throw new Error(`\\${escaped} is no escape`);
    return plain;
  }

  #match(pattern: RegExp, what: string): string {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found === undefined) throw this.#unexpected(what);
    this.#at += found.length;
    return found;
  }

  #take(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.#at)) return false;
    this.#at += expected.length;
    return true;
  }

  #skipSpaces(): void {
    while (this.#text[this.#at] === " " || this.#text[this.#at] === "\t") this.#at++;
  }

  /** Spaces, line ends and comments. */
  #skipBlank(): void {
    for (;;) {
      this.#skipSpaces();
      if (this.#text[this.#at] === "#") this.#skipComment();
      if (!this.#take("\n")) return;
    }
  }

  #skipComment(): void {
    const end = this.#text.indexOf("\n", this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }

  #endOfLine(): void {
    this.#skipSpaces();
    if (this.#text[this.#at] === "#") this.#skipComment();
    if (this.#at < this.#text.length && this.#text[this.#at] !== "\n")
      throw this.#unexpected("the end of the line");
  }

  #unexpected(expected: string): Error {
    const seen = this.#text.slice(this.#at, this.#at + 20);
    return new Error(`expected ${expected} and found ${JSON.stringify(seen)}`);
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  t: "\t",
  n: "\n",
  f: "\f",
  r: "\r",
  e: "\x1b",
  '"': '"',
  "\\": "\\",
};

/** Without a prototype: keys such as "__proto__" are keys like any other. */
function newTable(): Table {
  return Object.create(null) as Table;
}

/** The table at a path, made where it is missing; of a list of tables, the last. */
function openTable(root: Table, path: readonly string[]): Table {
  let table = root;
  for (const name of path) {
    table[name] ??= newTable();
    const next = table[name];
    const inner: unknown = Array.isArray(next) ? next[next.length - 1] : next;
    if (typeof inner !== "object" || inner === null) throw new Error(`${name} is a value, not a table`);
    table = inner as Table;
  }
  return table;
}

function scalar(word: string): unknown {
  if (word === "true" || word === "false") return word === "true";
  if (/^[+-]?(?:\d[\d_]*)(?:\.[\d_]+)?(?:[eE][+-]?\d+)?$/.test(word)) return Number(word.replaceAll("_", ""));
  if (/^0[xob][\dA-Fa-f_]+$/.test(word)) return Number(word.replaceAll("_", ""));
  if (/^\d{4}-\d\d-\d\d|^\d\d:\d\d/.test(word)) return word;
  // JSON has no numbers for these.
  if (/^[+-]?(?:inf|nan)$/.test(word)) return word;
  throw new Error(`${JSON.stringify(word)} is no value`);
}
