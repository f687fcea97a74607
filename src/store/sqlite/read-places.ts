import type { ChunkPlace } from "../../core/store.ts";
import type { Connection } from "./connection.ts";

/** A parent that is no row of its own stands among what has no column. */
const PLACES = `SELECT chunks.number, chunks.id, documents.id AS documentId, chunks."index",
    CASE WHEN chunks.parent_chunk_id IS NULL THEN json_extract(chunks.rest, '$.parentId') ELSE parents.id END AS parentId
  FROM chunks
  JOIN documents ON documents.number = chunks.document AND +documents.space = ?
  LEFT JOIN chunks AS parents ON parents.number = chunks.number - chunks.parent_chunk_id
  WHERE chunks.number IN (SELECT value FROM json_each(?))`;

/** See `Store.places`. */
export function readPlaces(
  connection: Connection,
  space: number,
  numbers: readonly number[],
): (ChunkPlace | undefined)[] {
  const places = new Map<number, ChunkPlace>();
  for (const { number, id, documentId, index, parentId } of connection.all(
    PLACES,
    space,
    JSON.stringify(numbers),
  )) {
    const place = new Place(id as string, documentId as string, index as number);
    if (parentId !== null) place.parentId = parentId as string;
    places.set(Number(number), place);
  }
  return numbers.map((number) => places.get(number));
}

/** Not a literal: of these V8 learns that they live long, which is true of the first few searches only. */
class Place implements ChunkPlace {
  readonly id: string;
  readonly documentId: string;
  readonly index: number;
  declare parentId?: string;

  constructor(id: string, documentId: string, index: number) {
    this.id = id;
    this.documentId = documentId;
    this.index = index;
  }
}
