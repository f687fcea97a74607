import type { ContentClass } from "../../src/chunk/detect/content.ts";
import type { Package } from "./manifest.ts";
import { hash } from "./random.ts";

const BY_EXTENSION: Readonly<Record<string, ContentClass>> = {
  go: "go",
  rs: "rust",
  java: "java",
  c: "c",
  cpp: "cpp",
  cc: "cpp",
  cxx: "cpp",
  hpp: "cpp",
  hh: "cpp",
  cs: "csharp",
  rb: "ruby",
  php: "php",
  kt: "kotlin",
  kts: "kotlin",
  swift: "swift",
  scala: "scala",
  sh: "bash",
  bash: "bash",
  sql: "sql",
  py: "python",
  js: "javascript",
  mjs: "javascript",
  jsx: "javascript",
  ts: "typescript",
  mts: "typescript",
  tsx: "tsx",
  css: "css",
  scss: "css",
  pl: "perl",
  pm: "perl",
  lua: "lua",
  r: "r",
  hs: "haskell",
  ex: "other",
  exs: "other",
  erl: "other",
  el: "other",
  tcl: "other",
  f: "other",
  f90: "other",
  ml: "other",
  groovy: "other",
  gradle: "other",
  vim: "other",
  ps1: "other",
  cmake: "other",
  dart: "other",
  tex: "latex",
  sty: "latex",
  md: "markdown",
  markdown: "markdown",
  html: "html",
  htm: "html",
  xml: "xml",
  json: "json",
  yml: "yaml",
  yaml: "yaml",
  toml: "toml",
  ini: "ini",
  cfg: "ini",
  properties: "ini",
  service: "ini",
  desktop: "ini",
  csv: "csv",
  tsv: "csv",
  rst: "text",
};

const BY_NAME: Readonly<Record<string, ContentClass>> = {
  makefile: "other",
  "makefile.am": "other",
  dockerfile: "other",
  "cmakelists.txt": "other",
  readme: "text",
  news: "text",
  authors: "text",
  todo: "text",
  install: "text",
  copying: "text",
  license: "text",
  thanks: "text",
};

/** Packages for phones: their JavaScript is compiled, their `.m` files are Objective-C. */
const COMPILED_JAVASCRIPT = new Set(["typescript", "tsx", "swift", "kotlin", "objectivec", "java"]);

/** What a file of a package is, by its name; undefined for what is of no use. */
export function labelOf(path: string, { from, primary }: Package): ContentClass | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const extension = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : "";
  if (name.includes(".min.") || path.includes("/node_modules/")) return undefined;
  if (extension === "h") return primary === "c" || primary === "cpp" ? primary : undefined;
  if (extension === "m") return primary === "objectivec" || from === "npm" ? "objectivec" : undefined;
  if (extension === "cfg" && primary === "latex") return "latex";
  if (extension === "txt" && primary === "text") return "text";
  // Declarations are TypeScript, but there are so many of them that little else would be learnt.
  if (name.endsWith(".d.ts") && hash(path) % 10 > 0) return undefined;
  const label = BY_NAME[name] ?? BY_EXTENSION[extension];
  return label === "javascript" && COMPILED_JAVASCRIPT.has(primary) ? undefined : label;
}

/** What people write behind the backticks of a fence. */
const BY_FENCE: Readonly<Record<string, ContentClass>> = {
  golang: "go",
  shell: "bash",
  zsh: "bash",
  console: "bash",
  "c++": "cpp",
  "c#": "csharp",
  python3: "python",
  pycon: "python",
  javascript: "javascript",
  typescript: "typescript",
  kotlin: "kotlin",
  ruby: "ruby",
  rust: "rust",
  "objective-c": "objectivec",
  objc: "objectivec",
  perl: "perl",
  haskell: "haskell",
  latex: "latex",
  elixir: "other",
  groovy: "other",
};

/** What a fence's code is, by its info string. */
export function fenceLabel(info: string): ContentClass | undefined {
  const tag = info
    .trim()
    .toLowerCase()
    .split(/[\s,{:]/)[0];
  if (tag === "markdown" || tag === "md") return undefined;
  return Object.hasOwn(BY_FENCE, tag)
    ? BY_FENCE[tag]
    : Object.hasOwn(BY_EXTENSION, tag)
      ? BY_EXTENSION[tag]
      : undefined;
}
