import type { ExportedDocument, ExportHead } from "./export-lines.ts";

/**
 * A checksum proves that an export is as it was written, not that Sherd wrote it. Each function names the first part
 * that is not what it must be, so that nothing behind it meets a value of another kind.
 */
export function faultInHead({ embedder }: Loose<ExportHead>): string | undefined {
  return embedder === undefined || (isName(embedder) && embedder !== "") ? undefined : "embedder";
}

export function faultInDocument(value: Loose<ExportedDocument>): string | undefined {
  const { document, chunks, vectors } = value;
  if (!isObject(document)) return "document";
  const { id, text, hash, recipe, metadata, title, file, outline } = document;
  if (!isName(id) || id === "") return "document.id";
  if (typeof text !== "string") return "document.text";
  const wrong = firstWrong({
    hash: isName(hash),
    recipe: isName(recipe),
    metadata: isObject(metadata),
    title: title === undefined || typeof title === "string",
    file: file === undefined || isFile(file),
    outline: outline === undefined || isListOf(outline, isSection),
  });
  if (wrong !== undefined) return `document.${wrong}`;
  if (!Array.isArray(chunks)) return "chunks";
  for (const [i, chunk] of chunks.entries()) {
    const fault = faultInChunk(chunk, text.length);
    if (fault !== undefined) return `chunks[${i}]${fault}`;
  }
  if (!isObject(vectors)) return "vectors";
  const key = Object.keys(vectors).find((name) => !isVector(vectors[name]));
  return key === undefined ? undefined : `vectors[${JSON.stringify(key)}]`;
}

function faultInChunk(chunk: unknown, length: number): string | undefined {
  if (!isObject(chunk)) return "";
  const { span, overlap, code, context } = chunk;
  const wrong = firstWrong({
    id: isName(chunk.id),
    index: Number.isSafeInteger(chunk.index),
    span: isSpan(span) && 0 <= span.start && span.start <= span.end && span.end <= length,
    overlap: isObject(overlap) && Number.isSafeInteger(overlap.before) && Number.isSafeInteger(overlap.after),
    boundary: typeof chunk.boundary === "string",
    kind: chunk.kind === "standard" || chunk.kind === "parent" || chunk.kind === "child",
    parentId: chunk.parentId === undefined || isName(chunk.parentId),
    childIds: chunk.childIds === undefined || isListOf(chunk.childIds, isString),
    path: isListOf(chunk.path, isString),
    tokens: Number.isFinite(chunk.tokens),
    hash: isName(chunk.hash),
    metadata: isObject(chunk.metadata),
    code: code === undefined || (isObject(code) && isListOf(code.defines, isString)),
    context: context === undefined || isContext(context),
  });
  return wrong === undefined ? undefined : `.${wrong}`;
}

/** The fields of a type, each of any kind. */
type Loose<T> = { readonly [Key in keyof T]?: unknown };
type Fields = Readonly<Record<string, unknown>>;

function firstWrong(checks: Readonly<Record<string, boolean>>): string | undefined {
  return Object.keys(checks).find((name) => !checks[name]);
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

/** What the store keeps as UTF-8, which has no lone surrogates. */
function isName(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed();
}

function isListOf(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

function isSpan(value: unknown): value is { start: number; end: number } {
  return isObject(value) && Number.isSafeInteger(value.start) && Number.isSafeInteger(value.end);
}

function isFile(value: unknown): boolean {
  return (
    isObject(value) && isString(value.path) && Number.isFinite(value.bytes) && Number.isFinite(value.modified)
  );
}

function isSection(value: unknown): boolean {
  return (
    isObject(value) &&
    isString(value.kind) &&
    isString(value.title) &&
    Number.isFinite(value.level) &&
    isSpan(value.span)
  );
}

function isContext(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { text, status, questions = [], keywords = [] } = value;
  return isString(text) && isString(status) && isListOf(questions, isString) && isListOf(keywords, isString);
}

/** Base64 of at least one 32-bit float, with its padding. */
function isVector(value: unknown): boolean {
  if (!isString(value) || value.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return false;
  return Buffer.byteLength(value, "base64") % 4 === 0;
}
