import type { ChunkRow } from "./chunk-rows.ts";
import type { Connection, Row } from "./connection.ts";
import { checksumOf, readPieces } from "./document-rows.ts";
import { type Check, type Finding, UNINDEXED } from "./findings.ts";
import { decodePiece, MOST_PIECES, type TextPiece } from "./text-pieces.ts";

const PAGE = 64;

/** SQLite's own check of its pages, tables and indexes. */
export function* checkFile(connection: Connection): Check {
  for (const row of connection.all("PRAGMA integrity_check(100)")) {
    if (row.integrity_check === "ok") continue;
    yield {
      kind: "file",
      message: `The file is damaged: ${row.integrity_check}.`,
      remedy: { type: "reindex-tables" },
    };
  }
  yield;
  const [broken] = connection.all("PRAGMA foreign_key_check");
  if (broken !== undefined) yield orphans(`rows of ${broken.table} that belong to nothing`);
  yield;
}

/** Rows that no document leads to. */
export function* checkOrphans(connection: Connection): Check {
  const chunks = connection.get(
    `SELECT count(*) AS count FROM chunks LEFT JOIN documents ON documents.number = chunks.document
     WHERE documents.number IS NULL OR chunks.number < documents.first
       OR chunks.number >= documents.first + documents.chunks`,
  );
  if (chunks?.count !== 0) yield orphans(`${chunks?.count} chunks that no document has`);
  yield;
  const texts = connection.get(
    `SELECT count(*) AS count FROM texts WHERE place / ${MOST_PIECES} NOT IN (SELECT number FROM documents)`,
  );
  if (texts?.count !== 0) yield orphans(`${texts?.count} pieces of text that no document has`);
  yield;
  const vectors = connection.get(
    "SELECT count(*) AS count FROM exact_vectors WHERE number NOT IN (SELECT number FROM chunks)",
  );
  if (vectors?.count !== 0) yield orphans(`exact vectors of ${vectors?.count} chunks that are not there`);
  yield;
}

function orphans(what: string): Finding {
  return { kind: "orphan", message: `There are ${what}.`, remedy: { type: "drop-orphans" } };
}

/** Each document's text and rows against its checksum, and its chunks against its text (law 1). */
export function* checkDocuments(connection: Connection): Check {
  for (let last = 0; ; ) {
    const page = connection.all(
      `SELECT number, space, id, recipe, title, metadata, file, length, first, chunks, searched, shared, checksum, outline
       FROM documents WHERE number > ? ORDER BY number LIMIT ${PAGE}`,
      last,
    );
    if (page.length === 0) return;
    for (const row of page) yield* checkDocument(connection, row);
    last = Number(page[page.length - 1].number);
    yield;
  }
}

function* checkDocument(connection: Connection, row: Row): Check {
  const id = row.id as string;
  const number = Number(row.number);
  const space = Number(row.space);
  const fault = faultOf(connection, row);
  if (fault !== undefined) {
    yield {
      kind: "document",
      message: `Document ${JSON.stringify(id)}: ${fault}.`,
      space,
      document: id,
      remedy: { type: "read-again", number },
    };
  } else if ((row.recipe as string).endsWith(UNINDEXED)) {
    yield {
      kind: "unindexed",
      message: `Document ${JSON.stringify(id)} is not searched: its words and vectors were damaged and dropped.`,
      space,
      document: id,
      remedy: { type: "derive", numbers: [number] },
    };
  }
}

function faultOf(connection: Connection, row: Row): string | undefined {
  const count = Number(row.chunks);
  const { rows, pieces } = partsOf(connection, row);
  if (rows.length !== count) return `${rows.length} of its ${count} chunks are there`;
  const length = pieces.reduce((sum, piece) => sum + decodePiece(piece).length, 0);
  if (length !== row.length) return `its text has ${length} of ${row.length} characters`;
  if (rows.some(({ start, end }) => Number(end) < Number(start) || Number(end) > length)) {
    return "a chunk lies outside of its text";
  }
  const searched = rows.filter((chunk) => chunk.searched === 1).length;
  if (searched !== row.searched) return `${searched} of its ${row.searched} searched chunks are there`;
  const isAsStored = checksumOfParts(row, { rows, pieces }) === row.checksum;
  return isAsStored ? undefined : "its text or rows are not those that were stored";
}

/** Of a document's row, what its checksum needs. */
export const CHECKED_COLUMNS = "number, title, metadata, file, outline, shared, first, chunks, checksum";

/** What is stored of a document beside its row. */
interface DocumentParts {
  readonly rows: readonly Row[];
  readonly pieces: readonly TextPiece[];
}

export function partsOf(connection: Connection, row: Row): DocumentParts {
  const first = Number(row.first);
  const rows = connection.all(
    `SELECT number, document, id, chunk_type, parent_chunk_id, "index", start, "end", before, after, boundary,
       tokens, searched, path, hash, rest FROM chunks WHERE number BETWEEN ? AND ? ORDER BY number`,
    first,
    first + Number(row.chunks) - 1,
  );
  return { rows, pieces: readPieces(connection, Number(row.number)) };
}

export function checksumOfParts(row: Row, { rows, pieces }: DocumentParts): number {
  const lines = rows.map(({ number: _number, document: _document, ...own }) => Object.values(own));
  const { title, metadata, file, outline } = row as Record<string, string>;
  return checksumOf(
    { title, metadata, file, outline },
    row.shared as string,
    lines as unknown as ChunkRow[],
    pieces,
  );
}
