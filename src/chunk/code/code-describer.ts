import type { Span } from "../../core/span.ts";
import { LineIndex } from "../../text/lines.ts";
import { skipWhitespace, skipWhitespaceBack } from "../../text/whitespace.ts";
import type { Description } from "../structure.ts";
import type { CodeLanguage } from "./languages.ts";
import type { NameIndex } from "./name-index.ts";
import type { Scopes } from "./scopes.ts";

/** What a chunk of code says about itself. */
export interface CodeDescription extends Description {
  /** The scopes that hold all of it, from the outside in. */
  readonly path: readonly string[];
}

/** Describes any span of a text, in any order. Data names nothing, and has no index of names. */
export function codeDescriber(
  text: string,
  language: CodeLanguage,
  scopes: Scopes,
  names?: NameIndex,
): (span: Span) => CodeDescription {
  const lines = new LineIndex(text);
  return ({ start, end }) => {
    const first = Math.min(skipWhitespace(text, start, end), end);
    // Blank space around a chunk is in no scope.
    const bare = { start: first, end: Math.max(first, skipWhitespaceBack(text, end, first)) };
    const needs = names?.needsOf(bare, scopes.around(bare.start));
    const context = scopes.contextOf(bare);
    return {
      path: scopes.pathOf(bare),
      code: {
        language,
        imports: needs?.imports.map((one) => text.slice(one.start, one.end).trimEnd()) ?? [],
        globalDeps: needs?.globalDeps ?? [],
        defines: names?.definedIn(bare) ?? [],
        startLine: lines.positionAt(bare.start).line,
        endLine: lines.positionAt(Math.max(bare.start, bare.end - 1)).line,
      },
      ...(context === undefined ? {} : { context }),
    };
  };
}
