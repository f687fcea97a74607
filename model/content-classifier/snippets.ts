/** Cuts the packages' files into labelled snippets of 1 to 40 lines: `node snippets.ts`. */
import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { CLASSES, type ContentClass } from "../../src/chunk/detect/content.ts";
import { DATA, type Package, readManifest, SPLITS, type Split } from "./manifest.ts";
import { randomFrom, shuffled } from "./random.ts";
import { gather, type Source } from "./sources.ts";

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
const FENCES_A_PROJECT = 40;
/** Passes over a class's projects, one snippet of each a pass. */
const MOST_ROUNDS = 480;
const LONGEST_SNIPPET = 6_000;

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

type Fresh = (text: string) => boolean;

function* snippetsOf(split: Split, packages: readonly Package[], fresh: Fresh): Generator<Snippet> {
  const { files, fences } = gather(packages);
  for (const label of CLASSES) {
    const random = randomFrom(`${SEED} ${split} ${label}`);
    const sources = new Map<string, Source[]>();
    for (const [project, readers] of files.get(label) ?? []) {
      const read = shuffled(readers, random).flatMap((reader) => reader());
      if (read.length > 0) sources.set(project, read);
    }
    for (const [lines, wanted] of Object.entries(WANTED[split]))
      yield* windows(label, sources, Number(lines), wanted, random, fresh);
    if (label === "text") yield* fragments(sources, WANTED_FRAGMENTS[split], random, fresh);
    yield* fenced(label, fences.get(label) ?? new Map(), WANTED_FENCES[split], random, fresh);
  }
}

/** Runs of lines, one of each project in turn. */
function* windows(
  label: ContentClass,
  sources: ReadonlyMap<string, readonly Source[]>,
  lines: number,
  wanted: number,
  random: () => number,
  fresh: Fresh,
): Generator<Snippet> {
  const most = Math.max(
    Math.ceil(wanted * LARGEST_SHARE),
    Math.ceil((2 * wanted) / Math.max(1, sources.size)),
  );
  const taken = new Map<string, number>();
  let total = 0;
  for (let round = 0; round < MOST_ROUNDS && total < wanted; round++) {
    for (const [project, list] of sources) {
      const before = taken.get(project) ?? 0;
      if (before >= most || total >= wanted) continue;
      const text = cut(list[round % list.length], lines, random);
      if (text === undefined || relabel(label, text) !== label || !fresh(text)) continue;
      taken.set(project, before + 1);
      total++;
      yield { label, project, lines, from: "file", text };
    }
  }
}

/** Code as authors show it in their documentation. */
function* fenced(
  label: ContentClass,
  fences: ReadonlyMap<string, readonly string[]>,
  wanted: number,
  random: () => number,
  fresh: Fresh,
): Generator<Snippet> {
  const projects = [...fences].map(([project, codes]) => ({ project, codes: shuffled(codes, random) }));
  let total = 0;
  for (let round = 0; round < FENCES_A_PROJECT; round++) {
    for (const { project, codes } of projects) {
      const text = codes[round]?.slice(0, LONGEST_SNIPPET);
      if (text === undefined || total >= wanted || !fresh(text)) continue;
      total++;
      const lines = text.trimEnd().split("\n").length;
      yield { label: relabel(label, text), project, lines, from: "fence", text };
    }
  }
}

/** A few words out of a line of prose. */
function* fragments(
  sources: ReadonlyMap<string, readonly Source[]>,
  wanted: number,
  random: () => number,
  fresh: Fresh,
): Generator<Snippet> {
  const projects = [...sources];
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
const fresh: Fresh = (text) => {
  const key = createHash("md5").update(text.replace(/\s+/g, " ").trim()).digest("base64");
  return !seen.has(key) && seen.add(key) !== undefined;
};
const manifest = readManifest();
for (const split of [...SPLITS].reverse()) {
  const packages = manifest.filter((one) => one.split === split);
  const counts = new Map<string, number>();
  const file = openSync(join(DATA, `${split}.jsonl`), "w");
  for (const snippet of snippetsOf(split, packages, fresh)) {
    writeSync(file, `${JSON.stringify(snippet)}\n`);
    counts.set(snippet.label, (counts.get(snippet.label) ?? 0) + 1);
  }
  closeSync(file);
  console.log(split, [...counts].map(([label, count]) => `${label} ${count}`).join(", "));
}
