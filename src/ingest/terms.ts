import { detectContent } from "../chunk/detect/detect-content.ts";
import { fieldTerms } from "../context/outline-fields.ts";
import type { Chunk } from "../core/chunk.ts";
import type { Document } from "../core/document.ts";
import type { FieldTerms } from "../core/store.ts";
import { detectNaturalLanguage } from "../load/natural-language.ts";
import { loadLanguages } from "../text/analysis/analyse.ts";
import { analysisLanguage } from "../text/analysis/language.ts";

export interface Analysed {
  /** Each chunk's; undefined for parents, which are read, not searched. */
  readonly terms: readonly (FieldTerms | undefined)[];
  /** What the document is analysed as. */
  readonly language: string;
}

/** The terms that chunks are found by, in their document's language. */
export async function termsOf(document: Document, chunks: readonly Chunk[]): Promise<Analysed> {
  const language = analysisLanguage(await languageOf(document));
  await loadLanguages([language]);
  return { terms: fieldTerms(document, chunks, { language }), language };
}

/** As the metadata says; loaders say it of prose. Else as the text looks, unless that is code. */
async function languageOf({ id, text, metadata }: Document): Promise<string | undefined> {
  if (typeof metadata.language === "string") return metadata.language;
  // A loader has looked already, and was not sure.
  if (metadata.format !== undefined || detectContent(text, { filename: id }).type === "code")
    return undefined;
  return detectNaturalLanguage(text);
}
