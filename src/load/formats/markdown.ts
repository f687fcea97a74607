import { frontMatter } from "../../text/front-matter.ts";
import type { Format, Parsed } from "../format.ts";
import { markdownOutline } from "../markdown-headings.ts";
import { readSourceText } from "../text-source.ts";
import { readToml } from "../toml-reader.ts";
import { type Reading, readYamlMapping } from "../yaml-reader.ts";

/** Markdown: the decoded file, front matter included, which also becomes `metadata.frontMatter`. */
export const format: Format = {
  type: "markdown",
  async parse(bytes, source): Promise<Parsed> {
    const { text, metadata, warnings } = readSourceText(bytes, source);
    const head = frontMatter(text);
    const outline = markdownOutline(text, head?.end);
    const settings = head === undefined ? undefined : readSettings(head.syntax, head.content);
    if (settings !== undefined && "problem" in settings) {
      warnings.push(`The front matter was not read: ${settings.problem}.`);
    }
    if (head === undefined && UNCLOSED.test(text.slice(0, 1_000))) {
      warnings.push("The front matter was not read: its closing line is missing or too far away.");
    }
    const front = settings !== undefined && "value" in settings ? settings.value : undefined;
    const title = titleOf(front?.title) ?? outline.find(({ level }) => level === 1)?.title;
    return {
      text,
      format: "markdown",
      outline,
      ...(title === undefined || title === "" ? {} : { title }),
      metadata: front === undefined ? metadata : { ...metadata, frontMatter: front },
      warnings,
    };
  },
};

/** Opened like front matter, with a first setting; a bare `---` may as well be a rule. */
const UNCLOSED = /^(?:---[ \t]*\r?\n[\w-]+:|\+\+\+[ \t]*\r?\n[\w-]+[ \t]*=)/;

function readSettings(syntax: "yaml" | "toml", content: string): Reading {
  return syntax === "yaml" ? readYamlMapping(content) : readToml(content);
}

/** A title may be written as a number: a year, a version. */
function titleOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.trim() : undefined;
}
