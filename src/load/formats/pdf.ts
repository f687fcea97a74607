import { getDocumentProxy } from "unpdf";
import type { PDFDocumentProxy } from "unpdf/pdfjs";
import type { Section } from "../../core/document.ts";
import { SherdError } from "../../core/errors.ts";
import type { Format, Parsed, Source } from "../format.ts";
import { closeSections, type SectionStart } from "../markup/sections.ts";
import { placeBookmarks, readBookmarks } from "../pdf/bookmarks.ts";
import { CodeMaps } from "../pdf/code-maps.ts";
import { type Line, makeLines } from "../pdf/lines.ts";
import { type PageText, writePages } from "../pdf/page-text.ts";
import { readPieces, type TextItem } from "../pdf/pieces.ts";
import { findRunningLines } from "../pdf/running-lines.ts";
import { headingsBySize } from "../pdf/size-headings.ts";

/** Fonts and other things that pages share are let go after this many pages. */
const CLEANUP_PAGES = 50;

/** What programs write where nobody wrote anything. */
const PLACEHOLDER = /^(?:untitled|anonymous|unspecified|unknown)?$/i;

/** PDF files: the text of the pages in reading order. */
export const format: Format = {
  type: "pdf",
  async parse(bytes: Uint8Array, source: Source): Promise<Parsed> {
    const codeMaps = new CodeMaps();
    const pdf = await open(bytes, source, codeMaps);
    try {
      return await read(pdf, bytes, source, codeMaps);
    } finally {
      await pdf.loadingTask.destroy();
    }
  },
};

async function open(bytes: Uint8Array, source: Source, codeMaps: CodeMaps): Promise<PDFDocumentProxy> {
  if (bytes.length === 0) throw malformed(source, "it is empty");
  try {
    // A copy: the parser takes its bytes away from whoever gave them.
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      BinaryDataFactory: codeMaps.factory(),
      cMapPacked: false,
    });
  } catch (error) {
    if (error instanceof Error && error.name === "PasswordException") {
      throw new SherdError(
        "INPUT_ENCRYPTED",
        `${source.name} is locked with a password; save it without one first.`,
        { path: source.name },
        { cause: error },
      );
    }
    throw malformed(source, reason(error), error);
  }
}

async function read(
  pdf: PDFDocumentProxy,
  bytes: Uint8Array,
  source: Source,
  codeMaps: CodeMaps,
): Promise<Parsed> {
  const { pages: most } = source.limits;
  if (pdf.numPages > most) {
    throw new SherdError(
      "LIMIT_EXCEEDED",
      `${source.name} has ${pdf.numPages} pages; ${most} are allowed. Raise limits.pages if you trust it.`,
      { path: source.name, limit: "pages", most, seen: pdf.numPages },
    );
  }
  const warnings: string[] = [];
  const pages = await readPages(pdf, source, warnings);
  if (codeMaps.missing.size > 0) {
    const names = [...codeMaps.missing].slice(0, 5).join(", ");
    warnings.push(
      `Text is missing: its fonts need the code tables ${names}, which are not part of the file.`,
    );
  }
  const isCut = !endsProperly(bytes);
  if (isCut) warnings.push("The file does not end as a PDF does; pages may be missing.");
  const running = findRunningLines(pages);
  if (running.lines.size > 0) {
    warnings.push(`Left out lines that repeat on most pages: ${running.examples.slice(0, 5).join("; ")}.`);
  }
  const written = writePages(pages.flat().filter((line) => !running.lines.has(line)));
  if (written.text === "") {
    if (isCut) throw malformed(source, "it is cut off and nothing could be read from it");
    if (codeMaps.missing.size === 0) warnings.push("No text layer; needs OCR.");
  }
  const { title, metadata } = await readProperties(pdf);
  const headings = await headingsOf(pdf, written);
  const name = title ?? headings.find(({ level }) => level === 1)?.title;
  return {
    text: written.text,
    format: "text",
    outline: [...(await pageSections(pdf, written)), ...closeSections(headings, written.text.length)],
    ...(name !== undefined && { title: name }),
    metadata: { ...metadata, pages: pdf.numPages },
    warnings,
  };
}

/** The lines of every page. A page that cannot be read is named; only when none can is that an error. */
async function readPages(pdf: PDFDocumentProxy, source: Source, warnings: string[]): Promise<Line[][]> {
  const pages: Line[][] = [];
  let failed = 0;
  let cause: unknown;
  for (let index = 0; index < pdf.numPages; index++) {
    try {
      const page = await pdf.getPage(index + 1);
      const { items, styles } = await page.getTextContent();
      const texts = items.filter((item) => "str" in item) as TextItem[];
      pages.push(
        makeLines(
          readPieces(texts, (font) => styles[font]?.fontFamily === "monospace"),
          index,
        ),
      );
      page.cleanup();
    } catch (error) {
      pages.push([]);
      if (failed++ < 10) warnings.push(`Page ${index + 1} could not be read: ${reason(error)}.`);
      cause = error;
    }
    if (index % CLEANUP_PAGES === CLEANUP_PAGES - 1) await pdf.cleanup();
  }
  if (failed > 0 && failed === pages.length) throw malformed(source, "none of its pages can be read", cause);
  return pages;
}

async function headingsOf(pdf: PDFDocumentProxy, written: PageText): Promise<SectionStart[]> {
  const bookmarks = await readBookmarks(pdf).catch(() => []);
  const placed = placeBookmarks(bookmarks, written);
  return placed.length > 0 ? placed : headingsBySize(written);
}

async function pageSections(pdf: PDFDocumentProxy, { pages }: PageText): Promise<Section[]> {
  const labels = await pdf.getPageLabels().catch(() => null);
  return Array.from(pages, ([page, span]) => {
    const locator = `p. ${labels?.[page] || page + 1}`;
    return { kind: "page", title: "", level: 1, span, locator };
  });
}

async function readProperties(pdf: PDFDocumentProxy) {
  const found = await pdf.getMetadata().catch(() => undefined);
  const info = (found?.info ?? {}) as Record<string, unknown>;
  const value = (key: string): string | undefined => {
    const text = typeof info[key] === "string" ? info[key].replace(/[\s\0]+/g, " ").trim() : "";
    return PLACEHOLDER.test(text) ? undefined : text;
  };
  const metadata: Record<string, string> = {};
  const pairs = [
    ["Author", "author"],
    ["Subject", "subject"],
    ["Keywords", "keywords"],
    ["Language", "language"],
  ];
  for (const [from, to] of pairs) {
    const text = value(from);
    if (text !== undefined) metadata[to] = text;
  }
  return { title: value("Title")?.replace(/^Microsoft (?:Word|PowerPoint|Excel) - /, ""), metadata };
}

/** A whole file says so in its last bytes. */
function endsProperly(bytes: Uint8Array): boolean {
  const tail = bytes.subarray(Math.max(0, bytes.length - 2_048));
  return Buffer.from(tail).includes("%%EOF");
}

function malformed(source: Source, why: string, cause?: unknown): SherdError {
  return new SherdError(
    "INPUT_MALFORMED",
    `${source.name} cannot be read as PDF: ${why}. Get a whole copy of the file.`,
    { path: source.name },
    cause === undefined ? undefined : { cause },
  );
}

function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
}
