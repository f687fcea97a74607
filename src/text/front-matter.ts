/** The block of settings some Markdown files begin with. */
export interface FrontMatter {
  readonly syntax: "yaml" | "toml";
  /** What stands between the fences. */
  readonly content: string;
  /** Where the document's own text begins: behind the closing fence's line. */
  readonly end: number;
}

/** Longer settings are no settings; the bound keeps an unclosed fence from costing a whole large file. */
const LONGEST = 65_536;

/** `---` (YAML) or `+++` (TOML) on the first line, up to the same on a line of its own. */
export function frontMatter(text: string): FrontMatter | undefined {
  const fence = /^(---|\+\+\+)[ \t]*\r?\n/.exec(text.slice(0, 64));
  if (fence === null) return undefined;
  const [opening, mark] = fence;
  const head = text.slice(opening.length, opening.length + LONGEST);
  const closing = (mark === "---" ? /^(?:---|\.\.\.)[ \t]*\r?$/m : /^\+\+\+[ \t]*\r?$/m).exec(head);
  if (closing === null) return undefined;
  const content = head.slice(0, closing.index);
  const close = opening.length + closing.index + closing[0].length;
  return {
    syntax: mark === "---" ? "yaml" : "toml",
    content,
    end: text.charCodeAt(close) === 10 ? close + 1 : close,
  };
}
