/** Cuts the packages' files into labelled snippets of 1 to 40 lines: `node snippets.ts`. */
import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { CLASSES, type ContentClass } from "../../src/chunk/detect/content.ts";
import { commentLines } from "./comments.ts";
import { fenceLabel, labelOf } from "./labels.ts";
import { DATA, type Package, packageFolder, readManifest, SPLITS, type Split } from "./manifest.ts";
import { catalogueMessages, htmlParagraphs, markdownParagraphs, wrap } from "./prose.ts";
import { hash, randomFrom, shuffled } from "./random.ts";

export interface Snippet {
  readonly label: ContentClass;
  readonly project: string;
  /** Lines asked for; a fence keeps its own. */
  readonly lines: number;
  readonly from: "file" | "fence" | "fragment";
  readonly text: string;
}

const SEED = "snippets 1";

/** Snippets a class by their number of lines. */
const WANTED: Readonly<Record<Split, Readonly<Record<number, number>>>> = {
  train: { 1: 1200, 2: 700, 3: 900, 5: 900, 10: 1200, 20: 700, 40: 700 },
  validation: { 1: 200, 3: 200, 10: 200, 40: 200 },
  test: { 1: 300, 3: 300, 10: 300, 40: 300 },
};
/** A few words out of a line of prose: what people type into a box. */
const WANTED_FRAGMENTS: Readonly<Record<Split, number>> = { train: 1200, validation: 100, test: 150 };
const WANTED_FENCES: Readonly<Record<Split, number>> = { train: 700, validation: 120, test: 200 };

/** No project may be more than this share of a class's snippets. */
const LARGEST_SHARE = 0.15;
const FILES_A_PROJECT = 80;
const LONGEST_FILE = 600_000;
const LONGEST_SNIPPET = 6_000;

/** One readable source of snippets: a file's lines with those that may not stand alone marked. */
interface Source {
  readonly lines: readonly string[];
  /** True for lines that say nothing about the label. */
  readonly mute: readonly boolean[];
}

/** A wheel's METADATA holds its project's README; of a message catalogue only the messages are of use. */
type FileKind = ContentClass | "catalogue" | "metadata";

interface Gathered {
  /** By class, then project. */
  readonly files: Map<ContentClass, Map<string, (() => Source[])[]>>;
  readonly fences: Map<ContentClass, Map<string, string[]>>;
}

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const path = join(folder, entry.name);
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
  const { size } = statSync(path);
  if (size < 60 || size > LONGEST_FILE) return undefined;
  const text = readFileSync(path, "utf8").replaceAll("\r\n", "\n");
  return text.includes("\0") || text.includes("\ufffd") ? undefined : text;
}

function gather(packages: readonly Package[]): Gathered {
  const gathered: Gathered = { files: new Map(), fences: new Map() };
  for (const one of packages) {
    const byLabel = new Map<FileKind, string[]>();
    for (const path of walk(packageFolder(one))) {
      const label = path.endsWith(".po")
        ? "catalogue"
        : path.endsWith("/METADATA")
          ? "metadata"
          : labelOf(path, one);
      if (label === undefined) continue;
      byLabel.set(label, [...(byLabel.get(label) ?? []), path]);
    }
    for (const [label, paths] of byLabel) {
      const chosen = paths.sort((a, b) => hash(SEED + a) - hash(SEED + b)).slice(0, FILES_A_PROJECT);
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

const hasTags = (text: string) => /<\/[A-Za-z>]|\/>|(?:^|[\s(?:&])<[A-Za-z][\w.]*(?:[\s>]|$)/m.test(text);

/** A run of lines of which at least half speak for the label, or nothing. */
function cut(source: Source, count: number, random: () => number): string | undefined {
  const { lines, mute } = source;
  if (lines.length < count) return undefined;
  for (let attempt = 0; attempt < 8; attempt++) {
    const start = Math.floor(random() * (lines.length - count + 1));
    let silent = 0;
    for (let i = start; i < start + count; i++) if (mute[i]) silent++;
    if (silent * 2 > count || (count === 1 && silent > 0)) continue;
    const text = lines.slice(start, start + count).join("\n");
    const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    if (text.trim().length < 8 || letters < 4 || text.length > LONGEST_SNIPPET) continue;
    return text;
  }
  return undefined;
}

/** JSX marks TSX; without any the code is TypeScript as it stands. */
function relabel(label: ContentClass, text: string): ContentClass {
  return label === "tsx" && !hasTags(text) ? "typescript" : label;
}

function* snippetsOf(split: Split, packages: readonly Package[], seen: Set<string>): Generator<Snippet> {
  const { files, fences } = gather(packages);
  const fresh = (text: string): boolean => {
    const key = createHash("md5").update(text.replace(/\s+/g, " ").trim()).digest("base64");
    return !seen.has(key) && seen.add(key) !== undefined;
  };
  for (const label of CLASSES) {
    const random = randomFrom(`${SEED} ${split} ${label}`);
    const sources = new Map<string, Source[]>();
    for (const [project, readers] of files.get(label) ?? [])
      sources.set(
        project,
        shuffled(readers, random).flatMap((read) => read()),
      );
    for (const [length, wanted] of Object.entries(WANTED[split])) {
      const lines = Number(length);
      const most = Math.max(
        Math.ceil(wanted * LARGEST_SHARE),
        Math.ceil((2 * wanted) / Math.max(1, sources.size)),
      );
      const taken = new Map<string, number>();
      let total = 0;
      for (let round = 0; round < 6 * FILES_A_PROJECT && total < wanted; round++) {
        for (const [project, list] of sources) {
          if (list.length === 0 || (taken.get(project) ?? 0) >= most || total >= wanted) continue;
          const text = cut(list[round % list.length], lines, random);
          if (text === undefined || relabel(label, text) !== label || !fresh(text)) continue;
          taken.set(project, (taken.get(project) ?? 0) + 1);
          total++;
          yield { label, project, lines, from: "file", text };
        }
      }
    }
    if (label === "text") yield* fragments(sources, WANTED_FRAGMENTS[split], random, fresh);
    let fenced = 0;
    const byProject = [...(fences.get(label) ?? [])].map(([project, codes]) => ({
      project,
      codes: shuffled(codes, random),
    }));
    for (let round = 0; round < 40 && fenced < WANTED_FENCES[split]; round++) {
      for (const { project, codes } of byProject) {
        const code = codes[round];
        if (code === undefined || fenced >= WANTED_FENCES[split]) continue;
        const text = code.slice(0, LONGEST_SNIPPET);
        if (!fresh(text)) continue;
        fenced++;
        yield {
          label: relabel(label, text),
          project,
          lines: text.trimEnd().split("\n").length,
          from: "fence",
          text,
        };
      }
    }
  }
}

function* fragments(
  sources: ReadonlyMap<string, readonly Source[]>,
  wanted: number,
  random: () => number,
  fresh: (text: string) => boolean,
): Generator<Snippet> {
  const projects = [...sources].filter(([, list]) => list.length > 0);
  for (let total = 0, round = 0; total < wanted && round < 20 * wanted; round++) {
    const [project, list] = projects[Math.floor(random() * projects.length)];
    const line = cut(list[Math.floor(random() * list.length)], 1, random);
    const words = line?.trim().split(/\s+/) ?? [];
    const start = Math.floor(random() * words.length);
    const text = words.slice(start, start + 1 + Math.floor(random() * 4)).join(" ");
    if (!/^[\p{L}\p{N}"'(]/u.test(text) || !fresh(`fragment ${text}`)) continue;
    total++;
    yield { label: "text", project, lines: 1, from: "fragment", text };
  }
}

/** Test first: what is in the test set is never trained on, not even as the same lines elsewhere. */
const seen = new Set<string>();
const manifest = readManifest();
for (const split of [...SPLITS].reverse()) {
  const file = openSync(join(DATA, `${split}.jsonl`), "w");
  const counts = new Map<string, number>();
  for (const snippet of snippetsOf(
    split,
    manifest.filter((one) => one.split === split),
    seen,
  )) {
    writeSync(file, `${JSON.stringify(snippet)}\n`);
    counts.set(snippet.label, (counts.get(snippet.label) ?? 0) + 1);
  }
  closeSync(file);
  console.log(split, [...counts].map(([label, count]) => `${label} ${count}`).join(", "));
}
