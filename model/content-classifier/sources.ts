import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { ContentClass } from "../../src/chunk/detect/content.ts";
import { commentLines } from "./comments.ts";
import { fenceLabel, labelOf } from "./labels.ts";
import { DATA, type Package, packageFolder } from "./manifest.ts";
import { catalogueMessages, htmlParagraphs, markdownParagraphs, wrap } from "./prose.ts";
import { hash } from "./random.ts";

/** Files of one class that are read from a package: enough for variety. */
const FILES_A_PACKAGE = 80;
const LONGEST_FILE = 600_000;

/** One readable source of snippets: a file's lines with those that may not stand alone marked. */
export interface Source {
  readonly lines: readonly string[];
  /** True for lines that say nothing about the label. */
  readonly mute: readonly boolean[];
}

/** A wheel's METADATA holds its project's README; of a message catalogue only the messages are of use. */
type FileKind = ContentClass | "catalogue" | "metadata";

export interface Gathered {
  /** By class, then project. */
  readonly files: Map<ContentClass, Map<string, (() => Source[])[]>>;
  readonly fences: Map<ContentClass, Map<string, string[]>>;
}

/** Paths of files below a folder; both count from the data's own folder, so that they are the same everywhere. */
function* walk(folder: string): Generator<string> {
  const entries = readdirSync(join(DATA, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}

function put<K, V>(map: Map<ContentClass, Map<K, V[]>>, label: ContentClass, key: K, value: V): void {
  const inner = map.get(label) ?? new Map<K, V[]>();
  map.set(label, inner);
  const list = inner.get(key) ?? [];
  inner.set(key, list);
  list.push(value);
}

function readText(path: string): string | undefined {
  const { size } = statSync(join(DATA, path));
  if (size < 60 || size > LONGEST_FILE) return undefined;
  const text = readFileSync(join(DATA, path), "utf8").replaceAll("\r\n", "\n");
  return text.includes("\0") || text.includes("\ufffd") ? undefined : text;
}

export function gather(packages: readonly Package[]): Gathered {
  const gathered: Gathered = { files: new Map(), fences: new Map() };
  for (const one of packages) {
    const byLabel = new Map<FileKind, string[]>();
    for (const path of walk(relative(DATA, packageFolder(one)))) {
      const label = path.endsWith(".po")
        ? "catalogue"
        : path.endsWith("/METADATA")
          ? "metadata"
          : labelOf(path, one);
      if (label === undefined) continue;
      byLabel.set(label, [...(byLabel.get(label) ?? []), path]);
    }
    for (const [label, paths] of byLabel) {
      const chosen = paths.sort((a, b) => hash(a) - hash(b)).slice(0, FILES_A_PACKAGE);
      for (const path of chosen) addFile(gathered, one.project, label, path);
    }
  }
  return gathered;
}

function addFile({ files, fences }: Gathered, project: string, label: FileKind, path: string): void {
  if (label === "catalogue") {
    put(files, "text", project, () => proseSources(catalogueMessages(readText(path) ?? ""), path));
    return;
  }
  if (label === "markdown" || label === "metadata") {
    for (const [, , info, code] of (readText(path) ?? "").matchAll(/^(```|~~~)([^\n`]+)\n([\s\S]*?)^\1/gm)) {
      const inside = fenceLabel(info);
      if (inside !== undefined && code.trim().length > 12) put(fences, inside, project, code);
    }
  }
  if (label === "metadata") return;
  put(files, label, project, () => fileSources(path, label));
  if (label === "html")
    put(files, "text", project, () => proseSources(htmlParagraphs(readText(path) ?? ""), path));
  if (label === "markdown")
    put(files, "text", project, () => proseSources(markdownParagraphs(readText(path) ?? ""), path));
}

/** Some writers wrap, some do not. */
function proseSources(paragraphs: readonly string[], path: string): Source[] {
  const width = hash(path) % 3 === 0 ? Number.POSITIVE_INFINITY : 60 + (hash(path) % 40);
  const lines = paragraphs.flatMap((part) => [...wrap(part, width), ""]);
  return lines.length < 2 ? [] : [{ lines, mute: lines.map((line) => line === "") }];
}

function fileSources(path: string, label: ContentClass): Source[] {
  const text = readText(path);
  if (text === undefined) return [];
  const lines = text.split("\n");
  const longest = Math.max(...lines.map((line) => line.length));
  if (label !== "csv" && label !== "text" && (longest > 3_000 || text.length / lines.length > 160)) return [];
  const comments = commentLines(lines, label);
  const marked = markers[label]?.(lines);
  return [
    { lines, mute: lines.map((line, i) => comments[i] || line.trim() === "" || marked?.[i] === false) },
  ];
}

/** Lines that show what the file is, for files that are partly something else. */
const markers: Partial<Record<ContentClass, (lines: readonly string[]) => boolean[]>> = {
  markdown: (lines) => {
    let fenced = false;
    return lines.map((line) => {
      if (/^\s*(?:```|~~~)/.test(line)) {
        fenced = !fenced;
        return true;
      }
      return !fenced && /^#{1,6} |^\s*(?:[-*+]|\d+\.) |\]\(|\*\*|`[^`]+`|^\||^>/.test(line);
    });
  },
  // What stands between tags and commands is prose, style or script.
  latex: (lines) => lines.map((line) => line.includes("\\") || /\$.+\$/.test(line)),
  html: (lines) => lines.map((line) => /<[a-zA-Z/!]/.test(line)),
  xml: (lines) => lines.map((line) => /<[a-zA-Z/!?]|\/>/.test(line)),
  php: (lines) => {
    let inside = false;
    return lines.map((line) => {
      const touched = inside || line.includes("<?");
      const open = line.lastIndexOf("<?");
      const close = line.lastIndexOf("?>");
      if (open >= 0 || close >= 0) inside = open > close;
      return touched;
    });
  },
  // Indented lines of a plain text are mostly examples: neither prose nor labelled.
  text: (lines) =>
    lines.map((line) => !/^(?: {4}|\t)/.test(line) && !/^\.\. |^\s*:\w+:|^[=\-~*#.]+$/.test(line)),
};
