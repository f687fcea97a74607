import { buildAll } from "../chunk/chunk-builder.ts";
import type { Chunk } from "../core/chunk.ts";
import type { DocumentInput, Metadata } from "../core/document.ts";
import { SherdError } from "../core/errors.ts";
import { skipWhitespace } from "../text/whitespace.ts";

/** What other libraries' splitters give: texts, or objects with one under either name. */
export type ForeignChunk =
  | string
  | { readonly text: string; readonly metadata?: Metadata | undefined }
  | { readonly pageContent: string; readonly metadata?: Metadata | undefined };

/** Any object with `splitDocuments`. Documents are given with their text under both usual names. */
export interface ForeignChunker {
  splitDocuments(
    documents: (DocumentInput & { readonly pageContent: string; readonly metadata: Metadata })[],
  ): Iterable<ForeignChunk> | Promise<Iterable<ForeignChunk>>;
  readonly name?: string | undefined;
  readonly fingerprint?: string | undefined;
}

const SHOWN = 60;

/**
 * A foreign splitter's chunks at their places in the document: each is looked for from the one before on, first where
 * that one ended, since a text may stand in a document twice. Linear: no part of the document is searched again.
 */
export function alignForeignChunks(
  document: DocumentInput,
  foreign: Iterable<ForeignChunk>,
  maker: { readonly name: string; readonly fingerprint: string },
): Chunk[] {
  const { text } = document;
  const cuts: {
    start: number;
    end: number;
    boundary: "section";
    next: number;
    size: number;
    oversize: boolean;
  }[] = [];
  const metadata: Metadata[] = [];
  const startAhead = startFinder(text);
  let from = 0;
  let end = 0;
  let number = 0;
  for (const one of foreign) {
    const piece = textOf(one, number++);
    if (piece === "") continue;
    const start = startAhead(piece, end) ?? text.indexOf(piece, from);
    if (start < 0) throw unaligned(document, piece, number, from);
    end = start + piece.length;
    from = start + 1;
    cuts.push({ start, end, boundary: "section", next: end, size: piece.length, oversize: false });
    metadata.push(metadataOf(one));
  }
  const sizing = { unit: "characters" as const, measure: "characters" };
  return buildAll(document, cuts, { ...maker, sizing }).map((chunk, i) => ({
    ...chunk,
    metadata: { ...metadata[i], ...chunk.metadata },
  }));
}

/** Looks for a chunk where the one before ended, blanks skipped as far as it does not begin with them itself. */
function startFinder(text: string): (piece: string, end: number) => number | undefined {
  // Chunks that overlap may end in one run of blanks many times: it is passed only once.
  let blanks = { start: 0, end: 0 };
  return (piece, end) => {
    if (text.startsWith(piece, end)) return end;
    if (end < blanks.start || end > blanks.end)
      blanks = { start: end, end: skipWhitespace(text, end, text.length) };
    const start = blanks.end - skipWhitespace(piece, 0, piece.length);
    return start >= end && text.startsWith(piece, start) ? start : undefined;
  };
}

function textOf(one: ForeignChunk, index: number): string {
  const text =
    typeof one === "string" ? one : one !== null && typeof one === "object" ? ownText(one) : undefined;
  if (typeof text === "string") return text;
  throw new SherdError(
    "INVALID_DOCUMENT",
    `Chunk ${index} of the wrapped splitter must be a string or an object with text or pageContent; got ${one === null ? "null" : typeof one}.`,
    { index },
  );
}

function ownText(one: Exclude<ForeignChunk, string>): unknown {
  return "text" in one ? one.text : "pageContent" in one ? one.pageContent : undefined;
}

function metadataOf(one: ForeignChunk): Metadata {
  const metadata = typeof one === "string" ? undefined : one.metadata;
  return typeof metadata === "object" && metadata !== null ? metadata : {};
}

function unaligned({ id }: DocumentInput, piece: string, number: number, from: number): SherdError {
  const shown = JSON.stringify(piece.length > SHOWN ? `${piece.slice(0, SHOWN)}…` : piece);
  return new SherdError(
    "FOREIGN_CHUNK_UNALIGNED",
    `Chunk ${number} of the wrapped splitter, ${shown}, does not stand in ${id ?? "the document"} from character ${from} on. ` +
      "A wrapped splitter must give pieces of the text, unchanged and in order; turn off what it adds or normalises.",
    { document: id, chunk: number - 1, from },
  );
}
