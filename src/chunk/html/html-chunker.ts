import type { DocumentInput } from "../../core/document.ts";
import { lazily } from "../../text/lazily.ts";
import { languageOf } from "../code/languages.ts";
import { type Embedded, embed } from "../embedded.ts";
import { exceeds } from "../exceeds.ts";
import { MarkdownChunker } from "../markdown/markdown-chunker.ts";
import { resolveSizing, type SplitterOptions } from "../options.ts";
import type { Structure } from "../structure.ts";
import { StructuredSplitter } from "../structured-splitter.ts";
import type { HtmlCode } from "./html-structure.ts";
import { readHtml } from "./read-html.ts";

const loadCodeStructure = lazily(() => import("../code/code-structure.ts"));

/** How pages name a code block's language: class="language-ts", "lang-ts", "highlight-source-ts". */
const LANGUAGE_CLASS = /(?:^|\s)(?:lang(?:uage)?-|highlight-source-|brush:\s*)([\w+#-]+)/;
const LARGEST_STEP = 10;

/**
 * Cuts HTML along its elements: sections by their headings, then blocks, list items and table rows (with
 * the table's head as context), and large scripts, styles and `pre` along their syntax. A raw string is
 * cut as it is, tags included; a document that a loader made from HTML holds its text as Markdown, and
 * is cut along that.
 */
export class HtmlChunker extends StructuredSplitter {
  readonly #markdown: MarkdownChunker;

  constructor(options: SplitterOptions = {}) {
    super("html", resolveSizing(options, { overlap: 0 }), "elements");
    this.#markdown = new MarkdownChunker(options);
  }

  override async structure(document: DocumentInput): Promise<Structure> {
    if (document.metadata?.format === "markdown") return this.#markdown.structure(document);
    const { text } = document;
    const whole = await readHtml(text);
    const parts: Embedded[] = [];
    for (const code of whole.code) {
      const language = languageOfElement(code);
      const source = text.slice(code.start, code.end);
      if (language === undefined || !exceeds(source, this.sizing)) continue;
      const { codeStructure } = await loadCodeStructure();
      parts.push({
        ...code,
        structure: await codeStructure(source, language),
        level: code.level + LARGEST_STEP,
      });
    }
    return embed(text, whole, parts);
  }
}

function languageOfElement({ tag, className }: HtmlCode): ReturnType<typeof languageOf> {
  if (tag === "script") return languageOf("javascript");
  if (tag === "style") return languageOf("css");
  return languageOf(LANGUAGE_CLASS.exec(className)?.[1] ?? "");
}
