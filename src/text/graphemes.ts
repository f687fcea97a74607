import { graphemeSegments } from "unicode-segmenter/grapheme";

/**
 * Positions that do not cut a user-perceived character: a surrogate pair, CRLF, a letter with its
 * combining marks, an emoji family (UAX #29 extended grapheme clusters).
 *
 * A pinned library holds the Unicode tables, not `Intl.Segmenter`: the same text must be cut at the
 * same places on every machine, and ICU's rules differ between runtimes.
 *
 * Every function takes `known`, a position at or before which a cluster is known to start (the start
 * of the current chunk): it bounds how far back the search may go, which keeps splitting linear even
 * inside a million flags or combining marks.
 */

/** The last grapheme boundary at or before `position`. */
export function graphemeFloor(text: string, position: number, known = 0): number {
  if (position <= known) return known;
  if (position >= text.length) return text.length;
  if (isSureBoundary(text, position)) return position;
  let from = position - 1;
  while (from > known && !isSureBoundary(text, from)) from--;
  // A break depends on what stands before it and on the one code point after it, hence the + 2.
  let floor = from;
  for (const { index } of graphemeSegments(text.slice(from, position + 2))) {
    if (from + index > position) break;
    floor = from + index;
  }
  return floor;
}

/** The first grapheme boundary at or after `position`. */
export function graphemeCeil(text: string, position: number, known = 0): number {
  const floor = graphemeFloor(text, position, known);
  return floor === position || floor >= text.length ? floor : graphemeEnd(text, floor);
}

export function isGraphemeBoundary(text: string, position: number, known = 0): boolean {
  return graphemeFloor(text, position, known) === position;
}

/** The end of the grapheme cluster that starts at `start`. */
export function graphemeEnd(text: string, start: number): number {
  for (let window = 32; ; window *= 4) {
    const slice = text.slice(start, start + window);
    const first = graphemeSegments(slice)[Symbol.iterator]().next();
    if (first.done) return text.length;
    const length = first.value.segment.length;
    // A cluster that fills the window may go on behind it; so may a pair cut by the window's end.
    if (length < slice.length - 1 || start + window >= text.length) return start + length;
  }
}

/** True only where no rule could forbid a break; false means "look closer". */
function isSureBoundary(text: string, position: number): boolean {
  const next = text.charCodeAt(position);
  if (!isPlain(next)) return false;
  const previous = text.charCodeAt(position - 1);
  if (previous < 0x300) return next !== 10 || previous !== 13;
  return !mayPrepend(previous);
}

/** Characters that start a cluster whatever stands before them, apart from CRLF and prepended marks. */
function isPlain(code: number): boolean {
  if (code < 0x300) return code !== 0xa9 && code !== 0xae; // © and ® may continue an emoji sequence
  return (
    (code >= 0x370 && code < 0x483) || // Greek, Cyrillic
    (code >= 0x48a && code < 0x530) ||
    (code >= 0x5d0 && code < 0x5eb) || // Hebrew
    (code >= 0x620 && code < 0x64b) || // Arabic letters
    code === 0x61f || // stops of Arabic, Armenian, Indic, Burmese, Ethiopic and Khmer
    code === 0x6d4 ||
    code === 0x589 ||
    code === 0x964 ||
    code === 0x965 ||
    code === 0x104a ||
    code === 0x104b ||
    (code >= 0x1361 && code < 0x1369) ||
    code === 0x17d4 ||
    code === 0x17d5 ||
    (code >= 0xe01 && code < 0xe31) || // Thai and Lao consonants
    (code >= 0xe81 && code < 0xeb1) ||
    (code >= 0xac00 && code < 0xd7a4) || // Hangul syllables
    code === 0x1680 || // spaces
    (code >= 0x2000 && code < 0x200b) ||
    code === 0x205f ||
    code === 0x3000 ||
    (code >= 0x2010 && code < 0x2028) || // dashes, quotes, ellipsis
    (code >= 0x3001 && code < 0x302a) || // CJK punctuation
    (code >= 0x3041 && code < 0x3097) || // kana
    (code >= 0x30a0 && code < 0x3100) ||
    (code >= 0x3400 && code < 0xa000) || // ideographs
    (code >= 0xff01 && code < 0xff9e) // full-width forms
  );
}

/** What may glue itself to what follows; prepended marks outside the BMP show as surrogates here. */
function mayPrepend(code: number): boolean {
  return (
    (code >= 0x600 && code < 0x606) ||
    code === 0x6dd ||
    code === 0x70f ||
    (code >= 0x890 && code < 0x892) ||
    code === 0x8e2 ||
    code === 0xd4e ||
    (code >= 0x1100 && code < 0x1160) || // leading jamo, which join a syllable
    (code >= 0xa960 && code < 0xa97d) ||
    (code >= 0xd800 && code < 0xe000)
  );
}
