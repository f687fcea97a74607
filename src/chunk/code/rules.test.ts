import { describe, expect, it } from "vitest";
import { hasGrammar, packagedGrammars } from "./grammars.ts";
import { CODE_LANGUAGES, type CodeLanguage } from "./languages.ts";
import { RULES } from "./rules.ts";

/** The node types a language's rules name. */
function namedTypes(language: CodeLanguage): string[] {
  return Object.values(RULES[language] ?? {}).flatMap((value: unknown) => {
    if (Array.isArray(value)) return value as string[];
    const types = (value as { types?: readonly string[] } | undefined)?.types;
    return types === undefined ? [] : [...types];
  });
}

describe("rules", () => {
  it("are there for every language with a grammar, and for no other", () => {
    expect(Object.keys(RULES).sort()).toEqual(CODE_LANGUAGES.filter(hasGrammar).sort());
  });

  it.each(Object.keys(RULES) as CodeLanguage[])(
    "name node types that the grammar of %s has",
    async (language) => {
      const { syntax } = await packagedGrammars.open(language);
      const known = new Set(syntax.types.filter((_, id) => syntax.nodeTypeIsNamed(id)));
      expect(namedTypes(language).filter((type) => !known.has(type))).toEqual([]);
    },
  );
});
