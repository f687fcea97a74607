import type { DocumentInput } from "../core/document.ts";
import { lazily } from "../text/lazily.ts";

/** What a document's text is written in. */
export type ContentType = (typeof CONTENT_TYPES)[number];

const CONTENT_TYPES = [
  "text",
  "markdown",
  "html",
  "latex",
  "code",
  "json",
  "yaml",
  "toml",
  "csv",
  "sheet",
  "mixed",
] as const;

export interface DocumentContent {
  readonly type: ContentType;
  /** Of code: its programming language. */
  readonly language?: string | undefined;
}

/** Most of what it weighs is the classifier, which a document with a name never needs. */
const loadDetector = lazily(() => import("./detect/detect-content.ts"));

/** What a document is: as its loader said, else as its name and its text tell. */
export async function documentContent({ id, text, metadata = {} }: DocumentInput): Promise<DocumentContent> {
  const { source, type: fileType, format, codeLanguage } = metadata;
  const language = typeof codeLanguage === "string" ? codeLanguage : undefined;
  const known = CONTENT_TYPES.find((type) => type === format);
  // A loader that had no more to go by than bytes that are text leaves the question open.
  const isOpen = (known === "text" && fileType === "text") || (known === "code" && language === undefined);
  if (known !== undefined && !isOpen) return { type: known, language };
  const filename = typeof source === "string" ? source : id;
  const { detectContent } = await loadDetector();
  const { type, language: detected } = detectContent(text, { filename });
  return { type, language: language ?? detected };
}
