import { hashText } from "../text/hash.ts";

/**
 * What an edit of a document asks anew: the contexts of chunks whose text or section changed, or of all of its chunks.
 */
export type ContextScope = "section" | "document";
export const CONTEXT_SCOPES: readonly ContextScope[] = ["section", "document"];

export interface ContextKeyParts {
  /** The generator's id. */
  readonly model: string;
  /** Of the template, the system text and all that shapes the prompt. */
  readonly promptHash: string;
  readonly chunkHash: string;
  readonly sectionHash: string;
  readonly title: string;
  readonly outlineHash: string;
  /** With the scope `document`. */
  readonly documentHash?: string | undefined;
}

/** Names a reply: the same key needs no second call, however old the first is. */
export function contextKey(parts: ContextKeyParts): string {
  const { model, promptHash, chunkHash, sectionHash, title, outlineHash, documentHash } = parts;
  return hashText(
    JSON.stringify([
      model,
      promptHash,
      chunkHash,
      sectionHash,
      hashText(title),
      outlineHash,
      documentHash ?? "",
    ]),
  );
}
