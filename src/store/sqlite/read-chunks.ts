import type { Chunk } from "../../core/chunk.ts";
import { type ChunkSource, chunkOf } from "./chunk-rows.ts";
import type { Connection, Row } from "./connection.ts";
import { placesOf, sliceOfPieces, type TextPiece } from "./text-pieces.ts";

/** A chunk's row with its parent's id: one statement, for a search reads a hundred of them. */
const CHUNKS = `SELECT chunks.*, parents.id AS parentId FROM chunks
  LEFT JOIN chunks AS parents ON parents.number = chunks.number - chunks.parent_chunk_id`;

/** Reads chunks of one space inside one transaction; documents they share are read once. */
export class ChunkReader {
  readonly #connection: Connection;
  readonly #space: number;
  readonly #sources = new Map<number, ChunkSource | undefined>();

  constructor(connection: Connection, space: number) {
    this.#connection = connection;
    this.#space = space;
  }

  /** In the order asked for. A search reads a hundred: rows and documents come by one statement each. */
  byNumbers(numbers: readonly number[]): (Chunk | undefined)[] {
    const rows = this.#connection.all(
      `${CHUNKS} WHERE chunks.number IN (SELECT value FROM json_each(?))`,
      JSON.stringify(numbers),
    );
    this.#readSources(rows.map((row) => Number(row.document)));
    const chunks = new Map(rows.map((row) => [Number(row.number), this.#chunk(row)]));
    return numbers.map((number) => chunks.get(number));
  }

  byIds(ids: readonly string[]): (Chunk | undefined)[] {
    const rows = this.#connection.all(
      `${CHUNKS} WHERE chunks.id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    );
    this.#readSources(rows.map((row) => Number(row.document)));
    // The same id stands in every space that holds the document: of the others there is no source here.
    const chunks = new Map<string, Chunk>();
    for (const row of rows) {
      const chunk = this.#chunk(row);
      if (chunk !== undefined) chunks.set(chunk.id, chunk);
    }
    return ids.map((id) => chunks.get(id));
  }

  ofDocument(id: string): Chunk[] {
    const document = this.#connection.get(
      "SELECT first, chunks FROM documents WHERE space = ? AND id = ?",
      this.#space,
      id,
    );
    if (document === undefined) return [];
    const first = Number(document.first);
    const rows = this.#connection.all(
      `${CHUNKS} WHERE chunks.number BETWEEN ? AND ? ORDER BY chunks.number`,
      first,
      first + Number(document.chunks) - 1,
    );
    return rows.map((row) => this.#chunk(row)).filter((chunk) => chunk !== undefined);
  }

  #chunk(row: Row | undefined): Chunk | undefined {
    const source = row === undefined ? undefined : this.#source(Number(row.document));
    if (row === undefined || source === undefined) return undefined;
    const number = Number(row.number);
    return chunkOf(row, source, this.#text(Number(row.document), Number(row.start), Number(row.end)), {
      parent: () => row.parentId as string,
      children: (within) =>
        this.#connection
          .all(
            "SELECT id FROM chunks WHERE number > ?1 AND number <= ?1 + ?2 AND parent_chunk_id = number - ?1 ORDER BY number",
            number,
            within,
          )
          .map(({ id }) => id as string),
    });
  }

  #text(document: number, start: number, end: number): string {
    const { from, to } = placesOf(document, start, end);
    const pieces = this.#connection.all(
      "SELECT form, data FROM texts WHERE place BETWEEN ? AND ? ORDER BY place",
      from,
      to,
    );
    return sliceOfPieces(pieces as unknown as TextPiece[], start, end);
  }

  #source(document: number): ChunkSource | undefined {
    if (!this.#sources.has(document)) this.#readSources([document]);
    return this.#sources.get(document);
  }

  #readSources(documents: readonly number[]): void {
    const wanted = new Set(documents.filter((document) => !this.#sources.has(document)));
    if (wanted.size === 0) return;
    for (const document of wanted) this.#sources.set(document, undefined);
    const rows = this.#connection.all(
      // The plus keeps SQLite from walking through all documents of the space.
      `SELECT number, id, metadata, shared FROM documents
       WHERE number IN (SELECT value FROM json_each(?)) AND +space = ?`,
      JSON.stringify([...wanted]),
      this.#space,
    );
    for (const { number, id, metadata, shared } of rows) {
      this.#sources.set(Number(number), {
        id: id as string,
        metadata: JSON.parse(metadata as string),
        shared: JSON.parse(shared as string),
      });
    }
  }
}
