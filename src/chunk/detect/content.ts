/**
 * What a text can be. A closed list: what has no name of its own here is `code` with a language (XML, INI,
 * a Makefile) or without one, or else `text` (reStructuredText, logs, mail).
 *
 * `mixed` is prose with a sizeable share of code in it that no markup sets apart, as in a mail or a forum
 * post; prose with fenced code is `markdown`.
 */
export type ContentType =
  | "text"
  | "markdown"
  | "html"
  | "latex"
  | "code"
  | "json"
  | "yaml"
  | "toml"
  | "csv"
  | "mixed";

/** What the answer rests on; see {@link ContentDetection.by}. */
type DetectedBy = "extension" | "content" | "syntax" | "classifier";

export interface ContentDetection {
  readonly type: ContentType;
  /** Of code: its programming language, where it is known. */
  readonly language?: string;
  /** How often, of a hundred such answers, about a hundred times this are right. From 0 to 1. */
  readonly confidence: number;
  /**
   * `extension`: the file's name. `content`: a first line that names the format (`#!`, `<!doctype`,
   * `<?php`). `syntax`: the text keeps the format's rules (JSON, CSV, Markdown's marks, tags).
   * `classifier`: the words and signs look like it.
   */
  readonly by: DetectedBy;
}

/** An answer before it is known how sure it is. */
export type Found = Pick<ContentDetection, "type" | "language">;

/** The classifier's classes, in the order of its weights: formats first, then programming languages. */
export const CLASSES = [
  "text",
  "markdown",
  "html",
  "latex",
  "json",
  "yaml",
  "toml",
  "csv",
  "xml",
  "ini",
  "bash",
  "c",
  "cpp",
  "csharp",
  "css",
  "go",
  "haskell",
  "java",
  "javascript",
  "kotlin",
  "lua",
  "objectivec",
  "perl",
  "php",
  "python",
  "r",
  "ruby",
  "rust",
  "scala",
  "sql",
  "swift",
  "tsx",
  "typescript",
  "other",
] as const;

/** `other` is code in a language that is none of the rest. */
export type ContentClass = (typeof CLASSES)[number];

const TYPES: ReadonlySet<string> = new Set<ContentType>([
  "text",
  "markdown",
  "html",
  "latex",
  "json",
  "yaml",
  "toml",
  "csv",
]);

/** A class as type and language: what is no type of its own is code. */
export function contentOf(name: ContentClass): Found {
  if (TYPES.has(name)) return { type: name as ContentType };
  return name === "other" ? { type: "code" } : { type: "code", language: name };
}
