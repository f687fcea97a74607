import type { Space } from "../../core/store.ts";
import type { Erasure, ErasureProof } from "../../core/turn-store.ts";
import type { Connection } from "./connection.ts";
import { readSlots } from "./loaded-segment.ts";
import { purgeGone } from "./merge.ts";
import { removeDocuments } from "./replace.ts";
import { findSpace } from "./spaces.ts";
import { MOST_PIECES } from "./text-pieces.ts";

/** A document that goes: its number, and which chunks were its. */
interface Erased {
  readonly space: number;
  readonly number: number;
  readonly first: number;
  readonly chunks: number;
}

/**
 * Removes documents so that nothing of them stays in the file: freed pages are overwritten, segments that
 * still hold their words and vectors are written anew, and the log is emptied where no reader needs it. What is
 * left is counted afterwards, from the file.
 */
export async function eraseDocuments(
  connection: Connection,
  spaces: readonly Space[],
  ids: readonly string[],
): Promise<Erasure> {
  connection.pragma("secure_delete = ON");
  const erased = await connection.write(() =>
    spaces.flatMap((space) => {
      const own = findErased(connection, space, ids);
      removeDocuments(connection, space, ids);
      return own;
    }),
  );
  for (const space of new Set(erased.map((one) => one.space))) await purgeGone(connection, space);
  const log = connection.get("PRAGMA wal_checkpoint(TRUNCATE)");
  const left = await connection.read(() => leftOf(connection, erased, Number(log?.busy ?? 0) === 0));
  return { documents: erased.length, chunks: erased.reduce((sum, { chunks }) => sum + chunks, 0), left };
}

function findErased(connection: Connection, space: Space, ids: readonly string[]): Erased[] {
  const row = findSpace(connection, space);
  if (row === undefined) return [];
  const rows = connection.all(
    `SELECT number, first, chunks FROM documents
     WHERE space = ? AND id IN (SELECT value FROM json_each(?))`,
    row.id,
    JSON.stringify(ids),
  );
  return rows.map(({ number, first, chunks }) => ({
    space: row.id,
    number: Number(number),
    first: Number(first),
    chunks: Number(chunks),
  }));
}

function leftOf(connection: Connection, erased: readonly Erased[], isLogEmpty: boolean): ErasureProof {
  const left = { documents: 0, chunks: 0, texts: 0, uses: 0, indexed: 0, isLogEmpty };
  const indexed = documentsInSegments(connection, new Set(erased.map(({ space }) => space)));
  for (const { space, number, first, chunks } of erased) {
    left.documents += countOf(connection, "SELECT count(*) AS n FROM documents WHERE number = ?", number);
    left.chunks += countOf(
      connection,
      "SELECT count(*) AS n FROM chunks WHERE number BETWEEN ? AND ?",
      first,
      first + chunks - 1,
    );
    left.texts += countOf(
      connection,
      "SELECT count(*) AS n FROM texts WHERE place >= ? AND place < ?",
      number * MOST_PIECES,
      (number + 1) * MOST_PIECES,
    );
    left.uses += countOf(
      connection,
      "SELECT count(*) AS n FROM uses WHERE space = ? AND document = ?",
      space,
      number,
    );
    if (indexed.has(number)) left.indexed++;
  }
  return left;
}

function countOf(connection: Connection, sql: string, ...values: number[]): number {
  return Number(connection.get(sql, ...values)?.n);
}

function documentsInSegments(connection: Connection, spaces: ReadonlySet<number>): Set<number> {
  const numbers = new Set<number>();
  for (const space of spaces)
    for (const { id } of connection.all("SELECT id FROM segments WHERE space = ?", space))
      for (const document of readSlots(connection, Number(id)).documents) numbers.add(document);
  return numbers;
}
