import type { DocumentRecord, Space } from "../../core/store.ts";
import type { Connection, Row } from "./connection.ts";
import { RECORD_COLUMNS, recordOf } from "./document-rows.ts";
import { findSpace } from "./spaces.ts";

const PAGE = 256;

/**
 * Page by page, each page one state of the file: a listing of any length holds little memory and no lock.
 * Without ids, by rising id; with ids, in their order.
 */
export async function* readRecords(
  connection: Connection,
  space: Space,
  ids: readonly string[] | undefined,
): AsyncGenerator<DocumentRecord> {
  if (ids !== undefined) {
    for (let from = 0; from < ids.length; from += PAGE) {
      yield* await connection.read(() => recordsById(connection, space, ids.slice(from, from + PAGE)));
    }
    return;
  }
  for (let after: string | undefined; ; ) {
    const page = await connection.read(() => recordsAfter(connection, space, after));
    yield* page;
    if (page.length < PAGE) return;
    after = page[page.length - 1].id;
  }
}

function recordsById(connection: Connection, space: Space, ids: readonly string[]): DocumentRecord[] {
  const row = findSpace(connection, space);
  if (row === undefined) return [];
  return ids
    .map((id) =>
      connection.get(`SELECT ${RECORD_COLUMNS} FROM documents WHERE space = ? AND id = ?`, row.id, id),
    )
    .filter((found) => found !== undefined)
    .map(recordOf);
}

function recordsAfter(connection: Connection, space: Space, after: string | undefined): DocumentRecord[] {
  const row = findSpace(connection, space);
  if (row === undefined) return [];
  const page: Row[] =
    after === undefined
      ? connection.all(
          `SELECT ${RECORD_COLUMNS} FROM documents WHERE space = ? ORDER BY id LIMIT ${PAGE}`,
          row.id,
        )
      : connection.all(
          `SELECT ${RECORD_COLUMNS} FROM documents WHERE space = ? AND id > ? ORDER BY id LIMIT ${PAGE}`,
          row.id,
          after,
        );
  return page.map(recordOf);
}
