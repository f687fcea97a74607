import type { Chunk } from "../core/chunk.ts";
import type { DocumentInput } from "../core/document.ts";
import { invalidOption } from "../core/errors.ts";
import type { Span } from "../core/span.ts";
import { hashText } from "../text/hash.ts";
import { type Heading, headingsOf, sectionsOf } from "./document-outline.ts";
import { clip } from "./one-line.ts";

/** About 12,500 tokens: what the product was asked for. */
export const DEFAULT_MAX_DOCUMENT_CHARS = 50_000;
/** Of the room for a document that is too long: for its headings and for the chunk's section, at most. */
const OUTLINE_SHARE = 0.2;
const SECTION_SHARE = 0.2;
/** A short section is shown with its neighbours up to this. Small, for what differs between requests is paid in full. */
const NEIGHBOURS_SHARE = 0.06;

/** What a chunk's own request shows of the document, beside what all requests show. */
interface Surroundings {
  /** The text up to the chunk and from it on, as far as `head` does not show it. */
  readonly before: string;
  readonly after: string;
}

/**
 * What a model is shown of a document. When it fits, all of it, as `head`. When it does not: the outline and as much of
 * the beginning as there is room for, the same for all chunks, and for each chunk its section with its neighbours.
 */
export interface DocumentView {
  readonly isWhole: boolean;
  /** Headings with their places, a line each; empty when the document is whole. */
  readonly outline: string;
  readonly head: string;
  /** By the chunk's index in the list that the view was made with. */
  surroundings(index: number): Surroundings;
  /** Names the chunk's section: its path and its text, as far as there is room for it. */
  sectionHash(index: number): string;
  /** Names the headings, not their places: an edit elsewhere moves those. */
  readonly outlineHash: string;
}

export function documentView(
  document: DocumentInput,
  chunks: readonly Chunk[],
  { maxDocumentChars = DEFAULT_MAX_DOCUMENT_CHARS }: { readonly maxDocumentChars?: number | undefined } = {},
): DocumentView {
  checkMaxDocumentChars(maxDocumentChars);
  const { text } = document;
  const headings = headingsOf(document, chunks);
  const sections = sectionsOf(document, chunks, headings);
  const room = Math.floor(maxDocumentChars * SECTION_SHARE);
  const least = Math.floor(maxDocumentChars * NEIGHBOURS_SHARE);
  const isWhole = text.length <= maxDocumentChars;
  const outline = isWhole
    ? ""
    : renderOutline(headings, text.length, Math.floor(maxDocumentChars * OUTLINE_SHARE));
  const head = isWhole ? text : clip(text, maxDocumentChars - room - outline.length);

  let hashed: (Span & { readonly hash: string }) | undefined;
  const hashOf = (section: Span): string => {
    // Chunks of one section come one after the other.
    if (hashed?.start !== section.start || hashed.end !== section.end)
      hashed = { ...section, hash: hashText(text.slice(section.start, section.end)) };
    return hashed.hash;
  };

  return {
    isWhole,
    outline,
    head,
    outlineHash: hashText(JSON.stringify(headings.map(({ level, title }) => [level, title]))),
    surroundings(index) {
      if (isWhole) return { before: "", after: "" };
      const { span } = chunks[index];
      const section = windowAround(span, sections[index], room);
      const { start, end } = withNeighbours(span, section, least, text.length);
      return {
        before: text.slice(Math.max(start, head.length), span.start),
        after: text.slice(Math.max(span.end, head.length), end),
      };
    },
    sectionHash(index) {
      const { span, path } = chunks[index];
      const section = sections[index];
      const shown = windowAround(span, section, room);
      const isAll = shown.start === section.start && shown.end === section.end;
      const around = isAll
        ? hashOf(section)
        : `${hashText(text.slice(shown.start, span.start))} ${hashText(text.slice(span.end, shown.end))}`;
      return hashText(JSON.stringify([path, around]));
    },
  };
}

export function checkMaxDocumentChars(value: number): void {
  if (!Number.isSafeInteger(value) || value < 1)
    invalidOption("maxDocumentChars", value, "a whole number of characters, 1 or more");
}

/** The section around a chunk, cut to `room` outside the chunk: evenly, and one side's spare room is the other's. */
function windowAround(chunk: Span, section: Span, room: number): Span {
  const before = chunk.start - section.start;
  const after = section.end - chunk.end;
  const half = Math.floor(room / 2);
  return {
    start: chunk.start - Math.min(before, Math.max(half, room - after)),
    end: chunk.end + Math.min(after, Math.max(half, room - before)),
  };
}

/** As much text around a section as makes up what it lacks. */
function withNeighbours(chunk: Span, section: Span, least: number, length: number): Span {
  const lacking = least - (chunk.start - section.start) - (section.end - chunk.end);
  return lacking > 0 ? windowAround(section, { start: 0, end: length }, lacking) : section;
}

/**
 * The headings as an indented list with their places, within a number of characters: outer levels come before inner
 * ones, and of the level that has no room for all of its headings the first.
 */
function renderOutline(headings: readonly Heading[], length: number, room: number): string {
  const lines = headings.map(({ title, level, span, locator }) => {
    const place = locator ?? `${Math.floor((100 * Math.max(0, span.start)) / Math.max(1, length))} %`;
    return `${"  ".repeat(Math.min(8, Math.max(0, level - 1)))}- ${title} (${place})\n`;
  });
  const order = headings.map((_, i) => i).sort((a, b) => headings[a].level - headings[b].level || a - b);
  const kept = new Set<number>();
  let used = 0;
  for (const i of order) {
    used += lines[i].length;
    if (used > room) break;
    kept.add(i);
  }
  return lines
    .filter((_, i) => kept.has(i))
    .join("")
    .trimEnd();
}
