import { hasGrammar, packagedGrammars } from "./grammars.ts";
import { languageOf } from "./languages.ts";
import { withSyntaxTree } from "./syntax-tree.ts";

/** Whether code does not parse; undefined where that cannot be told: no grammar, or too much work. */
export async function hasSyntaxError(text: string, language: string): Promise<boolean | undefined> {
  const known = languageOf(language);
  if (known === undefined || !hasGrammar(known)) return undefined;
  return withSyntaxTree(text, known, packagedGrammars, ({ tree }) => tree.rootNode.hasError);
}
