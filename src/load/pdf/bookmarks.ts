import type { PDFDocumentProxy } from "unpdf/pdfjs";
import type { SectionStart } from "../markup/sections.ts";
import type { PageText, PlacedParagraph } from "./page-text.ts";

/** An entry of the file's own outline, with the place it leads to. */
export interface Bookmark {
  readonly title: string;
  readonly level: number;
  readonly page: number;
  /** Height on the page, where the entry says so. */
  readonly y: number | undefined;
}

const MAX_BOOKMARKS = 10_000;
const MAX_LEVEL = 9;
/** Paragraphs of a page that a title is looked for in. */
const MAX_PARAGRAPHS = 500;

type Outline = Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>;

/** The file's own outline, flat and in order. Entries that lead nowhere are left out. */
export async function readBookmarks(pdf: PDFDocumentProxy): Promise<Bookmark[]> {
  const found: Bookmark[] = [];
  const stack = reversed((await pdf.getOutline()) ?? [], 1);
  for (let top = stack.pop(); top !== undefined && found.length < MAX_BOOKMARKS; top = stack.pop()) {
    const { entry, level } = top;
    const title = entry.title.replace(/[\s\0]+/g, " ").trim();
    const place = title === "" ? undefined : await resolve(pdf, entry.dest);
    if (place !== undefined) found.push({ title, level: Math.min(level, MAX_LEVEL), ...place });
    for (const inner of reversed(entry.items ?? [], level + 1)) stack.push(inner);
  }
  return found;
}

function reversed(entries: Outline, level: number) {
  return entries.map((entry) => ({ entry, level })).reverse();
}

async function resolve(pdf: PDFDocumentProxy, destination: string | unknown[] | null) {
  try {
    const target = typeof destination === "string" ? await pdf.getDestination(destination) : destination;
    if (!Array.isArray(target)) return undefined;
    const [place, kind, first, second] = target as [unknown, { name?: string } | undefined, unknown, unknown];
    const page = typeof place === "number" ? place : await pdf.getPageIndex(place as never);
    const y = kind?.name === "XYZ" ? second : kind?.name === "FitH" ? first : undefined;
    return { page, y: typeof y === "number" ? y : undefined };
  } catch {
    // A bookmark to a page that is not there.
    return undefined;
  }
}

/** Where bookmarks lead in the text: to a paragraph that starts with their title, else to their height. */
export function placeBookmarks(bookmarks: readonly Bookmark[], written: PageText): SectionStart[] {
  const { text, paragraphs, pages } = written;
  const byPage = Map.groupBy(paragraphs, ({ page }) => page);
  const starts: SectionStart[] = [];
  for (const { title, level, page, y } of bookmarks) {
    const own = (byPage.get(page) ?? []).slice(0, MAX_PARAGRAPHS);
    const wanted = letters(title);
    const named = own.find(({ start, end }) =>
      startsWith(text.slice(start, Math.min(end, start + 300)), wanted),
    );
    const start = (named ?? atHeight(own, y))?.start ?? pages.get(page)?.start;
    if (start !== undefined) starts.push({ kind: "heading", title, level, start });
  }
  return starts.sort((a, b) => a.start - b.start);
}

function startsWith(text: string, wanted: string): boolean {
  if (wanted === "") return false;
  const written = letters(text);
  // The number of a chapter may be in the text only, or in the title only.
  return (
    written.startsWith(wanted) || written.replace(/^[\d.]+/, "").startsWith(wanted.replace(/^[\d.]+/, ""))
  );
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The first paragraph below a height; the mark stands above the line it means. */
function atHeight(
  paragraphs: readonly PlacedParagraph[],
  y: number | undefined,
): PlacedParagraph | undefined {
  return y === undefined ? undefined : paragraphs.find((paragraph) => paragraph.y <= y);
}
