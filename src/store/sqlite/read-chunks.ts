import type { Chunk } from "../../core/chunk.ts";
import type { Surroundings } from "../../core/store.ts";
import { type ChunkSource, chunkOf, KINDS } from "./chunk-rows.ts";
import type { Connection, Row } from "./connection.ts";
import { placesOf, sliceOfPieces, type TextPiece } from "./text-pieces.ts";

/** A chunk's row with its parent's id: one statement, for a search reads a hundred of them. */
const CHUNKS = `SELECT chunks.*, parents.id AS parentId FROM chunks
  LEFT JOIN chunks AS parents ON parents.number = chunks.number - chunks.parent_chunk_id`;

/** Those of the last few searches: what lives longer is moved to where V8 seldom looks for garbage. */
const SOURCES_KEPT = 256;

/**
 * What chunks have of their documents, by document. A document's number is never used twice and what is kept of it
 * never changes, and where its chunks are it is: so this needs no look at the file.
 */
export class ChunkSources {
  readonly #bySpace = new Map<number, Map<number, ChunkSource>>();

  of(space: number): Map<number, ChunkSource> {
    let sources = this.#bySpace.get(space);
    if (sources === undefined || sources.size > SOURCES_KEPT) {
      if (this.#bySpace.size > SOURCES_KEPT) this.#bySpace.clear();
      sources = new Map();
      this.#bySpace.set(space, sources);
    }
    return sources;
  }
}

/** Reads chunks of one space inside one transaction; documents they share are read once. */
export class ChunkReader {
  readonly #connection: Connection;
  readonly #space: number;
  /** For this transaction, and for longer. */
  readonly #read = new Map<number, ChunkSource>();
  readonly #kept: Map<number, ChunkSource>;

  constructor(connection: Connection, space: number, sources = new ChunkSources()) {
    this.#connection = connection;
    this.#space = space;
    this.#kept = sources.of(space);
  }

  /** In the order asked for. A search reads a hundred: rows and documents come by one statement each. */
  byNumbers(numbers: readonly number[]): (Chunk | undefined)[] {
    const rows = this.#connection.all(
      `${CHUNKS} WHERE chunks.number IN (SELECT value FROM json_each(?))`,
      JSON.stringify(numbers),
    );
    this.#readSources(rows.map((row) => Number(row.document)));
    const chunks = new Map<number, Chunk | undefined>();
    for (const row of rows) chunks.set(Number(row.number), this.#chunk(row));
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

  /** See `Store.around`. Parents have numbers too, and most chunks have one of their own at most. */
  around(number: number, reach: number): Surroundings | undefined {
    const row = this.#connection.get(
      `SELECT chunks.document, documents.first, documents.chunks FROM chunks
       JOIN documents ON documents.number = chunks.document AND documents.space = ? WHERE chunks.number = ?`,
      this.#space,
      number,
    );
    if (row === undefined) return undefined;
    const first = Number(row.first);
    const rows = this.#connection.all(
      `${CHUNKS} WHERE chunks.number BETWEEN ? AND ? ORDER BY chunks.number`,
      Math.max(first, number - 2 * reach),
      Math.min(first + Number(row.chunks) - 1, number + 2 * reach),
    );
    const searched = rows.filter(({ chunk_type }) => KINDS[Number(chunk_type)] !== "parent");
    const at = searched.findIndex((one) => Number(one.number) === number);
    const near = searched.slice(Math.max(0, at - reach), at + reach + 1);
    if (at < 0) return undefined;
    const start = Number(near[0].start);
    const end = near.reduce((last, one) => Math.max(last, Number(one.end)), start);
    return {
      chunks: near.map((one) => this.#chunk(one)).filter((chunk) => chunk !== undefined),
      start,
      text: this.#text(Number(row.document), start, end),
    };
  }

  #chunk(row: Row | undefined): Chunk | undefined {
    const source = row === undefined ? undefined : this.#source(Number(row.document));
    if (row === undefined || source === undefined) return undefined;
    const text = this.#text(Number(row.document), Number(row.start), Number(row.end));
    return chunkOf(row, source, text, this.#childIds);
  }

  readonly #childIds = (parent: number, within: number): string[] => {
    const rows = this.#connection.all(
      "SELECT id FROM chunks WHERE number > ?1 AND number <= ?1 + ?2 AND parent_chunk_id = number - ?1 ORDER BY number",
      parent,
      within,
    );
    return rows.map(({ id }) => id as string);
  };

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
    this.#readSources([document]);
    return this.#kept.get(document) ?? this.#read.get(document);
  }

  #readSources(documents: readonly number[]): void {
    const wanted = new Set(
      documents.filter((document) => !this.#kept.has(document) && !this.#read.has(document)),
    );
    if (wanted.size === 0) return;
    const rows = this.#connection.all(
      // The plus keeps SQLite from walking through all documents of the space.
      `SELECT number, id, metadata, shared FROM documents
       WHERE number IN (SELECT value FROM json_each(?)) AND +space = ?`,
      JSON.stringify([...wanted]),
      this.#space,
    );
    for (const { number, id, metadata, shared } of rows) {
      const source = {
        id: id as string,
        metadata: JSON.parse(metadata as string),
        shared: JSON.parse(shared as string),
      };
      this.#read.set(Number(number), source);
      if (isShallow(source)) this.#kept.set(Number(number), source);
    }
  }
}

/** Chunks get copies of what is shared, but not of lists and objects inside it: what a caller does to these must not stay. */
function isShallow({ metadata, shared }: ChunkSource): boolean {
  const isPlain = (values: object | undefined): boolean =>
    Object.values(values ?? {}).every((value) => value === null || typeof value !== "object");
  return (
    isPlain(metadata) && Object.values(shared).every((kind) => isPlain(kind?.rest) && isPlain(kind?.metadata))
  );
}
