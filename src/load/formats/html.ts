import type { Format, Parsed, Source } from "../format.ts";
import { declaredCharset } from "../markup/html-charset.ts";
import { pageFacts } from "../markup/html-details.ts";
import { writeHtml } from "../markup/html-to-markdown.ts";
import { readHtml } from "../markup/html-tree.ts";
import { findMainContent } from "../markup/main-content.ts";
import { MarkdownWriter } from "../markup/markdown-writer.ts";
import { closeSections } from "../markup/sections.ts";
import { readSourceText } from "../text-source.ts";

/** Web pages: the main content as Markdown. */
export const format: Format = {
  type: "html",
  async parse(bytes: Uint8Array, source: Source): Promise<Parsed> {
    const { text: html, metadata, warnings } = readSourceText(bytes, source, declaredCharset(bytes));
    const isXhtml = /^\s*<\?xml/.test(html.slice(0, 200));
    const tree = readHtml(html, source.limits.nesting, isXhtml);
    if (tree.flattened) {
      warnings.push(
        `Elements nested more than ${source.limits.nesting} deep lost their structure, not their text.`,
      );
    }
    const { root, lead, skips } = findMainContent(tree, html.length);
    let writer = new MarkdownWriter();
    if (lead !== undefined) writeHtml(lead, writer);
    writeHtml(root, writer, { skips });
    // A page of nothing but menus, or one that hides its text from us: better all of it than none.
    if (writer.length === 0) {
      writer = new MarkdownWriter();
      writeHtml(tree.root, writer);
    }
    const { title, ...facts } = pageFacts(tree.root);
    const heading = writer.headings.find(({ level }) => level === 1)?.title;
    const name = title ?? heading;
    return {
      text: writer.text(),
      format: "markdown",
      outline: closeSections(writer.headings, writer.length),
      ...(name !== undefined && { title: name }),
      metadata: { ...metadata, ...facts },
      warnings,
    };
  },
};
