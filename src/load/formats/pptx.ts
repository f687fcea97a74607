import { SherdError } from "../../core/errors.ts";
import type { Format, Parsed, Source } from "../format.ts";
import { ListWriter } from "../markup/list-writer.ts";
import { MarkdownWriter } from "../markup/markdown-writer.ts";
import { closeSections, type SectionStart, textStart } from "../markup/sections.ts";
import { OfficePackage } from "../office/package.ts";
import { type SlideBlock, type SlideParagraph, SlideReader } from "../office/slide-reader.ts";

const TITLES = new Set(["title", "ctrTitle"]);

/** PowerPoint presentations: slides in order, with their notes. Hidden slides are kept and named. */
export const format: Format = {
  type: "pptx",
  async parse(bytes: Uint8Array, source: Source): Promise<Parsed> {
    const office = new OfficePackage(bytes, source);
    const parts = slideParts(office, source);
    const writer = new MarkdownWriter();
    const starts: SectionStart[] = [];
    const hidden: number[] = [];
    const warnings: string[] = [];
    parts.forEach((part, index) => {
      const number = index + 1;
      if (!office.has(part)) {
        warnings.push(`Slide ${number} is missing from the file.`);
        return;
      }
      const slide = readSlide(office, part);
      if (slide.hidden) hidden.push(number);
      const before = writer.length;
      const start = writeSlide(slide, writer);
      if (writer.length > before) {
        starts.push({ kind: "slide", title: slide.title, level: 1, start, locator: `slide ${number}` });
      }
    });
    const { title, metadata } = office.properties();
    const name = title ?? starts[0]?.title;
    const text = writer.text();
    const slides = starts.map((slide) => ({ ...slide, start: textStart(text, slide.start) }));
    return {
      text,
      format: "markdown",
      outline: closeSections(slides, text.length),
      ...(name && { title: name }),
      metadata: { ...metadata, slides: parts.length, ...(hidden.length > 0 && { hiddenSlides: hidden }) },
      warnings,
    };
  },
};

/** The slides' parts in the order they are shown. */
function slideParts(office: OfficePackage, source: Source): string[] {
  const main = office.mainPart("ppt/presentation.xml");
  const ids: string[] = [];
  office.readMain(main, "p:presentation", {
    open(name, attributes) {
      if (name === "p:sldId" && attributes["r:id"] !== undefined) ids.push(attributes["r:id"]);
    },
  });
  const { pages } = source.limits;
  if (ids.length > pages) {
    throw new SherdError(
      "LIMIT_EXCEEDED",
      `${source.name} has ${ids.length} slides; ${pages} are allowed. Raise limits.pages if you trust it.`,
      { path: source.name, limit: "pages", most: pages, seen: ids.length },
    );
  }
  const links = office.relationships(main);
  return ids.map((id) => links.get(id)?.target ?? "");
}

interface Slide {
  readonly title: string;
  readonly hidden: boolean;
  readonly blocks: readonly SlideBlock[];
  readonly notes: readonly SlideParagraph[];
}

function readSlide(office: OfficePackage, part: string): Slide {
  const links = office.relationships(part);
  const reader = new SlideReader(links);
  office.read(part, reader);
  const isTitle = (block: SlideBlock): boolean =>
    block.kind === "text" && block.placeholder !== undefined && TITLES.has(block.placeholder);
  const titles = reader.blocks.filter(isTitle).flatMap(paragraphsOf);
  const blocks = reader.blocks
    .filter((block) => !isTitle(block))
    .map((block) =>
      block.kind === "diagram" ? readDiagram(office, links.get(block.relationship)?.target) : block,
    );
  const notesPart = Array.from(links.values()).find(({ type }) => type === "notesSlide")?.target;
  const notes = new SlideReader(notesPart === undefined ? new Map() : office.relationships(notesPart));
  office.readIfThere(notesPart, notes);
  const title = titles
    .map(({ text }) => text)
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
  return { title, hidden: reader.hidden, blocks, notes: notes.blocks.flatMap(paragraphsOf) };
}

/** A diagram's texts as a list; how they relate is only in its drawing. */
function readDiagram(office: OfficePackage, part: string | undefined): SlideBlock {
  const reader = new SlideReader(new Map());
  office.readIfThere(part, reader);
  const paragraphs = reader.blocks
    .flatMap(paragraphsOf)
    .map(({ text }) => ({ text, level: 0, bullet: "-" as const }));
  return { kind: "text", placeholder: undefined, paragraphs };
}

function paragraphsOf(block: SlideBlock): readonly SlideParagraph[] {
  return block.kind === "text" ? block.paragraphs : [];
}

/** Writes a slide; gives where it starts, before line ends. */
function writeSlide(slide: Slide, writer: MarkdownWriter): number {
  const isEmpty = slide.blocks.length === 0 && slide.notes.length === 0;
  // Without a title nothing else would part the slide from the one before.
  if (slide.title === "" && !isEmpty) writer.rule();
  const start = writer.length;
  writer.heading(1, slide.title, slide.title);
  for (const block of slide.blocks) {
    if (block.kind === "table") writer.table(block.rows);
    else if (block.kind === "text") writeParagraphs(block.paragraphs, block.placeholder, writer);
  }
  if (slide.notes.length > 0) {
    writer.openQuote();
    slide.notes.forEach(({ text }, index) => {
      writer.paragraph(index === 0 ? `Notes: ${text}` : text);
    });
    writer.close();
  }
  return start;
}

function writeParagraphs(
  paragraphs: readonly SlideParagraph[],
  placeholder: string | undefined,
  writer: MarkdownWriter,
): void {
  // The main text of a slide has bullets unless it says otherwise; one line alone is no list.
  const hasBullets = (placeholder === "body" || placeholder === "obj") && paragraphs.length > 1;
  const list = new ListWriter(writer);
  const counters: number[] = [];
  for (const { text, level, bullet } of paragraphs) {
    const isItem = bullet === "none" ? false : bullet !== undefined || hasBullets || level > 0;
    if (isItem) {
      counters.length = level + 1;
      counters[level] = bullet === "1." ? (counters[level] ?? 0) + 1 : 0;
      list.item(level, bullet === "1." ? `${counters[level]}.` : "-", text);
    } else {
      list.end();
      writer.paragraph(text);
    }
  }
  list.end();
}
