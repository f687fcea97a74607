import type { MarkdownIt, Token } from "markdown-it";
import { mathBlocks } from "./math-block.ts";

/** Deeper containers are not entered: what they hold is one block. */
const DEEPEST = 32;

let loading: Promise<MarkdownIt> | undefined;

/** The block structure of Markdown: CommonMark, GFM tables, formulas. Inline marks are not looked at. */
export async function loadBlockParser(): Promise<(text: string) => Token[]> {
  loading ??= import("markdown-it").then(({ default: Parser }) => {
    const parser = new Parser({ html: true, maxNesting: DEEPEST });
    // A link definition costs more to recognise than it is worth: as a paragraph it is cut the same.
    parser.block.ruler.disable("reference");
    return parser.use(mathBlocks);
  });
  const parser = await loading;
  return (text) => {
    const tokens: Token[] = [];
    // Lines keep their numbers, which is all the structure needs of the text.
    const normal = text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
    parser.block.parse(normal, parser, {}, tokens);
    return tokens;
  };
}
