import { crc32 } from "node:zlib";
import type { Metadata, Section } from "../../core/document.ts";
import { SherdError } from "../../core/errors.ts";
import type { DocumentRecord, Entry, StoredDocument } from "../../core/store.ts";
import { type ChunkRow, chunkRows, inOrder } from "./chunk-rows.ts";
import type { Connection, Row } from "./connection.ts";
import { decodePiece, firstPlace, type TextPiece, textPieces } from "./text-pieces.ts";

/** A document and its chunks, in the order of their numbers, ready to be written. */
export interface PreparedDocument {
  readonly document: StoredDocument;
  readonly entries: readonly Entry[];
  readonly rows: readonly ChunkRow[];
  readonly shared: string;
  readonly pieces: readonly TextPiece[];
  readonly texts: {
    readonly title: string | null;
    readonly metadata: string;
    readonly file: string | null;
    readonly outline: string | null;
  };
}

/** All that can be refused is refused here, before anything is written. */
export function prepareDocument(document: StoredDocument, given: readonly Entry[]): PreparedDocument {
  for (const name of ["id", "hash", "recipe"] as const) checkName(document, name, document[name]);
  const entries = inOrder(given);
  for (const { chunk } of entries) {
    checkName(document, "chunk.id", chunk.id);
    checkSlice(document, chunk);
  }
  const { metadata, outline, title, file } = document;
  try {
    const { rows, shared } = chunkRows(
      entries.map(({ chunk }) => chunk),
      (place) => isSearched(entries[place]),
      metadata,
    );
    return {
      document,
      entries,
      rows,
      shared: JSON.stringify(shared),
      pieces: [...textPieces(document.text)],
      texts: {
        title: title === undefined ? null : JSON.stringify(title),
        metadata: JSON.stringify(metadata),
        file: file === undefined ? null : JSON.stringify(file),
        outline: outline === undefined ? null : JSON.stringify(outline),
      },
    };
  } catch (error) {
    throw new SherdError(
      "INVALID_DOCUMENT",
      `Document ${JSON.stringify(document.id)} has metadata that is not JSON (${error instanceof Error ? error.message : error}). Use strings, numbers, booleans, lists and plain objects.`,
      { document: document.id },
      { cause: error },
    );
  }
}

export function isSearched({ terms, vectors }: Entry): boolean {
  return terms !== undefined || (vectors !== undefined && vectors.length > 0);
}

/** SQLite keeps text as UTF-8, which has no lone surrogates: two such names could become one. */
function checkName(document: StoredDocument, field: string, value: unknown): void {
  if (typeof value === "string" && value.isWellFormed()) return;
  throw new SherdError(
    "INVALID_DOCUMENT",
    `${field} of document ${JSON.stringify(document.id)} must be a string without lone surrogates; got ${JSON.stringify(value)}.`,
    { document: document.id, field, value },
  );
}

function checkSlice({ id, text }: StoredDocument, { span, ...chunk }: Entry["chunk"]): void {
  if (chunk.text === text.slice(span.start, span.end)) return;
  throw new SherdError(
    "CHUNK_MISMATCH",
    `Chunk ${chunk.id} is not characters ${span.start} to ${span.end} of document ${JSON.stringify(id)}. Split the text that is stored.`,
    { document: id, chunk: chunk.id, span },
  );
}

/** Writes rows and text; the numbers were taken before. */
export function writeDocument(
  connection: Connection,
  space: number,
  number: number,
  first: number,
  stored: number,
  prepared: PreparedDocument,
): void {
  const { document, entries, rows, shared, pieces, texts } = prepared;
  let place = firstPlace(number);
  for (const { form, data } of pieces) {
    connection.run("INSERT INTO texts (place, form, data) VALUES (?, ?, ?)", place++, form, data);
  }
  rows.forEach((row, i) => {
    connection.run(INSERT_CHUNK, first + i, number, ...row);
  });
  const searched = entries.filter(isSearched);
  connection.run(
    `INSERT INTO documents (number, space, id, hash, recipe, title, metadata, file, length, first, chunks, parents,
       searched, vectors, tokens, stored, shared, checksum, outline)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    number,
    space,
    document.id,
    document.hash,
    document.recipe,
    texts.title,
    texts.metadata,
    texts.file,
    document.text.length,
    first,
    rows.length,
    entries.filter(({ chunk }) => chunk.kind === "parent").length,
    searched.length,
    searched.reduce((sum, { vectors }) => sum + (vectors?.length ?? 0), 0),
    entries.reduce((sum, { chunk }) => sum + (chunk.kind === "parent" ? 0 : chunk.tokens), 0),
    stored,
    shared,
    checksumOf(texts, shared, rows, pieces),
    texts.outline,
  );
}

const INSERT_CHUNK = `
  INSERT INTO chunks (number, document, id, chunk_type, parent_chunk_id, "index", start, "end", before, after,
    boundary, tokens, searched, path, hash, rest)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const SEARCHED = 10;

/** Over all that is stored of a document but its numbers, so that a flipped bit in any of it is found. */
export function checksumOf(
  texts: PreparedDocument["texts"],
  shared: string,
  rows: readonly ChunkRow[],
  pieces: readonly TextPiece[],
): number {
  let sum = crc32(JSON.stringify([texts.title, texts.metadata, texts.file, texts.outline, shared]));
  for (const row of rows) {
    const line = row.map((value, column) => {
      if (column === SEARCHED) return ""; // says what is in the index, which can be dropped and made again
      return value instanceof Uint8Array ? latin1(value) : value;
    });
    sum = crc32(line.join("\0"), sum);
  }
  for (const { form, data } of pieces) sum = crc32(data, crc32(String(form), sum));
  return sum;
}

function latin1({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString("latin1");
}

export const RECORD_COLUMNS = "id, hash, recipe, title, metadata, file, length, chunks, tokens, stored";

export function recordOf(row: Row): DocumentRecord {
  return {
    ...headOf(row),
    length: row.length as number,
    chunks: row.chunks as number,
    tokens: row.tokens as number,
    stored: row.stored as number,
  };
}

/** Undefined where there is no such document. */
export function readDocument(connection: Connection, space: number, id: string): StoredDocument | undefined {
  const row = connection.get(
    `SELECT number, outline, ${RECORD_COLUMNS} FROM documents WHERE space = ? AND id = ?`,
    space,
    id,
  );
  if (row === undefined) return undefined;
  const outline = row.outline as string | null;
  return {
    ...headOf(row),
    text: readPieces(connection, Number(row.number)).map(decodePiece).join(""),
    ...(outline === null ? {} : { outline: JSON.parse(outline) as Section[] }),
  };
}

export function readPieces(connection: Connection, document: number): TextPiece[] {
  const first = firstPlace(document);
  const rows = connection.all(
    "SELECT form, data FROM texts WHERE place >= ? AND place < ? ORDER BY place",
    first,
    firstPlace(document + 1),
  );
  return rows as unknown as TextPiece[];
}

function headOf(row: Row): Omit<StoredDocument, "text" | "outline"> {
  const title = row.title as string | null;
  const file = row.file as string | null;
  return {
    id: row.id as string,
    hash: row.hash as string,
    recipe: row.recipe as string,
    metadata: JSON.parse(row.metadata as string) as Metadata,
    ...(title === null ? {} : { title: JSON.parse(title) as string }),
    ...(file === null ? {} : { file: JSON.parse(file) as NonNullable<StoredDocument["file"]> }),
  };
}
