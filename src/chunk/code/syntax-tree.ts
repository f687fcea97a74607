import type { Tree } from "web-tree-sitter";
import type { Grammar, GrammarLibrary } from "./grammars.ts";
import { isNestedTooDeep } from "./html-nesting.ts";
import type { CodeLanguage } from "./languages.ts";
import { parseBounded } from "./parse-bounded.ts";
import { ParserAbort } from "./runtime.ts";

/** A text as it was parsed. */
export interface ParsedText {
  readonly tree: Tree;
  readonly grammar: Grammar;
  /** The text, with an opening put before it if it lacked one that its grammar needs. */
  readonly text: string;
  /** The length of that opening: places in the tree are that much further on than in the text. */
  readonly shift: number;
}

/**
 * Parses a text and hands the tree to `read`, which must not keep it. Gives undefined if parsing takes too
 * much work or breaks the parser, which is then replaced; throws `GRAMMAR_UNAVAILABLE` if there is none.
 */
export async function withSyntaxTree<T>(
  text: string,
  language: CodeLanguage,
  grammars: GrammarLibrary,
  read: (parsed: ParsedText) => T,
): Promise<T | undefined> {
  if (language === "html" && isNestedTooDeep(text)) return undefined;
  for (;;) {
    const grammar = await grammars.open(language);
    const { runtime } = grammar;
    // Another text may have broken it since.
    if (runtime.retired) continue;
    const isFresh = runtime.parses === 0;
    try {
      return readTree(text, grammar, read);
    } catch (error) {
      runtime.retire();
      if (!isTrap(error)) throw error;
      // An earlier text may have done the damage, but not in a runtime that had none.
      if (isFresh || !runtime.replaceable) return undefined;
    }
  }
}

function readTree<T>(text: string, grammar: Grammar, read: (parsed: ParsedText) => T): T | undefined {
  const { runtime, rules } = grammar;
  const opening = rules.opening !== undefined && !rules.opening.unless.test(text) ? rules.opening.text : "";
  runtime.parses++;
  const tree = parseBounded(grammar, opening + text);
  try {
    return tree === undefined
      ? undefined
      : read({ tree, grammar, text: opening + text, shift: opening.length });
  } finally {
    tree?.delete();
    runtime.rest();
  }
}

/** Whether the parser itself failed: a trap, a full memory or a full stack. */
function isTrap(error: unknown): boolean {
  return (
    error instanceof ParserAbort || (error instanceof Error && /^(?:Runtime|Range)Error$/.test(error.name))
  );
}
