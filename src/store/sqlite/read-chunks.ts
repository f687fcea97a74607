import type { Chunk } from "../../core/chunk.ts";
import type { Surroundings } from "../../core/store.ts";
import { type ChunkSource, chunkOf, KINDS, type Rest, restOfRow } from "./chunk-rows.ts";
import type { Connection, Row } from "./connection.ts";
import { placesOf, sliceOfPieces, type TextPiece } from "./text-pieces.ts";

// A search reads some thirty chunks, and a statement costs as much as a few rows: so there is one for all rows, one for
// all texts, and one for all children.

/** A chunk's row with its parent's id. */
const CHUNKS = `SELECT chunks.*, parents.id AS parentId FROM chunks
  LEFT JOIN chunks AS parents ON parents.number = chunks.number - chunks.parent_chunk_id`;
const BY_NUMBERS = `${CHUNKS} WHERE chunks.number IN (SELECT value FROM json_each(?))`;
const BY_IDS = `${CHUNKS} WHERE chunks.id IN (SELECT value FROM json_each(?))`;
const IN_RANGE = `${CHUNKS} WHERE chunks.number BETWEEN ? AND ? ORDER BY chunks.number`;
/**
 * Of parents by their numbers, each with how far its last child stands behind it. The cross join keeps SQLite from
 * walking through all chunks.
 */
const CHILDREN = `SELECT CAST(wanted.key AS INTEGER) AS parent, chunks.id FROM json_each(?) AS wanted
  CROSS JOIN chunks ON chunks.number > CAST(wanted.key AS INTEGER)
    AND chunks.number <= CAST(wanted.key AS INTEGER) + wanted.value
    AND chunks.parent_chunk_id = chunks.number - CAST(wanted.key AS INTEGER)
  ORDER BY chunks.number`;
const TEXTS = "SELECT place, form, data FROM texts WHERE place IN (SELECT value FROM json_each(?))";
/** So many chunks' pieces are held beside their texts. */
const ROWS_TOGETHER = 64;

/** Those of the last few searches: what lives longer is moved to where V8 seldom looks for garbage. */
const SOURCES_KEPT = 64;

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

  /** In the order asked for. */
  byNumbers(numbers: readonly number[]): (Chunk | undefined)[] {
    const rows = this.#connection.all(BY_NUMBERS, JSON.stringify(numbers));
    const chunks = this.#chunks(rows);
    return numbers.map((number) => chunks.get(number));
  }

  byIds(ids: readonly string[]): (Chunk | undefined)[] {
    const rows = this.#connection.all(BY_IDS, JSON.stringify(ids));
    // The same id stands in every space that holds the document.
    const chunks = new Map<string, Chunk>();
    for (const chunk of this.#chunks(rows).values()) chunks.set(chunk.id, chunk);
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
    const rows = this.#connection.all(IN_RANGE, first, first + Number(document.chunks) - 1);
    return [...this.#chunks(rows).values()];
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
      IN_RANGE,
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
      chunks: [...this.#chunks(near).values()],
      start,
      text: this.#text(Number(row.document), start, end),
    };
  }

  /** By their numbers, in the order of the rows; those of other spaces are left out. */
  #chunks(rows: readonly Row[]): Map<number, Chunk> {
    const chunks = new Map<number, Chunk>();
    for (let from = 0; from < rows.length; from += ROWS_TOGETHER)
      this.#addChunks(rows.slice(from, from + ROWS_TOGETHER), chunks);
    return chunks;
  }

  #addChunks(rows: readonly Row[], chunks: Map<number, Chunk>): void {
    this.#readSources(rows.map(({ document }) => Number(document)));
    const own = rows.filter(({ document }) => this.#source(Number(document)) !== undefined);
    const texts = this.#texts(own);
    const rests = own.map(restOfRow);
    const children = this.#children(own, rests);
    own.forEach((row, i) => {
      const number = Number(row.number);
      const source = this.#source(Number(row.document)) as ChunkSource;
      chunks.set(number, chunkOf(row, source, texts[i], rests[i], children.get(number)));
    });
  }

  #text(document: number, start: number, end: number): string {
    return this.#texts([{ document, start, end }])[0];
  }

  /** What chunks share is read once. */
  #texts(rows: readonly Row[]): string[] {
    const spans = rows.map(({ document, start, end }) => ({
      ...placesOf(Number(document), Number(start), Number(end)),
      start: Number(start),
      end: Number(end),
    }));
    const wanted = new Set<number>();
    for (const { from, to } of spans) for (let place = from; place <= to; place++) wanted.add(place);
    const pieces = new Map<number, TextPiece>();
    for (const piece of this.#connection.all(TEXTS, JSON.stringify([...wanted])))
      pieces.set(Number(piece.place), piece as unknown as TextPiece);
    return spans.map(({ from, to, start, end }) => {
      const own: TextPiece[] = [];
      for (let place = from; place <= to; place++) {
        const piece = pieces.get(place);
        if (piece !== undefined) own.push(piece);
      }
      return sliceOfPieces(own, start, end);
    });
  }

  /** The ids of parents' children, by the parents' numbers, where their rows say how far they reach. */
  #children(rows: readonly Row[], rests: readonly (Rest | undefined)[]): Map<number, string[]> {
    const children = new Map<number, string[]>();
    const reaches: Record<number, number> = {};
    rows.forEach(({ number }, i) => {
      const reach = rests[i]?.childIds;
      if (typeof reach !== "number") return;
      reaches[Number(number)] = reach;
      children.set(Number(number), []);
    });
    if (children.size === 0) return children;
    for (const { parent, id } of this.#connection.all(CHILDREN, JSON.stringify(reaches)))
      children.get(Number(parent))?.push(id as string);
    return children;
  }

  #source(document: number): ChunkSource | undefined {
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
