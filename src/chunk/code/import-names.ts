import type { CodeLanguage } from "./languages.ts";

/** The local names an import binds. */
export interface ImportNames {
  readonly names: readonly string[];
  /** Whether it may bring any name into the file, so that any code may be using it. */
  readonly isWildcard: boolean;
}

const NOTHING: ImportNames = { names: [], isWildcard: false };
const ANYTHING: ImportNames = { names: [], isWildcard: true };

/** A statement longer than this is a program's work; whatever uses the file may use it. */
const LONGEST = 20_000;

const TOKEN = /"[^"\n]*"|'[^'\n]*'|`[^`]*`|[\p{L}_$][\p{L}\p{N}_$]*|\S/gu;
const COMMENT = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|\/\/[^\n]*/g;
const WORD = /^[\p{L}_$]/u;

type Reader = (tokens: readonly string[]) => ImportNames;

const READERS: Partial<Record<CodeLanguage, Reader>> = {
  javascript: scriptNames,
  typescript: scriptNames,
  tsx: scriptNames,
  python: pythonNames,
  go: goNames,
  rust: pathNames,
  java: pathNames,
  kotlin: pathNames,
  php: (tokens) => (tokens[0] === "use" ? pathNames(tokens) : ANYTHING),
  csharp: csharpNames,
  cpp: (tokens) => (tokens[0] === "using" && tokens[1] !== "namespace" ? pathNames(tokens) : ANYTHING),
};

/**
 * What an import statement binds, as far as its text tells. A file that is included brings names that
 * nothing tells, and so does a wildcard; an import for its effects binds nothing.
 */
export function importNames(statement: string, language: CodeLanguage): ImportNames {
  const reader = READERS[language];
  if (reader === undefined || statement.length > LONGEST) return ANYTHING;
  const bare = language === "python" ? statement.replace(/#[^\n]*/g, "") : statement.replace(COMMENT, " ");
  return reader(bare.match(TOKEN) ?? []);
}

/** `import a, { b as c } from "x"`, `import * as d from "x"`, `const { e, f: g } = require("x")`. */
function scriptNames(tokens: readonly string[]): ImportNames {
  return named(tokens[0] === "import" ? importedNames(tokens) : requiredNames(tokens));
}

function importedNames(tokens: readonly string[]): string[] {
  const names: string[] = [];
  for (let i = 1; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === "from" || token === "=" || /^["'`]/.test(token)) break;
    if (!WORD.test(token)) continue;
    const next = tokens[i + 1] ?? "";
    const isModifier =
      (token === "type" || token === "typeof") &&
      (next === "{" || next === "*" || WORD.test(next)) &&
      next !== "from" &&
      next !== "as";
    if (isModifier) continue;
    if (token === "as") {
      // What was imported goes by another name here; a namespace had none before.
      if (tokens[i - 1] !== "*") names.pop();
      names.push(next);
      i++;
    } else names.push(token);
  }
  return names;
}

function requiredNames(tokens: readonly string[]): string[] {
  const names: string[] = [];
  let depth = 0;
  let isTarget = true;
  for (let i = 1; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === "=" && depth === 0) isTarget = false;
    else if ("([{".includes(token)) depth++;
    else if (")]}".includes(token)) depth--;
    else if (token === "," && depth === 0) isTarget = true;
    else if (isTarget && WORD.test(token) && tokens[i + 1] !== ":") names.push(token);
  }
  return names;
}

/** `import a.b, c as d`, `from x import (e, f as g)`, `from x import *`. */
function pythonNames(tokens: readonly string[]): ImportNames {
  // It changes how the file is read and binds nothing that is used.
  if (tokens[1] === "__future__") return NOTHING;
  const from = tokens.indexOf("import") + 1;
  const names: string[] = [];
  let isFirst = true;
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === "*") return ANYTHING;
    if (token === ",") isFirst = true;
    else if (token === "as") {
      names.pop();
      names.push(tokens[i + 1] ?? "");
      i++;
    } else if (isFirst && WORD.test(token)) {
      names.push(token);
      isFirst = false;
    }
  }
  return named(names);
}

/** A package is mostly called like the end of its path: "a/b", "a/b/v2", "gopkg.in/b.v1", "x/go-b". */
function goNames(tokens: readonly string[]): ImportNames {
  const names: string[] = [];
  for (let i = 1; i < tokens.length; i++) {
    if (!/^["`]/.test(tokens[i])) continue;
    const before = tokens[i - 1];
    if (before === "_") continue;
    if (before === ".") return ANYTHING;
    if (WORD.test(before) && before !== "import") names.push(before);
    else names.push(...packageNames(tokens[i].slice(1, -1)));
  }
  return named(names);
}

function packageNames(path: string): string[] {
  const parts = path.split("/");
  const last = /^v\d+$/.test(parts.at(-1) ?? "") ? parts.at(-2) : parts.at(-1);
  return (last ?? "").split(/[.-]/).filter((part) => WORD.test(part) && !/^v\d+$/.test(part));
}

/** `use a::{self, b as c, d::*}`, `import a.b.C`, `use A\B, C\{D, E as F}`: the ends of the paths. */
function pathNames(tokens: readonly string[]): ImportNames {
  const names: string[] = [];
  const heads: string[] = [];
  let last = "";
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1] ?? ";";
    if (token === "*") return ANYTHING;
    if (token === "{") heads.push(last);
    else if (token === "}") heads.pop();
    if (!WORD.test(token) || token === "as") continue;
    if (next === "," || next === ";" || next === "}") {
      names.push(token === "self" ? (heads.at(-1) ?? "") : token);
    }
    last = token;
  }
  return named(names.filter((name) => name !== "_"));
}

/** `using A = B.C;` binds A; any other brings all that the namespace holds. */
function csharpNames(tokens: readonly string[]): ImportNames {
  const equals = tokens.indexOf("=");
  if (equals > 0) return named([tokens[equals - 1]]);
  return tokens[0] === "extern" ? named(tokens.slice(2, 3)) : ANYTHING;
}

function named(names: readonly string[]): ImportNames {
  return { names: names.filter((name) => name !== ""), isWildcard: false };
}
