import { CODE_LANGUAGES, languageEntry } from "../code/languages.ts";
import type { ContentClass, ContentType, Found } from "./content.ts";

/** What a file's name says: what the file is, or the classes it leaves open, or that it is mostly text. */
export type NameClue =
  | { readonly says: "is"; readonly found: Found }
  | { readonly says: "among"; readonly classes: readonly ContentClass[] }
  | { readonly says: "mostly text" };

/** Languages of the code table that are types of their own. */
const TYPES: ReadonlySet<string> = new Set<ContentType>(["json", "yaml", "toml", "html"]);

/** Extensions that the code table leaves to others. */
const FORMATS: readonly (readonly [extensions: string, found: Found])[] = [
  ["md markdown mdown mkd mdx rmd qmd", { type: "markdown" }],
  ["tex ltx latex sty bib", { type: "latex" }],
  ["csv tsv tab", { type: "csv" }],
  ["jsonl ndjson ipynb har topojson code-workspace", { type: "json" }],
  ["rst adoc asciidoc org textile srt vtt", { type: "text" }],
  ["xaml kml gpx", { type: "code", language: "xml" }],
  ["desktop service gitconfig", { type: "code", language: "ini" }],
  ["diff patch", { type: "code" }],
];

/** Extensions that several languages share. */
const SHARED: Readonly<Record<string, readonly ContentClass[]>> = {
  h: ["c", "cpp", "objectivec"],
  m: ["objectivec", "other"],
  inc: ["php", "html", "c", "cpp", "other"],
  cls: ["latex", "java", "other"],
  cgi: ["perl", "python", "bash", "other"],
  conf: ["ini", "yaml", "json", "other"],
};

const is = (found: Found): NameClue => ({ says: "is", found });

const byExtension = new Map<string, NameClue>();
const byFile = new Map<string, NameClue>();
for (const language of CODE_LANGUAGES) {
  const clue = is(TYPES.has(language) ? { type: language as ContentType } : { type: "code", language });
  const { extensions, files = [] } = languageEntry(language);
  for (const extension of extensions) byExtension.set(extension, clue);
  for (const file of files) byFile.set(file.toLowerCase(), clue);
}
for (const [extensions, found] of FORMATS)
  for (const extension of extensions.split(" ")) byExtension.set(extension, is(found));
for (const [extension, classes] of Object.entries(SHARED))
  byExtension.set(extension, { says: "among", classes });
for (const extension of ["txt", "text", "log"]) byExtension.set(extension, { says: "mostly text" });

/** What a file's name or path says about its content, if anything. */
export function clueOfName(filename: string): NameClue | undefined {
  const name = filename
    .slice(Math.max(filename.lastIndexOf("/"), filename.lastIndexOf("\\")) + 1)
    .toLowerCase();
  const dot = name.lastIndexOf(".");
  return byFile.get(name) ?? (dot < 0 ? undefined : byExtension.get(name.slice(dot + 1)));
}
