import { buildAll } from "../chunk/chunk-builder.ts";
import type { Chunk } from "../core/chunk.ts";
import type { Document, DocumentInput } from "../core/document.ts";
import { SherdError } from "../core/errors.ts";
import type { Span } from "../core/span.ts";
import { hashText } from "../text/hash.ts";

/** What a document whose chunks were given is said to be made by: no change of chunker outdates it. */
export const GIVEN = "given";
/** Between the chunks of one document; more would fill the base with blanks. */
const MOST_UNKNOWN = 1 << 24;

export function isChunk(value: unknown): value is Chunk {
  if (kindOf(value) !== "object") return false;
  const { documentId, span, text, hash } = value as Partial<Chunk>;
  return (
    typeof documentId === "string" &&
    typeof hash === "string" &&
    typeof text === "string" &&
    span !== undefined
  );
}

/** Chunks of a document, or spans of it, as chunks that are proved to be slices of its text (law 1). */
export function givenChunks(document: Document, given: readonly (Chunk | Span)[]): Chunk[] {
  if (!Array.isArray(given)) throw invalid(document.id, `chunks that are a list; got ${kindOf(given)}`);
  for (const one of given) if (isChunk(one)) checkFields(one, document.id);
  const spans = given.map((one) => (isChunk(one) ? one.span : one));
  for (const [i, span] of spans.entries()) checkSpan(document, span, given[i]);
  if (given.every(isChunk)) {
    return given.map((chunk) =>
      chunk.documentId === document.id ? chunk : { ...chunk, documentId: document.id },
    );
  }
  const cuts = spans.map(({ start, end }) => ({
    start,
    end,
    boundary: "section" as const,
    next: end,
    size: end - start,
    oversize: false,
  }));
  const sizing = { unit: "characters" as const, measure: "characters" };
  return buildAll(document, cuts, { name: GIVEN, fingerprint: GIVEN, sizing });
}

/** Of a chunk that was made elsewhere, what is read of it before anything proves it whole. */
function checkFields(chunk: Chunk, id: string): void {
  const { span, metadata, overlap, path, kind } = chunk;
  const wrong = Object.entries({ span, metadata, overlap }).find(([, value]) => kindOf(value) !== "object");
  if (wrong !== undefined)
    throw invalid(id, `chunks whose ${wrong[0]} is an object; got ${kindOf(wrong[1])}`);
  if (!Array.isArray(path)) throw invalid(id, `chunks whose path is a list; got ${kindOf(path)}`);
  if (!KINDS.has(kind))
    throw invalid(id, `chunks of kind ${[...KINDS].join(", ")}; got ${JSON.stringify(kind)}`);
}

const KINDS: ReadonlySet<unknown> = new Set<Chunk["kind"]>(["standard", "parent", "child"]);

function checkSpan({ id, text }: Document, span: Span, given: Chunk | Span): void {
  if (kindOf(span) !== "object") throw invalid(id, `chunks or spans; got ${kindOf(span)}`);
  const { start, end } = span;
  const isInside = Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start <= end;
  if (isInside && end <= text.length && (!isChunk(given) || text.slice(start, end) === given.text)) return;
  throw new SherdError(
    "INVALID_DOCUMENT",
    `A chunk of ${id} says it is the document's text from ${start} to ${end}, and is not. Give the document that was split, unchanged.`,
    { document: id, start, end },
  );
}

/**
 * The document that chunks came from, as far as they tell: what lies between them was white space (law 2) and
 * is filled with line breaks, so that every span still holds.
 */
export function documentOf(chunks: readonly Chunk[]): Document {
  const [{ documentId, metadata }] = chunks;
  for (const chunk of chunks) checkFields(chunk, documentId);
  const ordered = chunks.toSorted((a, b) => a.span.start - b.span.start);
  const parts: string[] = [];
  let length = 0;
  let unknown = 0;
  for (const { span, text } of ordered) {
    if (span.end <= length) continue;
    if (span.start > length) {
      unknown += span.start - length;
      if (unknown > MOST_UNKNOWN) throw tooSparse(documentId, unknown);
      parts.push("\n".repeat(span.start - length));
      length = span.start;
    }
    parts.push(text.slice(length - span.start));
    length = span.end;
  }
  const { chunk: _chunk, totalChunks: _total, chunker: _chunker, ...own } = metadata;
  return identified({ id: documentId, text: parts.join(""), metadata: own });
}

function tooSparse(id: string, unknown: number): SherdError {
  return new SherdError(
    "INVALID_DOCUMENT",
    `The chunks of ${id} leave out ${unknown} characters of it. Give the document too: { document, chunks }.`,
    { document: id, unknown },
  );
}

/** The caller's id, else the text's hash. */
export function identified(input: DocumentInput): Document {
  if (kindOf(input) !== "object") throw invalid(undefined, `to be an object; got ${kindOf(input)}`);
  const { id, text, metadata = {}, outline } = input;
  if (typeof text !== "string") throw invalid(id, `a text that is a string; got ${kindOf(text)}`);
  // Stored as UTF-8, two ids with lone surrogates could become one.
  if (id !== undefined && (typeof id !== "string" || id === "" || !id.isWellFormed()))
    throw invalid(
      id,
      `an id that is a string with something in it and no lone surrogates; got ${JSON.stringify(id)}`,
    );
  if (kindOf(metadata) !== "object") throw invalid(id, `metadata that is an object; got ${kindOf(metadata)}`);
  if (outline !== undefined && !Array.isArray(outline))
    throw invalid(id, `an outline that is a list; got ${kindOf(outline)}`);
  return {
    id: id ?? hashText(text),
    text,
    metadata,
    ...(outline === undefined ? {} : { outline }),
  };
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
}

function invalid(id: unknown, needs: string): SherdError {
  const name = typeof id === "string" && id !== "" ? `The document ${id}` : "A document";
  return new SherdError("INVALID_DOCUMENT", `${name} needs ${needs}.`, { document: id });
}
