import { lazily } from "../../text/lazily.ts";
import type { MarkdownStructure } from "./markdown-structure.ts";

/** A longer text is not kept in memory for the sake of the next call. */
const LONGEST_KEPT = 1_000_000;

const loadReader = lazily(async () => {
  const [{ loadBlockParser }, { markdownStructure }] = await Promise.all([
    import("./block-parser.ts"),
    import("./markdown-structure.ts"),
  ]);
  const parse = await loadBlockParser();
  return (text: string) => markdownStructure(text, parse);
});

let last: { readonly text: string; readonly structure: MarkdownStructure } | undefined;

/**
 * The structure of Markdown. The parser, and what reads its blocks, are loaded when first needed. The last text's is
 * remembered: parents and their children are cut from one text, one after the other. Nothing in it may be changed.
 */
export async function readMarkdown(text: string): Promise<MarkdownStructure> {
  const read = await loadReader();
  if (last?.text === text) return last.structure;
  const structure = read(text);
  last = text.length > LONGEST_KEPT ? undefined : { text, structure };
  return structure;
}
