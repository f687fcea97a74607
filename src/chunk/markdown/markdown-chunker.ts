import type { DocumentInput } from "../../core/document.ts";
import { lazily } from "../../text/lazily.ts";
import { languageOf } from "../code/languages.ts";
import { type Embedded, embed } from "../embedded.ts";
import { exceedsWithin } from "../exceeds.ts";
import { resolveSizing, type Sizing, type SplitterOptions } from "../options.ts";
import type { Structure } from "../structure.ts";
import { StructuredSplitter } from "../structured-splitter.ts";
import type { CodeBlock } from "./markdown-structure.ts";
import { readMarkdown } from "./read-markdown.ts";

const loadCodeStructure = lazily(() => import("../code/code-structure.ts"));

/**
 * Cuts Markdown along its blocks. A section that fits stays whole and small ones share a chunk; lists,
 * quotes, tables, fences and formulas are cut only when they alone are too large, then between items and
 * rows (with the table's head as context) and, for a fence, along the syntax of its language.
 */
export class MarkdownChunker extends StructuredSplitter {
  constructor(options: SplitterOptions = {}) {
    super("markdown", resolveSizing(options, { overlap: 0 }), "blocks");
  }

  override async structure({ text }: DocumentInput): Promise<Structure> {
    const whole = await readMarkdown(text);
    return embed(text, whole, await largeCode(text, whole.codeBlocks, this.sizing));
  }
}

/** The syntax of code blocks that do not fit a chunk and whose language is known. */
async function largeCode(text: string, blocks: readonly CodeBlock[], sizing: Sizing): Promise<Embedded[]> {
  const parts: Embedded[] = [];
  const exceeds = exceedsWithin(text, sizing);
  for (const block of blocks) {
    const { code, info, level } = block;
    const language = languageOf(info.split(/[\s,{]/, 1)[0]);
    if (language === undefined || !exceeds(block)) continue;
    const { codeStructure } = await loadCodeStructure();
    parts.push({
      ...code,
      structure: await codeStructure(text.slice(code.start, code.end), language),
      level,
    });
  }
  return parts;
}
