import type { Format, Parsed, Source } from "../format.ts";
import { MarkdownWriter } from "../markup/markdown-writer.ts";
import { closeSections } from "../markup/sections.ts";
import { OfficePackage } from "../office/package.ts";
import { WordBlocks } from "../office/word-blocks.ts";
import { WordNumbering } from "../office/word-numbering.ts";
import { WordReader } from "../office/word-reader.ts";
import { WordStyles } from "../office/word-styles.ts";

/** Word documents: the body as Markdown; headers, footers, comments and deleted text are left out. */
export const format: Format = {
  type: "docx",
  async parse(bytes: Uint8Array, source: Source): Promise<Parsed> {
    const office = new OfficePackage(bytes, source);
    const main = office.mainPart("word/document.xml");
    const links = office.relationships(main);
    const part = (type: string): string | undefined =>
      Array.from(links.values()).find((one) => one.type === type && !one.external)?.target;

    const writer = new MarkdownWriter();
    const styles = new WordStyles(office, part("styles"));
    const blocks = new WordBlocks(writer, styles, new WordNumbering(office, part("numbering")));
    office.readMain(main, "w:document", new WordReader(blocks, links));

    const notes = new Map<string, string[]>();
    for (const kind of ["footnotes", "endnotes"]) readNotes(office, part(kind), notes);
    const end = blocks.finish(notes);
    const { title, metadata } = office.properties();
    const name = title ?? writer.headings.find(({ level }) => level === 1)?.title;
    return {
      text: writer.text(),
      format: "markdown",
      outline: closeSections(writer.headings, end),
      ...(name !== undefined && { title: name }),
      metadata,
      warnings: blocks.leftOutContents ? ["The table of contents was left out."] : [],
    };
  },
};

/** Collects the paragraphs of each note, by kind and id. */
function readNotes(office: OfficePackage, part: string | undefined, notes: Map<string, string[]>): void {
  if (part === undefined || !office.has(part)) return;
  let current: string[] | undefined;
  const reader = new WordReader(
    {
      paragraph: ({ parts }) => current?.push(parts.join("")),
      table: (rows) => {
        for (const row of rows) current?.push(row.cells.flatMap((cell) => cell.paragraphs).join(" "));
      },
      reference: () => "",
      note: (kind, id) => {
        current = undefined;
        if (id === undefined) return;
        current = [];
        notes.set(`${kind} ${id}`, current);
      },
    },
    office.relationships(part),
  );
  office.read(part, reader);
}
