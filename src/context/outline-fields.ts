import { detectContent } from "../chunk/detect/detect-content.ts";
import type { Chunk, Context } from "../core/chunk.ts";
import type { Document } from "../core/document.ts";
import { type FieldTerms, WORD_FIELDS, type WordField } from "../core/store.ts";
import { analyse } from "../text/analysis/analyse.ts";
import { declaredNames } from "./declared-names.ts";

/** The texts a chunk is found by, beside and with its own. Fields without text are absent. */
export type FieldTexts = Readonly<Partial<Record<WordField, string>>>;

/** Between parts of one field, so that words of two never form a phrase. */
const BETWEEN = "\n";
const LONGEST_CONTEXT = 8_000;

/**
 * What a chunk lost when it was cut out of its document, as fields of their own: headings or scopes, the
 * document's title and file name, the names it defines, generated context. Nothing is glued to its text (law 8).
 * A document's own words need no field: the document is scored by them as a whole.
 */
export function outlineFields(document: Document, chunks: readonly Chunk[]): (FieldTexts | undefined)[] {
  const title = titleOf(document);
  let isCode: boolean | undefined;
  return chunks.map((chunk) => {
    if (chunk.kind === "parent") return undefined;
    const { code, context, path, text } = chunk;
    let names = code?.defines;
    if (names === undefined) {
      isCode ??= looksLikeCode(document, chunk);
      if (isCode) names = declaredNames(text);
    }
    return filled({
      text,
      path: joined(path),
      title,
      names: joined(names),
      keywords: joined(context?.keywords),
      context: situating(context).join(BETWEEN),
      questions: joined(context?.questions),
    });
  });
}

/**
 * The same, analysed: what a store keeps. Undefined for parents, which are read and not searched. The language must be
 * loaded; without one, English.
 */
export function fieldTerms(
  document: Document,
  chunks: readonly Chunk[],
  { language }: { readonly language?: string | undefined } = {},
): (FieldTerms | undefined)[] {
  // Neighbours share titles and paths: each is analysed once.
  const known = new Map<string, readonly string[]>();
  const terms = (text: string): readonly string[] => {
    const ready = known.get(text);
    if (ready !== undefined) return ready;
    const made = analyse(text, { language });
    known.set(text, made);
    return made;
  };
  return outlineFields(document, chunks).map((fields) => {
    if (fields === undefined) return undefined;
    const analysed: Partial<Record<WordField, readonly string[]>> = {
      text: analyse(fields.text ?? "", { language }),
    };
    for (const field of WORD_FIELDS) {
      const value = field === "text" ? undefined : fields[field];
      if (value !== undefined) analysed[field] = terms(value);
    }
    return analysed;
  });
}

/**
 * What stands for a chunk when it is embedded: its text, after its generated context where it has one. Headings
 * and titles stay out: the same lines before many chunks draw their vectors together (DESIGN: measured).
 */
export function embeddingText({ text, context }: Pick<Chunk, "text" | "context">): string {
  return [...situating(context), text].join("\n\n");
}

/** What was generated, and what the chunker gave; what stands in for a generated text that failed is not searched. */
function situating(context: Context | undefined): string[] {
  if (context === undefined) return [];
  const { status, text, given = "" } = context;
  return [status === "ok" ? text : "", given].filter((part) => part !== "");
}

/** The title, and the words of the path: "src/auth/token-store.ts" is about tokens. */
function titleOf({ id, metadata }: Document): string | undefined {
  const { title, path, source } = metadata;
  // An id that is a path is relative to the folder that was indexed; a source may begin with someone's home.
  const place = [id, path, source].find((one) => typeof one === "string" && /[./\\]/.test(one));
  return joined([title, place].filter((part): part is string => typeof part === "string"));
}

/** As the loader said, or the chunker; else as it looks. */
export function looksLikeCode(
  { text, metadata }: Pick<Document, "text" | "metadata">,
  chunk: Chunk | undefined,
): boolean {
  const { contentType = chunk?.metadata.contentType, path } = metadata;
  if (typeof contentType === "string") return contentType === "code";
  return detectContent(text, typeof path === "string" ? { filename: path } : {}).type === "code";
}

function joined(parts: readonly string[] | undefined): string | undefined {
  const text = parts?.join(BETWEEN);
  return text === "" ? undefined : text?.slice(0, LONGEST_CONTEXT);
}

function filled(fields: Partial<Record<WordField, string | undefined>>): FieldTexts {
  const texts: Partial<Record<WordField, string>> = {};
  for (const field of WORD_FIELDS) {
    const value = fields[field];
    if (value !== undefined && value !== "") texts[field] = value;
  }
  return texts;
}
