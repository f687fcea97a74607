import type { Chunk } from "../core/chunk.ts";
import type { DocumentInput } from "../core/document.ts";
import type { Span } from "../core/span.ts";
import { oneLine } from "./one-line.ts";

/** A heading or scope with the text under it. */
export interface Heading {
  readonly title: string;
  /** 1 is outermost. */
  readonly level: number;
  readonly span: Span;
  readonly locator?: string | undefined;
}

/** What counts as a chunk's section in a text without any, on either side of it. */
const NEIGHBOURHOOD = 2_000;
/** A longer title is text. */
const LONGEST_TITLE = 200;

/**
 * The document's headings in order: its outline's, or without one those that its chunks stand under, as far as their
 * chunker saw them.
 */
export function headingsOf(document: DocumentInput, chunks: readonly Chunk[]): Heading[] {
  const titled = (document.outline ?? []).filter(({ title }) => title.trim() !== "");
  if (titled.length === 0) return headingsOfPaths(chunks);
  return titled
    .map(({ title, level, span, locator }) => ({
      title: oneLine(title, LONGEST_TITLE),
      level,
      span,
      locator,
    }))
    .sort(byPlace);
}

/** A heading opens where a path first differs from the one before, and holds as long as paths begin with it. */
function headingsOfPaths(chunks: readonly Chunk[]): Heading[] {
  const headings: (Heading & { span: { start: number; end: number } })[] = [];
  let open: typeof headings = [];
  let last: readonly string[] = [];
  for (const { path, span, locator, kind } of chunks) {
    if (kind === "parent") continue;
    let same = 0;
    while (same < path.length && same < last.length && path[same] === last[same]) same++;
    open = open.slice(0, same);
    for (let depth = same; depth < path.length; depth++) {
      const heading = {
        title: oneLine(path[depth], LONGEST_TITLE),
        level: depth + 1,
        span: { ...span },
        locator,
      };
      headings.push(heading);
      open.push(heading);
    }
    for (const heading of open) heading.span.end = Math.max(heading.span.end, span.end);
    last = path;
  }
  return headings;
}

/**
 * The part of the document each chunk belongs to: under its innermost heading, else its page or the like, else what
 * stands around it. Every part holds the whole of its chunk.
 */
export function sectionsOf(
  document: DocumentInput,
  chunks: readonly Chunk[],
  headings: readonly Heading[],
): Span[] {
  const { length } = document.text;
  const parts = headings.length > 0 ? headings : (document.outline ?? []).toSorted(byPlace);
  const sections: Span[] = chunks.map(({ span }) => span);
  // By what is new in each, which is what is looked up: with different overlaps that is another order than by starts.
  const order = chunks.map((_, i) => i).sort((a, b) => newFrom(chunks[a]) - newFrom(chunks[b]));
  const open: { readonly span: Span }[] = [];
  let next = 0;
  for (const i of order) {
    const { span } = chunks[i];
    const position = newFrom(chunks[i]);
    for (; next < parts.length && parts[next].span.start <= position; next++) open.push(parts[next]);
    while (open.length > 0 && (open.at(-1)?.span.end ?? 0) <= position) open.pop();
    const section = open.at(-1)?.span ?? { start: span.start - NEIGHBOURHOOD, end: span.end + NEIGHBOURHOOD };
    // An outline may be anyone's, and reach beyond the text.
    sections[i] = {
      start: Math.max(0, Math.min(section.start, span.start)),
      end: Math.min(length, Math.max(section.end, span.end)),
    };
  }
  return sections;
}

/** Where what is new in it begins: what it repeats may stand under another heading. */
function newFrom({ span, overlap }: Chunk): number {
  return span.start + overlap.before;
}

/** Of parts that begin together the larger comes first. */
function byPlace(a: { readonly span: Span }, b: { readonly span: Span }): number {
  return a.span.start - b.span.start || b.span.end - a.span.end;
}
