import type { Span } from "../core/span.ts";
import { wordTerms } from "../text/analysis/analyse.ts";
import { visitTokens } from "../text/analysis/tokens.ts";

/** Where a term stands in a text. */
export interface TermPlace extends Span {
  readonly term: string;
  /** The count of words before it. */
  readonly position: number;
}

/**
 * Tells where the wanted terms stand in a text, in order. A word that gives several of them is named once for each. The
 * languages must be loaded; without any, English.
 */
export function termLocator(
  wanted: ReadonlySet<string>,
  languages: readonly string[] = [],
): (text: string) => TermPlace[] {
  if (wanted.size === 0) return () => [];
  const beginnings = beginningsOf(wanted);
  // What loses its ending may be left with a single letter, of which the table knows nothing.
  const least = Math.min(...[...wanted].map(({ length }) => length)) < 2 ? 3 : 2;
  const makers = languages.length === 0 ? [wordTerms()] : languages.map((language) => wordTerms(language));
  return (text) => {
    const places: TermPlace[] = [];
    let position = -1;
    visitTokens(text, (kind, source, start, end) => {
      position++;
      if (kind === "word" && end - start >= least && beginsOtherwise(source, start, end, beginnings)) return;
      for (const maker of makers) {
        for (const term of maker.of(kind, source, start, end)) {
          if (!wanted.has(term)) continue;
          // A run of a script without blanks holds many words: the term's own place in it is told.
          const at = kind === "unspaced" ? source.indexOf(term, start) : -1;
          const isInside = at >= 0 && at + term.length <= end;
          const [from, to] = isInside ? [at, at + term.length] : [start, end];
          places.push(new Place(term, position, from, to));
        }
      }
    });
    return places;
  };
}

/** Not a literal: of these V8 learns that they live long, which is true of the first few searches only. */
class Place implements TermPlace {
  readonly term: string;
  readonly position: number;
  readonly start: number;
  readonly end: number;

  constructor(term: string, position: number, start: number, end: number) {
    this.term = term;
    this.position = position;
    this.start = start;
    this.end = end;
  }
}

const [LETTER_A, LETTER_I, LETTER_Y, LETTER_Z, LETTERS, TO_LOWER] = [97, 105, 121, 122, 26, 32];

/** The first two letters of terms that begin with plain letters, as a table. */
function beginningsOf(terms: Iterable<string>): Uint8Array {
  const table = new Uint8Array(LETTERS * LETTERS);
  for (const term of terms) {
    const place = beginning(term.charCodeAt(0), term.charCodeAt(1));
    if (place >= 0) table[place] = 1;
  }
  return table;
}

function beginning(first: number, second: number): number {
  if (!isPlain(first) || !isPlain(second)) return -1;
  return (first - LETTER_A) * LETTERS + asStem(second) - LETTER_A;
}

/** "dying" is found as "die". */
function asStem(letter: number): number {
  return letter === LETTER_Y ? LETTER_I : letter;
}

function isPlain(unit: number): boolean {
  return unit >= LETTER_A && unit <= LETTER_Z;
}

/**
 * Whether a word of plain letters, with a capital at most at its start, begins unlike every wanted term. Endings
 * change, beginnings stay: such a word needs no analysis, and most words are such.
 */
function beginsOtherwise(text: string, start: number, end: number, beginnings: Uint8Array): boolean {
  const place = beginning(text.charCodeAt(start) | TO_LOWER, text.charCodeAt(start + 1));
  if (place < 0 || beginnings[place] !== 0) return false;
  for (let i = start + 2; i < end; i++) if (!isPlain(text.charCodeAt(i))) return false;
  return true;
}
