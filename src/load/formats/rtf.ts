import { SherdError } from "../../core/errors.ts";
import type { Format, Parsed, Source } from "../format.ts";
import { MarkdownWriter } from "../markup/markdown-writer.ts";
import { closeSections } from "../markup/sections.ts";
import { RtfBlocks } from "../rtf/rtf-blocks.ts";
import { RtfReader } from "../rtf/rtf-reader.ts";
import { readRtf } from "../rtf/tokens.ts";

/** Rich Text Format: paragraphs, headings, lists and tables as Markdown. */
export const format: Format = {
  type: "rtf",
  async parse(bytes: Uint8Array, source: Source): Promise<Parsed> {
    const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).toString("latin1");
    if (!/^(?:ï»¿)?\s*\{\\rtf/.test(head)) {
      throw new SherdError(
        "INPUT_MALFORMED",
        `${source.name} is no RTF file: it does not start with "{\\rtf". Check its extension.`,
        { path: source.name },
      );
    }
    const writer = new MarkdownWriter();
    const blocks = new RtfBlocks(writer);
    const reader = new RtfReader(blocks, source.limits.nesting);
    readRtf(bytes, reader);
    const warnings: string[] = [];
    if (reader.depth > 0) warnings.push("The file ends before its last group does; the text may be cut off.");
    if (blocks.leftOutContents) warnings.push("The table of contents was left out.");
    if (reader.leftOutFormulas) warnings.push("Formulas were left out.");
    reader.endParagraph();
    const end = blocks.finish(reader.notes);
    const { title = writer.headings.find(({ level }) => level === 1)?.title, ...properties } =
      Object.fromEntries(reader.properties);
    return {
      text: writer.text(),
      format: "markdown",
      outline: closeSections(writer.headings, end),
      ...(title && { title }),
      metadata: properties,
      warnings,
    };
  },
};
