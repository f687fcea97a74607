// Where the fences and tables of a Markdown file are, by micromark.

import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";

/** `{ fences, tables }`, each a list of `[start, end]`. */
export function findBlocks(text) {
  const byteOrderMark = text.startsWith("\uFEFF") ? 1 : 0; // micromark drops it and counts without it
  const found = { fences: [], tables: [] };
  const tree = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  const rest = [tree];
  while (rest.length > 0) {
    const node = rest.pop();
    const span = [node.position?.start.offset + byteOrderMark, node.position?.end.offset + byteOrderMark];
    // Indented code is a "code" too, but no fence.
    if (node.type === "code" && /^[`~]{3}/.test(text.slice(...span))) found.fences.push(span);
    else if (node.type === "table") found.tables.push(span);
    else if (node.children) rest.push(...node.children);
  }
  return found;
}
