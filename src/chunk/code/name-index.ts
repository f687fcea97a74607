import type { Span } from "../../core/span.ts";
import type { Definition } from "./definitions.ts";
import { importNames } from "./import-names.ts";
import type { CodeLanguage } from "./languages.ts";
import type { ImportStatement, SyntaxSketch } from "./syntax-walk.ts";

/**
 * Limits on what is followed and listed for one chunk, nearest first. Files in which they are met are
 * generated; without them such a file would cost time and output quadratic in its size.
 */
const MOST_FOLLOWED = 500;
const MOST_IMPORTS = 100;
const MOST_NAMES = 200;
/** Of one name. */
const MOST_MEANINGS = 8;

/**
 * Which of a file's own names, imported or defined by the module, are used where. Names are compared as
 * they are written: a local variable that is called like an import counts as a use of it.
 */
export class NameIndex {
  readonly #imports: readonly ImportStatement[];
  readonly #definitions: readonly Definition[];
  /** The same by the places of their names. */
  readonly #byName: readonly Definition[];
  readonly #namesAt: readonly number[];
  /** Imports that any code may be using. */
  readonly #wildcards: number[] = [];
  // By name, which is numbered:
  readonly #importsOf: number[][] = [];
  readonly #definitionsOf: number[][] = [];
  readonly #definedAt: number[][] = [];
  readonly #names: string[] = [];
  // Where these names are used, in order:
  readonly #useAt: number[] = [];
  readonly #usedName: number[] = [];
  /** The names a definition uses, once it was asked for. */
  readonly #usedBy = new Map<number, readonly number[]>();

  constructor(
    { imports, definitions, identifierStarts, identifierEnds }: SyntaxSketch,
    text: string,
    language: CodeLanguage,
  ) {
    this.#imports = imports;
    this.#definitions = definitions;
    this.#byName = definitions.toSorted((a, b) => a.nameAt - b.nameAt);
    this.#namesAt = this.#byName.map(({ nameAt }) => nameAt);
    const numbers = new Map<string, number>();
    const numberOf = (name: string): number => {
      let number = numbers.get(name);
      if (number === undefined) {
        number = this.#names.push(name) - 1;
        numbers.set(name, number);
        this.#importsOf.push([]);
        this.#definitionsOf.push([]);
        this.#definedAt.push([]);
      }
      return number;
    };
    for (const [index, { start, end }] of imports.entries()) {
      const { names, isWildcard } = importNames(text.slice(start, end), language);
      if (isWildcard && this.#wildcards.length < MOST_IMPORTS) this.#wildcards.push(index);
      for (const name of names) {
        const meanings = this.#importsOf[numberOf(name)];
        if (meanings.length < MOST_MEANINGS) meanings.push(index);
      }
    }
    for (const [index, { title, nameAt, module, owner, namespace }] of definitions.entries()) {
      if (!module || namespace || owner !== undefined) continue;
      const number = numberOf(title);
      if (this.#definitionsOf[number].length < MOST_MEANINGS) this.#definitionsOf[number].push(index);
      this.#definedAt[number].push(nameAt);
    }
    for (const places of this.#definedAt) places.sort((a, b) => a - b);
    if (numbers.size === 0) return;
    for (let i = 0; i < identifierStarts.length; i++) {
      const start = identifierStarts[i];
      const number = numbers.get(text.slice(start, identifierEnds[i]));
      if (number === undefined || isMember(text, start)) continue;
      this.#useAt.push(start);
      this.#usedName.push(number);
    }
  }

  /** What a chunk needs of the rest of its file. `around` are the titles of the scopes it lies in. */
  needsOf(span: Span, around: ReadonlySet<string>): { imports: ImportStatement[]; globalDeps: string[] } {
    const needed = new Set<number>(this.#wildcards);
    const globalDeps: string[] = [];
    const followed = new Set<number>();
    let names: readonly number[] = this.#namesIn(span);
    while (names.length > 0 && followed.size < MOST_FOLLOWED) {
      const isDirect = followed.size === 0;
      const next: number[] = [];
      for (const name of names) followed.add(name);
      for (const name of names) {
        for (const one of this.#importsOf[name]) needed.add(one);
        if (this.#definitionsOf[name].length === 0 || around.has(this.#names[name])) continue;
        if (this.#isDefinedIn(name, span)) continue;
        if (isDirect) globalDeps.push(this.#names[name]);
        // What the chunk needs through what it needs, a step at a time.
        for (const definition of this.#definitionsOf[name]) {
          for (const used of this.#namesUsedBy(definition)) {
            if (followed.has(used)) continue;
            followed.add(used);
            next.push(used);
          }
        }
      }
      names = next;
    }
    const imports = [...needed]
      .sort((a, b) => a - b)
      .map((index) => this.#imports[index])
      .filter(({ start, end, within }) => {
        const isHere = start >= span.start && end <= span.end;
        return !isHere && (within < 0 || contains(this.#definitions[within], span.start));
      });
    return { imports: imports.slice(0, MOST_IMPORTS), globalDeps: globalDeps.slice(0, MOST_NAMES) };
  }

  /** The names that are defined in a span, in order. */
  definedIn({ start, end }: Span): string[] {
    const titles = new Set<string>();
    for (let i = firstAtLeast(this.#namesAt, start); i < this.#byName.length; i++) {
      if (this.#namesAt[i] >= end || titles.size >= MOST_NAMES) break;
      titles.add(this.#byName[i].title);
    }
    return [...titles];
  }

  #isDefinedIn(name: number, { start, end }: Span): boolean {
    const places = this.#definedAt[name];
    const first = firstAtLeast(places, start);
    return first < places.length && places[first] < end;
  }

  #namesUsedBy(index: number): readonly number[] {
    let names = this.#usedBy.get(index);
    if (names === undefined) {
      names = this.#namesIn(this.#definitions[index]).slice(0, MOST_FOLLOWED);
      this.#usedBy.set(index, names);
    }
    return names;
  }

  /** The numbers of the names used in a span, each once, in the order of their first use. */
  #namesIn({ start, end }: Span): number[] {
    const names = new Set<number>();
    for (let i = firstAtLeast(this.#useAt, start); i < this.#useAt.length && this.#useAt[i] < end; i++) {
      names.add(this.#usedName[i]);
    }
    return [...names];
  }
}

/** `name` in `object.name` belongs to the object; in `...name` and `0..name` it does not. */
function isMember(text: string, start: number): boolean {
  return text.charCodeAt(start - 1) === 46 && text.charCodeAt(start - 2) !== 46;
}

function contains({ start, end }: Span, position: number): boolean {
  return start <= position && position < end;
}

/** The index of the first of the rising numbers that is at least `least`. */
export function firstAtLeast(numbers: readonly number[], least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
