import { SherdError } from "../../core/errors.ts";
import type { Structure } from "../structure.ts";
import { codeDescriber } from "./code-describer.ts";
import { definitionWalls } from "./definition-walls.ts";
import { type GrammarLibrary, hasGrammar, packagedGrammars } from "./grammars.ts";
import { type CodeLanguage, languageEntry } from "./languages.ts";
import { NameIndex } from "./name-index.ts";
import { RULES } from "./rules.ts";
import { Scopes } from "./scopes.ts";
import { separatorStructure } from "./separator-structure.ts";
import { syntaxSeams } from "./syntax-seams.ts";
import { withSyntaxTree } from "./syntax-tree.ts";
import { type SyntaxSketch, sketchOf } from "./syntax-walk.ts";
import { yamlIndentation } from "./yaml-indentation.ts";

export interface CodeStructureOptions {
  /** Whether small neighbours may share a chunk. Otherwise each top-level definition is by itself. Default true. */
  readonly pack?: boolean | undefined;
  /** Where grammars come from; by default those that the package brings. */
  readonly grammars?: GrammarLibrary | undefined;
  /** Whether a grammar that cannot be loaded is an error. Default false: separators take its place. */
  readonly needsGrammar?: boolean | undefined;
}

/**
 * The structure of source code: seams between definitions, members, statements and what is inside them;
 * scopes for the chunks' paths; and what each chunk uses and defines. Code that is broken is parsed as
 * far as it goes; what cannot be parsed at a bearable cost is cut by its language's separators.
 */
export async function codeStructure(
  text: string,
  language: CodeLanguage,
  { pack = true, grammars = packagedGrammars, needsGrammar = false }: CodeStructureOptions = {},
): Promise<Structure> {
  if (language === "yaml") return yamlStructure(text);
  const otherwise = (): Structure => separatorStructure(text, languageEntry(language).preset);
  if (!hasGrammar(language)) return otherwise();
  try {
    const sketch = await withSyntaxTree(text, language, grammars, (parsed) =>
      withoutOpening(sketchOf(parsed.tree, parsed.grammar, parsed.text), parsed.shift),
    );
    return sketch === undefined ? otherwise() : syntaxStructure(text, language, sketch, pack);
  } catch (error) {
    const isMissing = error instanceof SherdError && error.code === "GRAMMAR_UNAVAILABLE";
    if (!isMissing || needsGrammar) throw error;
    return otherwise();
  }
}

/** Places in a text that something was put before, as places in the text itself. */
function withoutOpening(sketch: SyntaxSketch, length: number): SyntaxSketch {
  if (length === 0) return sketch;
  const shift = (position: number): number => Math.max(0, position - length);
  return {
    ...sketch,
    starts: sketch.starts.map(shift),
    ends: sketch.ends.map(shift),
    identifierStarts: sketch.identifierStarts.map(shift),
    identifierEnds: sketch.identifierEnds.map(shift),
    imports: sketch.imports.map((one) => ({ ...one, start: shift(one.start), end: shift(one.end) })),
    definitions: sketch.definitions.map((one) => ({
      ...one,
      nameAt: shift(one.nameAt),
      start: shift(one.start),
      end: shift(one.end),
      signatureEnd: shift(one.signatureEnd),
    })),
  };
}

function syntaxStructure(
  text: string,
  language: CodeLanguage,
  sketch: SyntaxSketch,
  pack: boolean,
): Structure {
  const { seams, leads } = syntaxSeams(sketch, text, RULES[language]?.lineComment);
  const scopes = new Scopes(sketch, leads, text);
  const isData = RULES[language]?.identifiers.length === 0;
  const names = isData ? undefined : new NameIndex(sketch, text, language);
  return {
    seams,
    outline: scopes.outline(),
    describe: codeDescriber(text, language, scopes, names),
    ...(pack ? {} : { walls: definitionWalls(sketch, leads, text) }),
  };
}

function yamlStructure(text: string): Structure {
  const { seams, definitions, leads } = yamlIndentation(text);
  const scopes = new Scopes({ definitions, identifierEnds: [] }, leads, text);
  return { seams, outline: scopes.outline(), describe: codeDescriber(text, "yaml", scopes) };
}
