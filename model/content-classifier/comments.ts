import type { ContentClass } from "../../src/chunk/detect/content.ts";

interface Syntax {
  readonly line: readonly string[];
  readonly block: readonly (readonly [open: string, close: string])[];
}

const C: Syntax = { line: ["//"], block: [["/*", "*/"]] };
const HASH: Syntax = { line: ["#"], block: [] };
const TAGS: Syntax = { line: [], block: [["<!--", "-->"]] };

const SYNTAX: Partial<Record<ContentClass, Syntax>> = {
  c: C,
  cpp: C,
  csharp: C,
  css: C,
  go: C,
  java: C,
  javascript: C,
  kotlin: C,
  objectivec: C,
  rust: C,
  scala: C,
  swift: C,
  tsx: C,
  typescript: C,
  php: { line: ["//", "#"], block: C.block },
  python: {
    line: ["#"],
    block: [
      ['"""', '"""'],
      ["'''", "'''"],
    ],
  },
  bash: HASH,
  perl: {
    line: ["#"],
    block: [
      ["=head", "=cut"],
      ["=pod", "=cut"],
      ["=item", "=cut"],
      ["=over", "=cut"],
    ],
  },
  r: HASH,
  ruby: { line: ["#"], block: [["=begin", "=end"]] },
  toml: HASH,
  yaml: HASH,
  ini: { line: ["#", ";"], block: [] },
  lua: { line: ["--"], block: [["--[[", "]]"]] },
  sql: { line: ["--"], block: C.block },
  haskell: { line: ["--"], block: [["{-", "-}"]] },
  latex: { line: ["%"], block: [] },
  html: TAGS,
  xml: TAGS,
  other: {
    line: ["#", ";", "%", "//", "!", "*"],
    block: [
      ["(*", "*)"],
      ["/*", "*/"],
      ['"""', '"""'],
    ],
  },
};

/** Which lines are nothing but comment: they read as prose and say nothing about the language. */
export function commentLines(lines: readonly string[], label: ContentClass): boolean[] {
  const syntax = SYNTAX[label];
  if (syntax === undefined) return lines.map(() => false);
  let closing: string | undefined;
  return lines.map((raw) => {
    const line = raw.trim();
    if (closing !== undefined) {
      if (line.includes(closing)) closing = undefined;
      return true;
    }
    for (const [open, close] of syntax.block) {
      if (!line.startsWith(open)) continue;
      if (!line.slice(open.length).includes(close)) closing = close;
      return true;
    }
    return syntax.line.some((mark) => line.startsWith(mark)) && !line.startsWith("#!");
  });
}
