import type { MarkdownIt, StateBlock, Token } from "markdown-it";
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
    parser.block.State = lightState(parser.block.State);
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

const CELLS = new Set(["th_open", "td_open", "th_close", "td_close"]);

/**
 * The parser's own tokens take most of its time to make, and tables are mostly cells, which are never cut
 * apart. So tokens are plain objects here, and those of cells are not kept.
 */
function lightState(State: typeof StateBlock): typeof StateBlock {
  return class LightState extends State {
    #inCell = false;

    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      const token = lightToken(type, tag, nesting);
      if (nesting < 0) this.level--;
      token.level = this.level;
      if (nesting > 0) this.level++;
      const isCell = CELLS.has(type);
      if (isCell) this.#inCell = nesting > 0;
      if (!isCell && !this.#inCell) this.tokens.push(token);
      return token;
    }
  };
}

function lightToken(type: string, tag: string, nesting: -1 | 0 | 1): Token {
  const token = {
    type,
    tag,
    nesting,
    level: 0,
    map: null,
    attrs: null,
    children: null,
    content: "",
    markup: "",
    info: "",
    meta: null,
    block: true,
    hidden: false,
  };
  // The methods a token has besides concern attributes, which block rules set as a whole.
  return token as unknown as Token;
}
