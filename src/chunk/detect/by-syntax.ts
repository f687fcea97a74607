import { type Likelihoods, likelihoodOf, likelihoodsOf } from "./by-words.ts";
import type { ContentClass, ContentDetection } from "./content.ts";
import { delimiterOf } from "./delimited.ts";
import { jsonShape } from "./json-shape.ts";
import { isHeading, markdownMarks, tagMarks } from "./marks.ts";
import type { Sample } from "./sample.ts";

type Sure = Omit<ContentDetection, "by">;

/** Shares of right answers on the validation packages, rounded down; see the classifier's README. */
const CONFIDENCE = { json: 0.99, csv: 0.97, markdown: 0.97, html: 0.88, xml: 0.99 } as const;

/** Share of the characters in tags from which on a text is marked up rather than mentions a tag. */
const LEAST_TAGS = 0.08;

/** What a text is by rules that hardly anything else keeps, unless its words speak clearly against it. */
export function foundBySyntax({ parts, whole }: Sample, likelihoods: Likelihoods): Sure | undefined {
  const head = parts[0];
  if (jsonShape(head, whole) !== "none") return { type: "json", confidence: CONFIDENCE.json };
  const marked = markup(parts);
  if (marked !== undefined) return marked;
  const prose = likelihoodOf(likelihoods, "text", "markdown", "html");
  if (isMarkdown(parts, prose)) return { type: "markdown", confidence: CONFIDENCE.markdown };
  return isTable(head, whole, likelihoods) ? { type: "csv", confidence: CONFIDENCE.csv } : undefined;
}

/** How likely a table must be by its words: lists of arguments and the like have commas too. */
const LEAST_TABLE = 0.05;

/** Nothing but tables has tabs inside its lines. */
function isTable(head: string, whole: boolean, likelihoods: Likelihoods): boolean {
  const delimiter = delimiterOf(head, whole);
  return delimiter === "\t" || (delimiter !== undefined && likelihoodOf(likelihoods, "csv") >= LEAST_TABLE);
}

/** HTML or XML: begins and ends with a tag, and tags are a good part of it. JSX has braces in them. */
function markup(parts: readonly string[]): Sure | undefined {
  const start = parts[0].trimStart();
  if (!/^<[a-zA-Z!]/.test(start) || !(parts.at(-1) ?? "").trimEnd().endsWith(">")) return undefined;
  const { html, other, share, braces } = tagMarks(parts);
  if (html + other < 2 || share < LEAST_TAGS || braces > 0) return undefined;
  // Components have capitals; so do some XML vocabularies, which have no HTML tags among them.
  if (html >= 2 * other) return { type: "html", confidence: CONFIDENCE.html };
  return html === 0 && other >= 3 ? { type: "code", language: "xml", confidence: CONFIDENCE.xml } : undefined;
}

/** Share of prose, by its words, that a text with Markdown's marks must have. */
const LEAST_PROSE = 0.3;

/** Marks that people put into nothing but Markdown, in a text that reads as prose around them. */
function isMarkdown(parts: readonly string[], prose: number): boolean {
  const { fences, namedFences, headings, titles, links, tables, items, emphasis } = markdownMarks(parts);
  const strong = 2 * namedFences + fences + 2 * tables + links + emphasis;
  if (prose >= LEAST_PROSE && (strong >= 3 || (strong >= 1 && headings + items >= 1))) return true;
  // Headings look like comments, so what they head must not be in a language that has such comments.
  return (
    titles >= 1 && likelihoodOf(likelihoodsOf(parts.map(withoutHeadings), false), ...HASH_COMMENTS) < 0.3
  );
}

const HASH_COMMENTS: readonly ContentClass[] = [
  "bash",
  "ini",
  "other",
  "perl",
  "php",
  "python",
  "r",
  "ruby",
  "toml",
  "yaml",
];

function withoutHeadings(part: string): string {
  return part
    .split("\n")
    .filter((line) => !isHeading(line))
    .join("\n");
}
