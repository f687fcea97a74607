import { SherdError } from "../../core/errors.ts";
import type { Format, Parsed, Source } from "../format.ts";
import { declaredCharset } from "../markup/html-charset.ts";
import { writeHtml } from "../markup/html-to-markdown.ts";
import { readHtml } from "../markup/html-tree.ts";
import { MarkdownWriter } from "../markup/markdown-writer.ts";
import { closeSections, type SectionStart, textStart } from "../markup/sections.ts";
import { type ContentsEntry, readContents } from "../office/epub-contents.ts";
import { EpubPackage } from "../office/epub-package.ts";

/** Books: the chapters in reading order, with the table of contents as outline. */
export const format: Format = {
  type: "epub",
  async parse(bytes: Uint8Array, source: Source): Promise<Parsed> {
    const book = new EpubPackage(bytes, source);
    const { pages, nesting } = source.limits;
    if (book.spine.length > pages) {
      throw new SherdError(
        "LIMIT_EXCEEDED",
        `${source.name} has ${book.spine.length} chapters; ${pages} are allowed. Raise limits.pages if you trust it.`,
        { path: source.name, limit: "pages", most: pages, seen: book.spine.length },
      );
    }
    const writer = new MarkdownWriter();
    const warnings: string[] = [];
    /** Where files and the anchors in them stand in the text. */
    const places = new Map<string, number>();
    for (const id of book.spine) {
      const item = book.items.get(id);
      if (item === undefined || !book.archive.has(item.path)) {
        warnings.push(`The chapter "${item?.path ?? id}" is missing from the file.`);
        continue;
      }
      if (places.has(item.path)) continue;
      places.set(item.path, writer.length);
      const chapter = book.archive.read(item.path);
      const html = new TextDecoder(declaredCharset(chapter) ?? "utf-8").decode(chapter);
      writeHtml(readHtml(html, nesting, true).root, writer, {
        skips: ({ name }) => name === "nav",
        onAnchor: (anchor, offset) => {
          const place = `${item.path}#${anchor}`;
          if (!places.has(place)) places.set(place, offset);
        },
      });
      writer.endList();
    }
    const text = writer.text();
    const chapters = chapterStarts(readContents(book, nesting), places, text);
    const sections = mergeHeadings(chapters, writer.headings);
    const title = book.properties.get("title")?.[0];
    const properties = Array.from(book.properties, ([key, values]) => [key, values.join(", ")]);
    return {
      text,
      format: "markdown",
      outline: closeSections(sections, text.length),
      ...(title !== undefined && { title }),
      metadata: {
        ...Object.fromEntries(properties.filter(([key]) => key !== "title")),
        chapters: book.spine.length,
      },
      warnings,
    };
  },
};

function chapterStarts(
  contents: readonly ContentsEntry[],
  places: ReadonlyMap<string, number>,
  text: string,
): SectionStart[] {
  const starts: SectionStart[] = [];
  for (const { title, level, path, anchor } of contents) {
    const place = places.get(`${path}#${anchor}`) ?? places.get(path);
    if (place === undefined) continue;
    const start = textStart(text, place);
    if (start < text.length) starts.push({ kind: "chapter", title, level, start });
  }
  return starts.sort((a, b) => a.start - b.start);
}

/** Adds the headings that the table of contents does not name, below the chapter they stand in. */
function mergeHeadings(chapters: readonly SectionStart[], headings: readonly SectionStart[]): SectionStart[] {
  const sections: SectionStart[] = [];
  let next = 0;
  for (const heading of headings) {
    for (; next < chapters.length && chapters[next].start <= heading.start; next++)
      sections.push(chapters[next]);
    const chapter = chapters[next - 1];
    // The heading a chapter opens with is the chapter's own.
    if (chapter?.start === heading.start) continue;
    sections.push({ ...heading, level: heading.level + (chapter?.level ?? 0) });
  }
  return [...sections, ...chapters.slice(next)];
}
