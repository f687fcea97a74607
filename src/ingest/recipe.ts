import { ANALYSER_VERSION } from "../text/analysis/analyse.ts";

/** Raised when other fields are made of a chunk. */
const OUTLINE_VERSION = 1;
const ANALYSIS = ` outline@${OUTLINE_VERSION} analyser@${ANALYSER_VERSION}`;
const LANGUAGE = " language=";
const DEFAULT_LANGUAGE = "en";

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

/** The chunker's part: what is analysed anew keeps it. */
export function makerOf(recipe: string): string {
  const analysis = recipe.lastIndexOf(" outline@");
  return analysis < 0 ? recipe : recipe.slice(0, analysis);
}
