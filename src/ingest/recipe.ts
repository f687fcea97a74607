import { ANALYSER_VERSION } from "../text/analysis/analyse.ts";

/** Raised when other fields are made of a chunk. */
const OUTLINE_VERSION = 1;
const ANALYSIS = ` outline@${OUTLINE_VERSION} analyser@${ANALYSER_VERSION}`;
const LANGUAGE = " language=";
const DEFAULT_LANGUAGE = "en";
/** Generated contexts: a name for model and prompt, and whether some are missing. */
const CONTEXT = / context=([0-9a-f]+)(\+failed)?(\+skipped)?(?= outline@|$)/;

/** What made a document's entries: the chunker, or that they were given, and the analysis. */
export function recipeOf(maker: string): string {
  return maker + ANALYSIS;
}

/** The language a document was analysed in is its own, and no reason to make it again: it is named beside the rest. */
export function withLanguage(recipe: string, language: string): string {
  return withoutLanguage(recipe) + (language === DEFAULT_LANGUAGE ? "" : LANGUAGE + language);
}

export function withoutLanguage(recipe: string): string {
  const at = recipe.lastIndexOf(LANGUAGE);
  return at < 0 ? recipe : recipe.slice(0, at);
}

export function languageIn(recipe: string): string {
  const at = recipe.lastIndexOf(LANGUAGE);
  return at < 0 ? DEFAULT_LANGUAGE : recipe.slice(at + LANGUAGE.length);
}

/** The chunker's part, and the contexts': what is analysed anew keeps them. */
export function makerOf(recipe: string): string {
  const analysis = recipe.lastIndexOf(" outline@");
  return analysis < 0 ? recipe : recipe.slice(0, analysis);
}

/** Contexts that a model wrote. */
export interface ContextRecipe {
  /** Of the model and the prompt. */
  readonly name: string;
  /** Whether some chunks have none, because it failed or because it was not asked for. */
  readonly hasFailed: boolean;
  readonly hasSkipped: boolean;
}

export function contextsIn(recipe: string): ContextRecipe | undefined {
  const found = CONTEXT.exec(recipe);
  if (found === null) return undefined;
  return { name: found[1], hasFailed: found[2] !== undefined, hasSkipped: found[3] !== undefined };
}

export function withContexts(recipe: string, { name, hasFailed, hasSkipped }: ContextRecipe): string {
  const bare = withoutContexts(recipe);
  const maker = makerOf(bare);
  const gaps = `${hasFailed ? "+failed" : ""}${hasSkipped ? "+skipped" : ""}`;
  return `${maker} context=${name}${gaps}${bare.slice(maker.length)}`;
}

export function withoutContexts(recipe: string): string {
  return recipe.replace(CONTEXT, "");
}

/** What documents are to be made by now. */
export interface WantedRecipe {
  /** Without contexts, as that of documents whose chunks are given. */
  readonly recipe: string;
  readonly givenRecipe: string;
  /** Contexts of this name; null: none; undefined: whichever there are. */
  readonly contexts?: string | null | undefined;
}

/** Whether another chunker or analyser made a document, or it has contexts that are not wanted. */
export function isOutdated(made: string, own: string, { contexts }: Pick<WantedRecipe, "contexts">): boolean {
  const isOther = withoutContexts(withoutLanguage(made)) !== own;
  return isOther || (contexts === null && contextsIn(made) !== undefined);
}

/** Which of a document's contexts are to be written, though its text is unchanged. */
export type MissingContexts = "all" | "skipped" | "failed";

/**
 * All where another model or prompt wrote them; those that were not asked for. What failed is asked for again only
 * where that is wished, and then nothing else is.
 */
export function missingContexts(
  made: string,
  { contexts }: Pick<WantedRecipe, "contexts">,
  retryFailed: boolean,
): MissingContexts | undefined {
  if (typeof contexts !== "string") return undefined;
  const there = contextsIn(made);
  if (retryFailed) return there?.hasFailed || there?.hasSkipped ? "failed" : undefined;
  if (there?.name !== contexts) return "all";
  return there.hasSkipped ? "skipped" : undefined;
}
