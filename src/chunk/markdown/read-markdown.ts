import type { MarkdownStructure } from "./markdown-structure.ts";

/** The structure of Markdown. The parser, and what reads its blocks, are loaded when first needed. */
export async function readMarkdown(text: string): Promise<MarkdownStructure> {
  const [{ loadBlockParser }, { markdownStructure }] = await Promise.all([
    import("./block-parser.ts"),
    import("./markdown-structure.ts"),
  ]);
  return markdownStructure(text, await loadBlockParser());
}
