/**
 * Measures detection on packages that training never saw: `node evaluate.ts [validation|test]`. With
 * flourite installed in the data's folder it is measured on the same snippets.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  CLASSES,
  type ContentClass,
  type ContentDetection,
  contentOf,
} from "../../src/chunk/detect/content.ts";
import { detectContent } from "../../src/chunk/detect/detect-content.ts";
import { readSnippets } from "./features.ts";
import { DATA, type Split } from "./manifest.ts";
import { mixedDocuments, scoreRegions } from "./mixed-documents.ts";
import type { Snippet } from "./snippets.ts";

const LENGTHS = [1, 3, 10, 40] as const;

/** flourite's names of the classes it knows. */
const FLOURITE: Partial<Record<ContentClass, string>> = {
  c: "C",
  cpp: "C++",
  csharp: "C#",
  css: "CSS",
  go: "Go",
  html: "HTML",
  java: "Java",
  javascript: "Javascript",
  json: "JSON",
  kotlin: "Kotlin",
  lua: "Lua",
  markdown: "Markdown",
  php: "PHP",
  python: "Python",
  ruby: "Ruby",
  rust: "Rust",
  sql: "SQL",
  typescript: "Typescript",
  yaml: "YAML",
};

type Detector = (code: string, options: { noUnknown: boolean }) => { language: string };

async function installedFlourite(): Promise<Detector | undefined> {
  try {
    const path = createRequire(join(DATA, "package.json")).resolve("flourite");
    const module = await import(pathToFileURL(path).href);
    // Its CommonJS build has the function itself as the default, or one step further in.
    return module.default.default ?? module.default;
  } catch {
    return undefined;
  }
}

const split = (process.argv[2] ?? "test") as Split;
const snippets = readSnippets(split);
const answers = snippets.map(({ text }) => detectContent(text));

const percent = (part: number, whole: number) => (whole === 0 ? "–" : ((100 * part) / whole).toFixed(1));
const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);
const head = (...cells: string[]) => {
  row(...cells);
  row(...cells.map(() => "---"));
};

function isRight({ label }: Snippet, answer: ContentDetection): boolean {
  const { type, language } = contentOf(label);
  return answer.type === type && answer.language === language;
}

const isRightType = ({ label }: Snippet, { type }: ContentDetection) => type === contentOf(label).type;

/** Share of the chosen snippets for which `test` holds. */
function share(
  chosen: (snippet: Snippet) => boolean,
  test: (snippet: Snippet, i: number) => boolean,
): string {
  let all = 0;
  let good = 0;
  snippets.forEach((snippet, i) => {
    if (!chosen(snippet)) return;
    all++;
    if (test(snippet, i)) good++;
  });
  return percent(good, all);
}

const atLength = (lines: number) => (one: Snippet) => one.from === "file" && one.lines === lines;
const right = (one: Snippet, i: number) => isRight(one, answers[i]);
const rightType = (one: Snippet, i: number) => isRightType(one, answers[i]);

console.log(`## ${split}: ${snippets.length} snippets\n`);
head("", ...LENGTHS.map((lines) => `${lines} lines`), "fences", "few words");
const groups = [
  ...LENGTHS.map(atLength),
  (one: Snippet) => one.from === "fence",
  (one: Snippet) => one.from === "fragment",
];
row("type and language", ...groups.map((group) => share(group, right)));
row("type", ...groups.map((group) => share(group, rightType)));

console.log("\n### By class, type and language\n");
head("class", ...LENGTHS.map((lines) => `${lines} lines`));
for (const label of CLASSES)
  row(label, ...LENGTHS.map((lines) => share((one) => one.label === label && atLength(lines)(one), right)));

console.log("\n### By what the answer rests on\n");
head("by", "type", "answers", "right");
for (const by of ["content", "syntax", "classifier"] as const) {
  for (const type of new Set(answers.filter((answer) => answer.by === by).map((answer) => answer.type))) {
    const chosen = snippets
      .map((one, i) => [one, answers[i]] as const)
      .filter(([, a]) => a.by === by && a.type === type);
    row(by, type, chosen.length, percent(chosen.filter(([one, a]) => isRight(one, a)).length, chosen.length));
  }
}

console.log("\n### Calibration of the classifier's answers\n");
head("confidence", "answers", "mean confidence", "right");
for (let low = 0; low < 10; low++) {
  const inside = snippets
    .map((one, i) => [one, answers[i]] as const)
    .filter(
      ([, { by, confidence }]) => by === "classifier" && Math.min(9, Math.floor(confidence * 10)) === low,
    );
  if (inside.length === 0) continue;
  const mean = inside.reduce((sum, [, { confidence }]) => sum + confidence, 0) / inside.length;
  // Code without a language claims the type only.
  const good = inside.filter(([one, a]) =>
    a.type === "code" && a.language === undefined ? isRightType(one, a) : isRight(one, a),
  );
  row(
    `${low / 10}–${(low + 1) / 10}`,
    inside.length,
    (100 * mean).toFixed(1),
    percent(good.length, inside.length),
  );
}

const flourite = await installedFlourite();
if (flourite !== undefined) {
  const theirs = snippets.map(({ label, text }) =>
    FLOURITE[label] === undefined ? undefined : flourite(text, { noUnknown: true }).language,
  );
  console.log("\n### Against flourite 1.3.0, on the classes that both know\n");
  head("class", ...LENGTHS.flatMap((lines) => [`${lines} lines`, "flourite"]), "fences", "flourite");
  const measure = (label: string, chosen: (one: Snippet) => boolean) =>
    row(
      label,
      ...[...LENGTHS.map(atLength), (one: Snippet) => one.from === "fence"].flatMap((group) => {
        const both = (one: Snippet) => chosen(one) && group(one);
        return [share(both, right), share(both, (one, i) => theirs[i] === FLOURITE[one.label])];
      }),
    );
  for (const label of CLASSES)
    if (FLOURITE[label] !== undefined) measure(label, (one) => one.label === label);
  measure("all", (one) => FLOURITE[one.label] !== undefined);
}

console.log("\n### Mixed documents\n");
const documents = mixedDocuments(snippets, split);
const { lines, rightLines, foundMixed, rightLanguages, codeRegions } = scoreRegions(documents);
console.log(`${documents.length} made documents of prose and code in turn:`);
console.log(`- detected as mixed: ${percent(foundMixed, documents.length)} %`);
console.log(`- lines of the right kind: ${percent(rightLines, lines)} %`);
console.log(`- code regions with the right language: ${percent(rightLanguages, codeRegions)} %`);
const wronglyMixed = answers.filter(({ type }) => type === "mixed").length;
console.log(
  `- of ${snippets.length} snippets that are one thing, called mixed: ${percent(wronglyMixed, snippets.length)} %`,
);
